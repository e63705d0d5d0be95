import { expect } from "vitest";
import { cardProgress } from "../../../machines/calls/card-progress.ts";
import { ANNA, aConversation, aFriend, aMessage, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const MEETING = "0123456789abcdef0123456789abcdef";
const OTHER = "f".repeat(32);

const chart = ({ app }: Stage) => childOf(app, "session", "signedIn", "meetingInvitation");
const forwarding = (stage: Stage) => chart(stage)?.getSnapshot().children.forwarding;
const ask = (stage: Stage, roomID = MEETING) =>
  stage.act(() => chart(stage)?.send({ type: "user.sendMeeting", roomID, subject: "Plan" }));
const retry = (stage: Stage, roomID = MEETING) =>
  stage.act(() => chart(stage)?.send({ type: "user.resendMeeting", roomID }));
const choice = (stage: Stage) => chart(stage)?.getSnapshot().value.choice;
const progress = (stage: Stage, roomID = MEETING) => {
  const { context, value } = chart(stage)?.getSnapshot() ?? {};
  const isJust = value.progress === "sent";
  const { status, failed } = cardProgress(context, { roomID, isOnline: true, isJust });
  return `${status}, ${failed} failed`;
};

async function send(stage: Stage, roomID?: string): Promise<void> {
  const receiver = { conversationID: singleChatID(ANNA), contact: { userID: ANNA } };
  await ask(stage, roomID);
  await stage.act(() => forwarding(stage)?.send({ type: "user.pickReceiver", receiver }));
  await stage.act(() => forwarding(stage)?.send({ type: "user.confirmReceivers" }));
  await stage.act(() =>
    forwarding(stage)?.send({ type: "user.sendForward", summary: { title: "", lines: [] } }),
  );
}

const sent = (stage: Stage) => stage.act(() => stage.ports.resolve("im.sendMessage", aMessage()));
const fails = (stage: Stage) => stage.act(() => stage.ports.pending("im.sendMessage")[0]?.reject("network"));

export const meetingInvitationTests: PlainTests = {
  open: () => openHeadless({ world: aWorld({ friends: [aFriend()], conversations: [aConversation()] }) }),
  tests: {
    "1-10 sends the card of a meeting to a chat, as often as the user likes": async (stage) => {
      await send(stage);
      await send(stage);
      const cards = stage.ports.sent("im.createMessage");
      expect(cards.map(({ conversationID, enclosure }) => [conversationID, enclosure])).toEqual(
        [0, 1].map(() => [
          singleChatID(ANNA),
          { type: "meeting", meeting: { roomID: MEETING, subject: "Plan", extra: {} } },
        ]),
      );
    },
    "1-10 says that a card is sent, for a moment": async (stage) => {
      await send(stage);
      expect([progress(stage), progress(stage, OTHER)]).toEqual(["sent, 0 failed", "null, 0 failed"]);
      await stage.advance(4999);
      expect(progress(stage)).toBe("sent, 0 failed");
      await stage.advance(1);
      expect(progress(stage)).toBe("null, 0 failed");
    },
    "1-10 follows a card as long as the outbox holds it": async (stage) => {
      stage.ports.hold("im.sendMessage");
      await send(stage);
      await stage.advance(60_000);
      expect(progress(stage)).toBe("sending, 0 failed");
      await sent(stage);
      expect(progress(stage)).toBe("sent, 0 failed");
    },
    "1-10 says it for a moment again when another card is sent": async (stage) => {
      await send(stage);
      await stage.advance(4000);
      await send(stage);
      await stage.advance(4999);
      expect(progress(stage)).toBe("sent, 0 failed");
      await stage.advance(1);
      expect(progress(stage)).toBe("null, 0 failed");
    },
    "1-10 says it also while a card of another meeting waits": async (stage) => {
      await send(stage);
      stage.ports.hold("im.sendMessage");
      await send(stage, OTHER);
      expect([progress(stage), progress(stage, OTHER)]).toEqual(["sent, 0 failed", "sending, 0 failed"]);
    },
    "1-10 8-36 sends failed cards of the meeting again when the user retries": async (stage) => {
      stage.ports.hold("im.sendMessage");
      await send(stage);
      await fails(stage);
      expect(progress(stage)).toBe("null, 1 failed");
      await retry(stage, OTHER);
      expect(progress(stage)).toBe("null, 1 failed");
      await retry(stage);
      expect(progress(stage)).toBe("sending, 0 failed");
      await retry(stage);
      expect(stage.ports.sent("im.sendMessage")).toHaveLength(2);
      await sent(stage);
      expect(progress(stage)).toBe("sent, 0 failed");
    },
    "1-10 a failed card that the user deletes was not sent": async (stage) => {
      stage.ports.hold("im.sendMessage");
      await send(stage);
      await fails(stage);
      const clientMsgID = stage.ports.sent("im.createMessage")[0]?.clientMsgID ?? "";
      await stage.act(() =>
        childOf(stage.app, "session", "signedIn")?.send({ type: "outbox.drop", clientMsgID }),
      );
      expect(progress(stage)).toBe("null, 0 failed");
    },
    "1-10 shows no progress once the screen of the meeting is closed": async (stage) => {
      await send(stage);
      await stage.act(() => chart(stage)?.send({ type: "user.closeSending" }));
      expect(progress(stage)).toBe("null, 0 failed");
    },
    "1-10 an id that is not 32 hex digits is not sent": async (stage) => {
      await ask(stage, "../x");
      expect(choice(stage)).toBe("idle");
    },
    "1-10 closing the choice sends nothing": async (stage) => {
      await ask(stage);
      await stage.act(() => forwarding(stage)?.send({ type: "user.leaveForwarding" }));
      expect([choice(stage), forwarding(stage), progress(stage)]).toEqual([
        "idle",
        undefined,
        "null, 0 failed",
      ]);
    },
    "1-10 the choice closes with the screen of the meeting": async (stage) => {
      await ask(stage);
      await stage.act(() => chart(stage)?.send({ type: "user.closeSending" }));
      expect([choice(stage), forwarding(stage)]).toEqual(["idle", undefined]);
    },
  },
};
