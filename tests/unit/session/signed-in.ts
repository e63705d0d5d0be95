import { expect } from "vitest";
import type { CallRecord } from "../../../machines/domain/call.ts";
import { mediaIn } from "../../../machines/media/shared-items.ts";
import type { SignedInEvent } from "../../../machines/session/signed-in.ts";
import { ANNA, aConversation, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const RECORD: CallRecord = { roomID: "1", mediaType: "voice", result: "cancelled", durationSeconds: 0 };
const KNOWN = { type: "callManager.known", userID: ANNA, roomID: "1" } as const;

/** A user of a browser that has not been asked for notifications yet. */
export const signedInTests: PlainTests = {
  open: () => openHeadless({ world: aWorld(), permission: "default" }),
  tests: {
    "11-54 notifications are offered after a sent text": async (stage) => {
      await send(stage, { type: "outbox.drop", clientMsgID: "1" });
      expect(isOffered(stage)).toBe(false);
      const conversationID = singleChatID(ANNA);
      await send(stage, { type: "outbox.send", conversationID, text: "Hi", mentions: [], replyTo: null });
      expect(isOffered(stage)).toBe(true);
    },
    "11-54 notifications are offered after a sent attachment": async (stage) => {
      await send(stage, { type: "outbox.attach", conversationID: singleChatID(ANNA), attachments: [] });
      expect(isOffered(stage)).toBe(true);
    },
    "11-54 notifications are offered after a call that was answered by the peer": async (stage) => {
      await send(stage, { type: "callManager.record", userID: ANNA, record: RECORD });
      expect(isOffered(stage)).toBe(false);
      const record: CallRecord = { ...RECORD, result: "completed", durationSeconds: 9 };
      await send(stage, { type: "callManager.record", userID: ANNA, record });
      expect(isOffered(stage)).toBe(true);
    },
    "11-54 notifications are offered after a call that the user has answered": async (stage) => {
      await send(stage, { ...KNOWN, hasTalked: false });
      expect(isOffered(stage)).toBe(false);
      await send(stage, { ...KNOWN, hasTalked: true });
      expect(isOffered(stage)).toBe(true);
    },
    "11-57 the page of a share asks for it": async (stage) => {
      await stage.act(() => stage.ports.visit("/share?shareID=one"));
      expect(stage.ports.sent("shares.read")).toEqual([{ shareID: "one" }]);
    },
    "11-66 a kept chat does not open over a page that the user has gone to meanwhile": async (stage) => {
      const { app, act, ports } = stage;
      const link = { path: "/chat", search: `conversationID=${singleChatID(ANNA)}` };
      ports.hold("im.loadConversation");
      await act(() => childOf(app, "session", "signedIn", "keptLink")?.send({ type: "link.kept", link }));
      await act(() => ports.visit("/contact"));
      await act(() => ports.resolve("im.loadConversation", aConversation()));
      expect(ports.address.current.path).toBe("/contact");
    },
    "an open picture closes when the user goes to another page": async (stage) => {
      const gallery = childOf(stage.app, "session", "signedIn", "gallery");
      const picture = { url: "https://im.example/1.png", thumbnail: "", width: 4, height: 3 };
      const items = mediaIn([aMessage({ clientMsgID: "one", content: { type: "picture", picture } })]);
      const opening = { conversationID: null, items, shownID: "one" };
      await stage.act(() => gallery?.send({ type: "user.openGallery", ...opening }));
      expect(gallery?.getSnapshot().value).not.toBe("closed");
      await stage.act(() => stage.ports.visit("/contact"));
      expect(gallery?.getSnapshot().value).toBe("closed");
    },
  },
};

function send({ app, act }: Stage, event: SignedInEvent): Promise<void> {
  return act(() => childOf(app, "session", "signedIn")?.send(event));
}

function isOffered({ app }: Stage): boolean {
  return childOf(app, "session", "signedIn", "notificationOffer")?.getSnapshot().hasTag("offered") ?? false;
}
