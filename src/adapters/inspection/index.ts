/** Lets this page's charts be watched. Loaded only where `?inspect` asks for it. */
import type { InspectionEvent } from "xstate";
import { languageOf } from "../../i18n/language.ts";
import {
  CHANNEL,
  type ChannelMessage,
  type InspectionMessage,
  newID,
  type Phone,
} from "../../inspector/messages.ts";
import { askToSend } from "./question.ts";
import { createSender, type Sender } from "./sender.ts";

/** The stock viewer, where `?inspect=stately` asks for that one. */
const STATELY = "https://stately.ai/inspect";

/**
 * @param profile what this page is called among others
 * @param asked "texts" where what people write may be seen; "stately" for the stock viewer in a window of its own
 * @returns XState's inspection observer
 */
export function inspectPage(profile: string, asked: string): (event: InspectionEvent) => void {
  const phone: Phone = {
    id: newID(),
    name: profile === "" ? "phone" : profile,
    takesEvents: import.meta.env.DEV,
  };
  const isStately = asked === "stately";
  const sender = createSender({
    prefix: `${phone.id}/`,
    showsTexts: asked === "texts",
    withDefinitions: isStately,
    now: () => performance.timeOrigin + performance.now(),
    soon: (callback) => void setTimeout(callback, 16),
  });
  if (isStately) tellStately(sender);
  else tellInspectors(sender, phone);
  return sender.inspect;
}

/** Every inspector of this browser that says hello hears everything, from the beginning. */
function tellInspectors(sender: Sender, phone: Phone): void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = (message: ChannelMessage) => channel.postMessage(message);
  const watched = new Map<string, () => void>();

  channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.kind === "hello") {
      const { inspector } = data;
      watched.get(inspector)?.();
      post({ kind: "phone", phone, to: inspector });
      watched.set(
        inspector,
        sender.watch((messages) => post({ kind: "messages", phone: phone.id, to: inspector, messages })),
      );
    }
    if (data.kind === "goodbye") {
      watched.get(data.inspector)?.();
      watched.delete(data.inspector);
    }
    const isMine = data.kind === "act" && phone.takesEvents && data.sessionId.startsWith(`${phone.id}/`);
    if (isMine && data.event.type.startsWith("user.")) sender.actorOf(data.sessionId)?.send(data.event);
  };
  post({ kind: "opened", phone: phone.id });
  addEventListener("pagehide", () => post({ kind: "closed", phone: phone.id }));
}

/**
 * Tells the stock viewer, which is somebody else's site: a question names it every time, as anybody can put this into a
 * link. The answer opens the viewer, as a browser lets no page open windows by itself.
 */
function tellStately(sender: Sender): void {
  const { origin, host } = new URL(STATELY);
  askToSend(host, languageOf(null, navigator.language), () => {
    const viewer = window.open(STATELY, "xstateinspector");
    if (!viewer) return;
    let stop = () => {};
    addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
      const isConnected =
        typeof data === "object" && data && "type" in data && data.type === "@statelyai.connected";
      if (source !== viewer || !isConnected) return;
      stop();
      stop = sender.watch((messages) => {
        for (const message of messages) if (isStock(message)) viewer.postMessage(message, origin);
      });
    });
  });
}

const isStock = ({ type }: InspectionMessage) => type.startsWith("@xstate.");
