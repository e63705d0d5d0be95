import * as v from "valibot";
import { Failure } from "../../../machines/domain/failure.ts";
import { sharePath } from "../../../machines/domain/incoming-share.ts";
import { chatPath } from "../../../machines/domain/route.ts";
import type { PushPort } from "../../../machines/ports/push.ts";
import { isPushMessage, type Opened, UNSENT } from "../../worker/messages.ts";
import type { PostToChatServer } from "../chat-server/chat-server.ts";
import type { ServerAddresses } from "../config.ts";
import { logLine } from "../log.ts";
import type { CredentialStore } from "../storage/credentials.ts";
import { closeNotifications } from "./forget-push.ts";

const Key = v.object({ publicKey: v.pipe(v.string(), v.regex(/^[\w-]{80,100}$/)) });
const Keys = v.object({ p256dh: v.string(), auth: v.string() });

export interface PushDependencies {
  /** Undefined in a browser without service workers, on a development server, and for a second browser profile. */
  container: ServiceWorkerContainer | undefined;
  /** Posts to the IM server. */
  post: PostToChatServer;
  credentials: Pick<CredentialStore, "read">;
  addresses(): Pick<ServerAddresses, "apiUrl">;
  /** Opens a chat from its notification, or the share of an unsent reply. */
  visit(path: string): void;
  /** The chat in the address bar. */
  watched(): string | null;
}

/** Web Push through the service worker (11-25). The server's routes are beside OpenIM's, below /push. */
export function createPush({
  container,
  post,
  credentials,
  addresses,
  visit,
  watched,
}: PushDependencies): Omit<PushPort, "forget"> {
  const ask = <Output>(
    path: string,
    body: Record<string, unknown>,
    answer: v.GenericSchema<unknown, Output>,
  ) => post({ path, body, token: credentials.read()?.imToken ?? null, answer });

  return {
    async ready() {
      if (!container || !("PushManager" in globalThis)) throw new Failure("unknown");
      await container.ready;
    },
    async subscribe({ previews, sound, language }) {
      if (!container) throw new Failure("unknown");
      const { publicKey } = await ask("/push/get_key", {}, Key);
      const { pushManager } = await container.ready;
      const { endpoint, keys } = await subscribed(pushManager, publicKey);
      const device = { endpoint, ...keys, previews, sound, language };
      // Where notifications have buttons, a push lets the worker act at the server's address.
      const hasButtons = Number(Reflect.get(Notification, "maxActions")) > 0;
      await ask(
        "/push/subscribe",
        hasButtons ? { ...device, address: addresses().apiUrl } : device,
        v.unknown(),
      );
    },
    async unsubscribe() {
      const subscription = await (await container?.getRegistration())?.pushManager?.getSubscription();
      if (!subscription) return;
      const { endpoint } = subscription;
      await subscription.unsubscribe();
      await ask("/push/unsubscribe", { endpoint }, v.unknown());
    },
    events(send) {
      const controller = new AbortController();
      const { signal } = controller;
      const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
        if (!isPushMessage(data)) return;
        if (data.type === "push.open") visit(chatPath(data.conversationID));
        else if (data.type === "push.unsent") {
          visit(sharePath(data.shareID, data.conversationID));
          ports[0]?.postMessage(true);
        } else if (data.type === "push.watched") ports[0]?.postMessage(watched());
        else if (data.type === "push.lost") send(data);
      };
      // The user looks at the page. A reply that was not sent stays to be read.
      const clear = () => {
        if (!document.hidden) closeNotifications(container, UNSENT).catch(() => {});
      };
      container?.addEventListener("message", onMessage, { signal });
      document.addEventListener("visibilitychange", clear, { signal });
      clear();
      return () => controller.abort();
    },
    answers(send) {
      const controller = new AbortController();
      const { signal } = controller;
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isPushMessage(data) && data.type === "push.answered") send(data);
      };
      container?.addEventListener("message", onMessage, { signal });
      const opened: Opened = { type: "push.opened" };
      container?.getRegistration().then(
        (registration) => registration?.active?.postMessage(opened),
        () => {},
      );
      return () => controller.abort();
    },
  };
}

/** Returns the subscription for that key of the server; the browser keeps one for one key. */
async function subscribed(manager: PushManager, key: string) {
  try {
    const known = await manager.getSubscription();
    const isFor = known?.options.applicationServerKey;
    if (known && isFor && base64url(isFor) !== key) await known.unsubscribe();
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return { endpoint: subscription.endpoint, keys: v.parse(Keys, subscription.toJSON().keys) };
  } catch {
    logLine("push", "the browser has no subscription");
    throw new Failure("unknown");
  }
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
