import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { callsIn } from "../../../src/inspector/signals.ts";
import { Recording } from "../../../tools/charts/inspector/recording.ts";
import { enteredState, viewingMachine } from "../../../tools/charts/inspector/viewing.ts";
import { actor, phone, snapshot } from "./messages.ts";

describe("11-05 the state that is shown", () => {
  const edge = (source: string, target: string) => ({ source, target, actions: [] });
  const active = ["room", "room.joined", "room.joined.steady", "sound", "sound.playing"];

  it.each([
    [
      "the state that the event entered, not the last region",
      [edge("room.joining", "room.joined.steady")],
      "room.joined.steady",
    ],
    [
      "the innermost state below the one that was entered",
      [edge("room.joining", "room.joined")],
      "room.joined.steady",
    ],
    [
      "the last of several",
      [edge("", "room.joined"), edge("sound.silent", "sound.playing")],
      "sound.playing",
    ],
    ["the last of several targets", [edge("", "room.joined sound.playing")], "sound.playing"],
    ["none, if nothing was entered", [edge("room.joined", "")], null],
    ["none, if the state was left since", [edge("", "room.leaving")], null],
  ])("is %s", (_, edges, expected) => {
    expect(enteredState(active, edges)).toBe(expected);
  });
});

describe("11-05 the chart at the front", () => {
  const open = () => {
    const viewing = createActor(viewingMachine).start();
    const chosen = () => viewing.getSnapshot().context.chosen;
    const calls = (...sessionIds: string[]) => viewing.send({ type: "recording.front", sessionIds });
    /** The shown moment; null for the newest one. */
    const moment = () => {
      const snapshot = viewing.getSnapshot();
      return snapshot.matches("past") ? snapshot.context.moment : null;
    };
    return { send: viewing.send, chosen, calls, moment };
  };

  it("is that of a call that begins, and stays until the next call", () => {
    const { chosen, calls } = open();
    calls();
    expect(chosen()).toBeNull();
    calls("left/caller");
    calls("left/caller", "right/callee");
    expect(chosen()).toBe("left/caller");
    calls();
    expect(chosen()).toBe("left/caller");
    calls("right/caller");
    expect(chosen()).toBe("right/caller");
  });

  it("is what the user chooses during a call", () => {
    const { send, chosen, calls } = open();
    calls("left/caller");
    send({ type: "user.choose", sessionId: "left/connection" });
    calls("left/caller", "right/callee");
    expect(chosen()).toBe("left/connection");
  });

  it("does not change while the user looks at an earlier moment", () => {
    const { send, chosen, calls } = open();
    send({ type: "user.lookBack", moment: 3 });
    calls("left/caller");
    send({ type: "user.goLive" });
    calls("left/caller", "right/callee");
    expect(chosen()).toBeNull();
  });

  it("11-63 is that of the actor that acted in a played step, at its moment", () => {
    const { send, chosen, moment } = open();
    send({ type: "playback.moved", moment: 7, sessionId: "mia/caller" });
    expect([chosen(), moment()]).toEqual(["mia/caller", 7]);
    send({ type: "playback.moved", moment: 3, sessionId: null });
    expect([chosen(), moment()]).toEqual(["mia/caller", 3]);
    send({ type: "user.goLive" });
    expect(moment()).toBeNull();
  });

  it("finds the calls of all phones", () => {
    const recording = new Recording();
    recording.meet(phone("a", "left"));
    recording.add("a", actor("a/1", "session"));
    recording.add("a", snapshot("a/1", "ready"));
    recording.add("a", actor("a/2", "caller"));
    recording.add("a", snapshot("a/2", "inRoom"));
    recording.add("a", actor("a/3", "groupCall"));
    recording.add("a", snapshot("a/3", "over", { status: "done" }));
    expect(callsIn(recording.now)).toEqual(["a/2"]);
  });
});
