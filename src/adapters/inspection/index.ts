/** Lets an inspector watch this page's charts. Loaded only with `?inspect`. */
import type { InspectionEvent } from "xstate";
import {
  type ChannelMessage,
  type InspectionMessage,
  newID,
  type Phone,
} from "../../../tools/charts/inspector/messages.ts";
import type { Sender } from "../../../tools/charts/inspector/sender/sender.ts";
import { languageOf } from "../../i18n/language.ts";
import { CHANNEL } from "../../inspector/channel.ts";
import { askToSend } from "./question.ts";
import { createSender } from "./sender.ts";

/** The stock viewer, for `?inspect=stately`. */
const STATELY = "https://stately.ai/inspect";

/**
 * @param profile the name of this page among others
 * @param asked "texts" shows the users' texts; "stately" opens the stock viewer in its own window
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

/** Sends everything from the beginning to each inspector of this browser that says hello. */
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
 * Sends to the stock viewer, which is a third-party site. A dialog names the site every time, because any link can
 * contain the parameter. The click on "yes" opens the viewer, because browsers block windows without a user action.
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
