import { describe, expect, it } from "vitest";
import { afterPause, afterSignal, type PausedInviter } from "../../../machines/calls/invite-pause.ts";
import { aCancel, aHungup, anInvite } from "../../fakes/signals.ts";

const inviteTo = (roomID: string) => anInvite({ invitation: { roomID } });
const cancelOf = (roomID: string) => aCancel({ invitation: { roomID } });
const paused = (changes: Partial<PausedInviter> = {}): PausedInviter => ({
  roomID: "first",
  initiatedAt: 0,
  isBack: false,
  newest: null,
  pause: 4000,
  ...changes,
});
const back = paused({ isBack: true, newest: inviteTo("second") });

describe("the invitations of one user", () => {
  it.each<
    [
      string,
      PausedInviter | null,
      ReturnType<typeof inviteTo | typeof cancelOf>,
      PausedInviter | null,
      boolean,
    ]
  >([
    ["the first passes", null, inviteTo("first"), paused({ pause: 1000 }), true],
    ["a repeat waits", paused(), inviteTo("first"), paused({ newest: inviteTo("first") }), false],
    ["a new call waits", paused(), inviteTo("second"), back, false],
    ["a repeat does not replace a new call", back, inviteTo("first"), back, false],
    ["the newest call replaces one", back, inviteTo("third"), { ...back, newest: inviteTo("third") }, false],
    ["a cancel drops the waiting call", back, cancelOf("second"), { ...back, newest: null }, true],
    ["a cancel of another call drops nothing", back, cancelOf("first"), back, true],
    ["a cancel alone pauses nobody", null, cancelOf("first"), null, true],
  ])("R22 %s", (_, before, signal, inviter, passes) =>
    expect(afterSignal(before, signal)).toEqual({ inviter, passes }),
  );

  it("R22 R26 one room that is offered again and again rings in pauses up to 16 s", () => {
    const again = (initiateTime: number) =>
      anInvite({ invitation: { roomID: "first", extra: { initiateTime } } });
    let inviter = afterSignal(null, again(1)).inviter;
    const pauses: number[] = [];
    for (let time = 2; inviter && pauses.length < 6; time += 1) {
      inviter = afterPause(afterSignal(inviter, again(time)).inviter ?? inviter).inviter;
      pauses.push(inviter?.pause ?? 0);
    }
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 16_000, 16_000]);
  });

  it("R22 other signals pass during a pause", () => {
    const hungup = aHungup({ invitation: { roomID: "first" } });
    expect(afterSignal(paused(), hungup)).toEqual({ inviter: paused(), passes: true });
  });

  it.each<[string, PausedInviter, PausedInviter | null, ReturnType<typeof inviteTo> | null]>([
    ["a quiet pause ends", paused(), null, null],
    [
      "a repeat passes, and the pause is short again",
      paused({ newest: inviteTo("first") }),
      paused({ pause: 1000 }),
      inviteTo("first"),
    ],
    [
      "a new call passes, and the pause doubles",
      back,
      paused({ roomID: "second", pause: 8000 }),
      inviteTo("second"),
    ],
    ["a cancelled call doubles it too", paused({ isBack: true }), paused({ pause: 8000 }), null],
    [
      "the pause grows to 16 s",
      { ...back, pause: 16_000 },
      paused({ roomID: "second", pause: 16_000 }),
      inviteTo("second"),
    ],
  ])("R22 %s", (_, before, inviter, passing) => expect(afterPause(before)).toEqual({ inviter, passing }));
});
