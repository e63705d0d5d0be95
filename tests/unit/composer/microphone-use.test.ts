import { describe, expect, it } from "vitest";
import {
  type MicrophoneEvent,
  nextMicrophone,
  openedWith,
} from "../../../machines/composer/microphone-use.ts";

const opened: MicrophoneEvent = { type: "microphone.opened" };
const denied: MicrophoneEvent = { type: "microphone.failed", cause: "denied" };
const stopped: MicrophoneEvent = { type: "microphone.stopped", isEmpty: false };
const empty: MicrophoneEvent = { type: "microphone.stopped", isEmpty: true };
const call: MicrophoneEvent = { type: "call.began" };
const finished: MicrophoneEvent = { type: "user.finished" };
const left: MicrophoneEvent = { type: "user.left" };

/** The steps and reports of a new recording: the first before any event. */
function steps(events: readonly MicrophoneEvent[], calls = 0): string[] {
  let next = openedWith(calls);
  const all = [next];
  for (const event of events) {
    next = nextMicrophone(next.use, event);
    all.push(next);
  }
  return all.map(({ step, tell }) => (tell ? `${step} ${tell}` : step));
}

describe("the microphone of a recording", () => {
  it.each<[string, readonly MicrophoneEvent[], readonly string[]]>([
    ["records until the user finishes", [opened, finished, stopped], ["record", "finish", "release done"]],
    ["is gone during the recording: the data is kept", [opened, stopped], ["record", "release done"]],
    ["gives no data", [opened, finished, empty], ["record", "finish", "release failing"]],
    ["is denied", [denied], ["release denied"]],
    ["cannot record", [opened, denied], ["record", "release denied"]],
    ["is released when the user leaves", [opened, left, stopped], ["record", "release", "nothing"]],
    ["is released if it opens after the user has left", [left, opened], ["release", "release"]],
    ["reports no refusal after the user has left", [left, denied], ["release", "nothing"]],
    ["has nothing to finish before it opens", [finished, opened], ["nothing", "record"]],
    ["goes to a call: the data is kept", [opened, call, stopped], ["record", "finish", "release done"]],
    ["goes to a call before any data", [opened, call, empty], ["record", "finish", "release inCall"]],
    ["goes to a call before it opens", [call, opened], ["release inCall", "release"]],
    ["goes to a call after the recording", [opened, stopped, call], ["record", "release done", "nothing"]],
  ])("5-19 %s", (_, events, expected) => {
    expect(steps(events)).toEqual(["nothing", ...expected]);
  });

  it("5-19 does not open during calls", () => {
    expect(steps([opened], 1)).toEqual(["release inCall", "release"]);
  });
});
