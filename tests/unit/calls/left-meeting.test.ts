import { expect, it } from "vitest";
import type { FakePorts } from "../../fakes/ports.ts";
import { anInvite } from "../../fakes/signals.ts";
import { aWorld, ME } from "../../fakes/world.ts";
import { openHeadless, type Stage } from "../../paths/stage.ts";
import { MEETING, team } from "./many-stage.ts";

const OTHER = "b".repeat(32);

/** The app of a tab whose earlier page was in the meeting, opened at `path`. */
async function back(path: string, use: (stage: Stage) => Promise<void>): Promise<void> {
  const leave = (ports: FakePorts) => ports.storage.keepMeeting({ userID: ME, roomID: MEETING });
  const stage = await openHeadless(
    { world: aWorld(), path, answers: { "im.loginStatus": () => "loggedIn" } },
    leave,
  );
  await use(stage);
  stage.stop();
}

const kept = ({ ports }: Stage) => ports.storage.leftMeeting({ userID: ME });

it("11-41 a reload on another page leads back to the lobby of the meeting", () =>
  back("/conversation", async (stage) => {
    const me = team(stage);
    expect([me.is, me.call.context.roomID, me.call.context.isNew]).toEqual(["lobby", MEETING, false]);
    expect(kept(stage)).toBe(MEETING);
    await me.press({ type: "user.hangUp" });
    expect([me.is, kept(stage)]).toEqual(["free", null]);
  }));

it("11-41 a call that replaces this lobby ends the way back", () =>
  back("/conversation", async (stage) => {
    await stage.act(() => stage.ports.emit.signals(anInvite()));
    expect([team(stage).is, kept(stage)]).toEqual(["single", null]);
  }));

it("11-41 the page of another meeting is not covered by this lobby", () =>
  back(`/meeting?roomID=${OTHER}`, async (stage) => {
    expect(team(stage).is).toBe("free");
  }));
