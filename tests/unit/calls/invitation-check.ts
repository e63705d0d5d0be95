import { expect } from "vitest";
import { aMember, BEN } from "../../fakes/world.ts";
import type { PlainTests } from "../plain-tests.ts";
import { groupInvite, openTeam, rung } from "./many-stage.ts";

export const invitationCheckTests: PlainTests = {
  open: openTeam,
  tests: {
    "11-46 R2 gives up an inviter who cannot be looked up for half a minute, and checks the next": async (
      stage,
    ) => {
      stage.ports.hold("im.loadMembersByID");
      const me = await rung(stage);
      for (let failures = 1; failures < 30; failures++) {
        await stage.act(() => stage.ports.reject("im.loadMembersByID", "network"));
        await me.wait(1000);
      }
      await stage.act(() => stage.ports.reject("im.loadMembersByID", "network"));
      await me.wait(1000);
      expect([stage.ports.pending("im.loadMembersByID").length, me.is]).toEqual([0, "free"]);
      await me.hear(groupInvite(BEN, {}, stage.ports.platform.now()));
      await stage.act(() => stage.ports.resolve("im.loadMembersByID", [aMember({ userID: BEN })]));
      expect(me.is).toBe("ringing");
    },
  },
};
