import { expect } from "vitest";
import type { FakePorts } from "../../fakes/ports.ts";
import { anInvite } from "../../fakes/signals.ts";
import { ANNA, BEN, ME, NOON } from "../../fakes/world.ts";
import { openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";
import {
  aCancel,
  aTeamWorld,
  CARA,
  groupInvitation,
  groupInvite,
  LARGER_ROOM,
  MEETING,
  team,
} from "./many-stage.ts";

/** The app of a tab whose earlier page was in a meeting, opened at `path`. */
function back(path: string, roomID = MEETING): Promise<Stage> {
  const leave = (ports: FakePorts) => ports.storage.keepMeeting({ userID: ME, roomID });
  return openHeadless({ world: aTeamWorld(), path, answers: { "im.loginStatus": () => "loggedIn" } }, leave);
}

/** What the user is in after coming back to `path`. */
async function isAfter(path: string, roomID?: string): Promise<string> {
  const stage = await back(path, roomID);
  const { is } = team(stage);
  stage.stop();
  return is;
}

const kept = ({ ports }: Stage) => ports.storage.leftMeeting({ userID: ME });

export const callManagerTests: PlainTests = {
  open: () => back("/conversation"),
  tests: {
    "11-41 a reload on another page leads back to the lobby of the meeting": async (stage) => {
      const me = team(stage);
      expect([me.is, me.call.context.roomID, me.call.context.isNew]).toEqual(["lobby", MEETING, false]);
      expect(kept(stage)).toBe(MEETING);
      await me.press({ type: "user.hangUp" });
      expect([me.is, kept(stage)]).toEqual(["free", null]);
    },
    "11-41 a call that replaces this lobby ends the way back": async (stage) => {
      await stage.act(() => stage.ports.emit.signals(anInvite()));
      expect([team(stage).is, kept(stage)]).toEqual(["single", null]);
    },
    "11-41 a group call that replaces this lobby ends the way back": async (stage) => {
      const me = team(stage);
      await me.hear(groupInvite());
      expect([me.is, kept(stage)]).toEqual(["ringing", null]);
    },
    "11-41 the page of another meeting is not covered by this lobby": async () => {
      expect(await isAfter(`/meeting?roomID=${"b".repeat(32)}`)).toBe("free");
    },
    "11-41 a stored id that is not 32 hex digits leads to no lobby": async () => {
      expect(await isAfter("/conversation", "../x")).toBe("free");
    },
    "R4 an invitation that repeats a rejected call is rejected again": async (stage) => {
      const me = team(stage);
      await me.press({ type: "user.hangUp" });
      await me.hear(anInvite());
      await stage.act(() => me.part("call")?.send({ type: "user.hangUp" }));
      await me.hear(anInvite());
      expect([me.is, me.sent()]).toEqual(["free", ["reject to Anna", "reject to Anna"]]);
    },
    "R4 R25 a repeated invitation to a group call that this user declined is declined again, to each inviter":
      async (stage) => {
        const me = team(stage);
        await me.press({ type: "user.hangUp" });
        await me.hear(groupInvite(), groupInvite(CARA));
        await me.press({ type: "user.hangUp" });
        expect([me.is, me.sent()]).toEqual(["free", ["reject to Anna", "reject to Cara"]]);
        await me.hear(groupInvite());
        await me.hear(groupInvite(CARA));
        expect(me.sent().slice(2)).toEqual(["reject to Anna", "reject to Cara"]);
      },
    "R4 R26 an invitation to a group call that is made after the decline rings, and one that was cancelled is not declined":
      async (stage) => {
        const me = team(stage);
        await me.press({ type: "user.hangUp" });
        await me.hear(groupInvite());
        await me.press({ type: "user.hangUp" });
        await me.hear(groupInvite(ANNA, { extra: { initiateTime: NOON + 1 } }));
        expect([me.is, me.sent()]).toEqual(["ringing", ["reject to Anna"]]);
        await me.press({ type: "user.hangUp" });
        await me.hear(groupInvite(BEN, { roomID: LARGER_ROOM }));
        await me.hear(
          aCancel({ from: BEN, invitation: groupInvitation({ roomID: LARGER_ROOM, inviterUserID: BEN }) }),
        );
        await me.hear(groupInvite(BEN, { roomID: LARGER_ROOM }));
        expect([me.is, me.sent()]).toEqual(["free", ["reject to Anna", "reject to Anna"]]);
      },
  },
};
