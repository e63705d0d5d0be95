import { expect } from "vitest";
import { ANNA, aConversation, aFriend, aWorld, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const MEETING = "0123456789abcdef0123456789abcdef";

const chart = ({ app }: Stage) => childOf(app, "session", "signedIn", "meetingInvitation");
const forwarding = (stage: Stage) => chart(stage)?.getSnapshot().children.forwarding;
const ask = (stage: Stage, roomID = MEETING) =>
  stage.act(() => chart(stage)?.send({ type: "user.sendMeeting", roomID, subject: "Plan" }));
const is = (stage: Stage) => chart(stage)?.getSnapshot().value;

async function send(stage: Stage): Promise<void> {
  const receiver = { conversationID: singleChatID(ANNA), contact: { userID: ANNA } };
  await ask(stage);
  await stage.act(() => forwarding(stage)?.send({ type: "user.pickReceiver", receiver }));
  await stage.act(() => forwarding(stage)?.send({ type: "user.confirmReceivers" }));
  await stage.act(() =>
    forwarding(stage)?.send({ type: "user.sendForward", summary: { title: "", lines: [] } }),
  );
}

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
      expect(is(stage)).toEqual({ idle: "handedOver" });
      await stage.advance(5000);
      expect(is(stage)).toEqual({ idle: "none" });
    },
    "1-10 has nothing to say once the screen of the meeting is gone": async (stage) => {
      await send(stage);
      await stage.act(() => chart(stage)?.send({ type: "user.closeSending" }));
      expect(is(stage)).toEqual({ idle: "none" });
    },
    "1-10 an id that is not 32 hex digits is not sent": async (stage) => {
      await ask(stage, "../x");
      expect(is(stage)).toEqual({ idle: "none" });
    },
    "1-10 closing the choice sends nothing": async (stage) => {
      await ask(stage);
      await stage.act(() => forwarding(stage)?.send({ type: "user.leaveForwarding" }));
      expect([is(stage), forwarding(stage)]).toEqual([{ idle: "none" }, undefined]);
    },
    "1-10 the choice closes with the screen of the meeting": async (stage) => {
      await ask(stage);
      await stage.act(() => chart(stage)?.send({ type: "user.closeSending" }));
      expect([is(stage), forwarding(stage)]).toEqual([{ idle: "none" }, undefined]);
    },
  },
};
