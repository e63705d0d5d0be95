import { describe, expect, it } from "vitest";
import { NEW_TAKE, nextTake, type Take, type TakeEvent } from "../../../machines/composer/recording-take.ts";

const bytes = new Blob(["sound"]);
const done = (seconds: number): TakeEvent => ({ type: "recorder.done", bytes, seconds });
const started: TakeEvent = { type: "recorder.started" };
const failed: TakeEvent = { type: "recorder.failed", cause: "inCall" };
const finish: TakeEvent = { type: "recorder.finish", levels: [0.5] };
const left: TakeEvent = { type: "recorder.left" };

/** The steps of a new take, and its last state. */
function run(events: readonly TakeEvent[]): { take: Take; steps: string[] } {
  return events.reduce<{ take: Take; steps: string[] }>(
    (before, event) => {
      const { take, step } = nextTake(before.take, event);
      return { take, steps: [...before.steps, step] };
    },
    { take: NEW_TAKE, steps: [] },
  );
}

describe("a recording", () => {
  it.each<[string, readonly TakeEvent[], readonly string[]]>([
    [
      "goes to the recorder while it is there",
      [started, finish, done(3), left],
      ["tell", "finish", "tell", "close"],
    ],
    ["is dropped if the recorder leaves before the stop", [started, left], ["tell", "close"]],
    ["is dropped if the recorder leaves before the start", [left], ["close"]],
    [
      "is kept if the recorder leaves before the last data",
      [started, finish, left, done(3)],
      ["tell", "finish", "nothing", "keep"],
    ],
    ["is kept at the shortest length", [finish, left, done(1)], ["finish", "nothing", "keep"]],
    ["is dropped if it is too short then", [finish, left, done(0.9)], ["finish", "nothing", "close"]],
    ["is not kept if it fails then", [finish, left, failed], ["finish", "nothing", "nothing"]],
    ["releases the microphone after a failure", [started, failed, left], ["tell", "tell", "close"]],
    [
      "releases the microphone after a failure at the stop",
      [started, finish, failed, left],
      ["tell", "finish", "tell", "close"],
    ],
    [
      "releases the microphone if the user stops what a call has ended",
      [started, done(2), finish, left],
      ["tell", "tell", "finish", "close"],
    ],
    ["is over when a call took the microphone", [started, done(2), left], ["tell", "tell", "close"]],
  ])("4-63 %s", (_, events, steps) => {
    expect(run(events).steps).toEqual(steps);
  });

  it("4-63 keeps the loudness of the stop command", () => {
    expect(run([finish, left, done(3)]).take.levels).toEqual([0.5]);
  });
});
