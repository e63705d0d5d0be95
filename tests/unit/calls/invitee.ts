import { expect } from "vitest";
import { ANNA, BEN, ME } from "../../fakes/world.ts";
import type { PlainTests } from "../plain-tests.ts";
import {
  aCancel,
  aHungup,
  anAccept,
  answerOf,
  aReject,
  ben,
  GROUP,
  openTeam,
  started,
  team,
} from "./many-stage.ts";

export const inviteeTests: PlainTests = {
  open: openTeam,
  tests: {
    "R3 repeats an invitation in growing pauses with the time that is left and the same initiateTime": async (
      stage,
    ) => {
      const me = await started(stage);
      const first = me.lastInvitation(ANNA);
      await me.wait(1000);
      expect(me.sent()).toEqual(["invite to Anna", "invite to Ben", "invite to Anna", "invite to Ben"]);
      const { timeout, extra } = me.lastInvitation(ANNA);
      expect([timeout, extra]).toEqual([29, first.extra]);
      await me.wait(2000);
      expect(me.lastInvitation(ANNA).timeout).toBe(27);
      await me.wait(4000);
      expect(me.lastInvitation(ANNA).timeout).toBe(23);
    },
    "R11 the first reject counts and stops the other devices": async (stage) => {
      const me = await started(stage);
      await me.hear(aReject(answerOf(me, BEN)), anAccept(answerOf(me, BEN)));
      expect([me.people, me.sent().at(-1)]).toEqual([{ Anna: "ringing", Ben: "declined" }, "cancel to Ben"]);
      await me.hear(aHungup(answerOf(me, ANNA)));
      expect([me.people, me.sent().at(-1)]).toEqual([
        { Anna: "declined", Ben: "declined" },
        "cancel to Anna",
      ]);
    },
    "R10 the first accept counts, and a reject of another device does not": async (stage) => {
      const me = await started(stage);
      const answer = answerOf(me, BEN);
      await me.hear(
        anAccept({ ...answer, deviceID: "phone" }),
        anAccept({ ...answer, deviceID: "tablet" }),
        aReject(answer),
      );
      await me.comes(BEN);
      expect(me.sent().at(-1)).toBe("cancel (phone) to Ben");
      expect(me.people).toEqual({ Anna: "ringing", Ben: "joined" });
    },
    "R10 a user who comes in by the row stops ringing on all devices": async (stage) => {
      const me = await started(stage);
      await me.comes(BEN);
      expect(me.sent().at(-1)).toBe("cancel (another) to Ben");
    },
    "R16 a user who accepts and does not come has not answered": async (stage) => {
      const me = await started(stage);
      await me.hear(anAccept(answerOf(me, BEN)));
      await me.wait(16_999);
      expect(me.people).toMatchObject({ Ben: "ringing" });
      await me.wait(1);
      expect([me.people, me.sent().at(-1)]).toEqual([{ Anna: "ringing", Ben: "noAnswer" }, "cancel to Ben"]);
    },
    "R11 R16 a user who hangs up before being in has declined, and the other devices stop": async (stage) => {
      const me = await started(stage);
      await me.hear(anAccept(answerOf(me, BEN)), aHungup(answerOf(me, BEN)));
      expect([me.people, me.sent()]).toEqual([
        { Anna: "ringing", Ben: "declined" },
        ["invite to Anna", "invite to Ben", "cancel to Ben"],
      ]);
    },
    "R13 an invitation that cannot be sent is cancelled": async (stage) => {
      const me = team(stage);
      await me.toManager({ type: "user.callGroup", group: GROUP, people: [ben], mediaType: "voice" });
      stage.ports.hold("im.sendSignal");
      await me.linkUp();
      await stage.act(() => stage.ports.reject("im.sendSignal", "network"));
      expect([me.people, me.sent().at(-1)]).toEqual([{ Ben: "noAnswer" }, "cancel to Ben"]);
    },
    "R1 signals of users who were not invited change nothing": async (stage) => {
      const me = await started(stage);
      const { invitation } = answerOf(me, ANNA);
      for (const make of [aReject, aHungup, anAccept, aCancel]) await me.hear(make({ from: ME, invitation }));
      expect([me.people, me.sent().length]).toEqual([{ Anna: "ringing", Ben: "ringing" }, 2]);
    },
  },
};
