import { expect } from "vitest";
import type { Receiver } from "../../../machines/conversation/forwarded-messages.ts";
import {
  aConversation,
  aGroup,
  aGroupConversation,
  aMember,
  aWorld,
  groupChatID,
  NOON,
  TEAM,
} from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const TEAMS: Receiver = { conversationID: groupChatID(TEAM), contact: { groupID: TEAM } };

/** A page that starts at the address of a share. */
export const incomingShareTests: PlainTests = {
  open: () =>
    openHeadless(
      {
        world: aWorld({ conversations: [aConversation(), aGroupConversation()], groups: [aGroup()] }),
        path: "/share?shareID=one",
        answers: {
          "im.loginStatus": () => "loggedIn",
          "shares.read": () => ({ text: "Look at this", files: [], leftOut: 0, isCut: false }),
        },
      },
      (ports) => ports.hold("im.loadMemberships"),
    ),
  tests: {
    "11-57 a page that starts with a share offers it, also to a group where the user may write": async (
      stage,
    ) => {
      await mayWrite(stage, true);
      await choose(stage);
      expect(stage.ports.sent("im.findConversation")).toEqual([{ groupID: TEAM }]);
    },
    "11-57 a group where the user may not write cannot be chosen": async (stage) => {
      await mayWrite(stage, false);
      await choose(stage);
      expect(stage.ports.sent("im.findConversation")).toEqual([]);
    },
    "11-57 the id of a group alone closes no group": async (stage) => {
      await mayWrite(stage, true);
      const receiver: Receiver = { conversationID: "sg_constructor", contact: { groupID: "constructor" } };
      await choose(stage, receiver);
      const share = childOf(stage.app, "session", "signedIn", "incomingShare");
      expect(share?.getSnapshot().context.receiver).toEqual(receiver);
    },
  },
};

function mayWrite({ act, ports }: Stage, isAllowed: boolean): Promise<void> {
  const member = aMember(isAllowed ? {} : { muteEndTime: NOON + 60_000 });
  return act(() => {
    for (const call of ports.pending("im.loadMemberships")) call.resolve([member]);
  });
}

function choose({ app, act }: Stage, receiver: Receiver = TEAMS): Promise<void> {
  return act(() =>
    childOf(app, "session", "signedIn", "incomingShare")?.send({
      type: "user.chooseReceiver",
      receiver,
    }),
  );
}
