import { expect } from "vitest";
import type { Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";
import { anInvite, openTeam, team } from "./many-stage.ts";

/** Anna's call rings here for 30 s, and is accepted after `seconds`. Each signal waits for the test. */
async function accepting(stage: Stage, seconds: number) {
  stage.ports.hold("im.sendSignal");
  const me = team(stage);
  await me.hear(anInvite());
  await me.wait(seconds * 1000);
  await stage.act(() => me.part("call")?.send({ type: "user.accept" }));
  return { me, fails: () => stage.act(() => stage.ports.reject("im.sendSignal", "network")) };
}

export const calleeTests: PlainTests = {
  open: openTeam,
  tests: {
    "R13 gives an accept up when the call has stopped ringing at the caller, and says so": async (stage) => {
      const { me, fails } = await accepting(stage, 5);
      for (let second = 5; second < 30; second += 1) {
        await fails();
        expect([me.is, me.toasts]).toEqual(["single", []]);
        await me.wait(1000);
      }
      await fails();
      expect([me.is, me.toasts, stage.ports.held.rooms]).toEqual(["free", ["callFailed"], []]);
      expect(me.sent()).toEqual([...Array.from({ length: 26 }, () => "accept to Anna"), "hungup to Anna"]);
    },
    "R13 tries an accept once that is pressed in the last seconds of a ring": async (stage) => {
      const { me, fails } = await accepting(stage, 34);
      await fails();
      expect([me.is, me.sent()]).toEqual(["free", ["accept to Anna", "hungup to Anna"]]);
    },
  },
};
