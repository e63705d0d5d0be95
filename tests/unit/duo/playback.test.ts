import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { playingMachine } from "../../../src/duo/playback/playing.ts";
import { flightsOf, type Step, type StepWords, stepAt, stepsOf } from "../../../src/duo/playback/steps.ts";
import { type Still, stillOf } from "../../../src/duo/playback/still.ts";
import { restoreApp, restoreCall } from "../../../src/duo/screen/restored.ts";
import { readRecording } from "../../../tools/charts/inspector/reading.ts";
import type { Recording } from "../../../tools/charts/inspector/recording.ts";
import { lessonFile, opened, type RecordedFile } from "./recorded.ts";

const words: StepWords = {
  sent: (phone, signal) => `${phone} sends ${signal}`,
  arrives: (phone, signal, sender) => `${signal} of ${sender} reaches ${phone}`,
  confirmed: (phone) => `confirmed to ${phone}`,
  failed: (phone) => `failed for ${phone}`,
  timer: (phone, name) => `timer ${name} of ${phone}`,
  user: (phone, event) => `${phone}: ${event}`,
};

const phones = (recording: Recording) => [...recording.phones.values()];

/** What each phone shows after the step with that sentence. */
function shownAfter(recording: Recording, says: string): Record<string, Still["shows"]> {
  const step = stepsOf(recording, words).findLast((one) => one.says === says);
  if (!step) throw new Error(`There is no step "${says}"`);
  const picture = recording.at(step.moment);
  return Object.fromEntries(phones(recording).map((phone) => [phone.name, stillOf(picture, phone, 0).shows]));
}

const mark = (at: number, kind: string, rest: object = {}) => ({ at, kind, says: `${kind}.`, ...rest });

function withMarks(marks: unknown[]): RecordedFile {
  return { ...lessonFile("r7"), marks };
}

describe("11-63 the marks of a recording", () => {
  const read = (marks: unknown[]) => readRecording(JSON.stringify(withMarks(marks)))?.marks;

  it("are read in the order of the messages, without those that nobody understands", () => {
    const early = mark(0, "user", { phone: "mia" });
    const late = mark(4, "lost", { phone: "anna", signal: "invite" });
    const strange = [
      mark(-1, "user"),
      mark(0.5, "user"),
      mark(0, "explodes"),
      { ...early, says: "x".repeat(401) },
      { ...early, phone: 7 },
      null,
    ];
    expect(read([late, ...strange, early])).toEqual([early, late]);
  });

  it("keep their place if messages before them are not known, or if there are too few", () => {
    const file = withMarks([mark(3, "user"), mark(1e9, "timer")]);
    file.messages.splice(1, 0, { type: "unheard of" });
    const found = readRecording(JSON.stringify(file));
    expect(found?.marks.map(({ at }) => at)).toEqual([2, found?.messages.length]);
  });

  it("are at most 5000", () => {
    expect(read(Array.from({ length: 6000 }, () => mark(0, "user")))).toHaveLength(5000);
  });

  it("are none in a recording of an older explorer, and are exported again", () => {
    const { marks, ...older } = lessonFile("r9");
    expect(readRecording(JSON.stringify(older))?.marks).toEqual([]);
    expect(opened(lessonFile("r9")).whole().marks).toEqual(marks);
  });

  it("are gone with the messages that the inspector forgets", () => {
    const recording = opened(lessonFile("r9"));
    recording.clear();
    expect(recording.marks).toEqual([]);
  });
});

describe("11-63 the steps of a recording", () => {
  it.each(["r7", "r9", "r10"])("begin before everything and end with the last message of %s", (name) => {
    const recording = opened(lessonFile(name));
    const steps = stepsOf(recording, words);
    const moments = steps.map(({ moment }) => moment);
    expect(steps[0]).toMatchObject({ kind: "start", says: "" });
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(moments.at(-1)).toBe(recording.end);
  });

  it("have what is sent and what follows as effects of the act before it", () => {
    const steps = stepsOf(opened(lessonFile("r9")), words);
    expect(steps.find(({ says }) => says === "Anna accepts the call.")).toMatchObject({
      kind: "user",
      phone: "anna",
      effects: [{ kind: "sent", says: "Anna sends accept a101.", phone: "anna" }],
    });
  });

  it("name the call whose chart to show, and the call manager after the call", () => {
    const recording = opened(lessonFile("r9"));
    const charts = stepsOf(recording, words).map(
      ({ actor }) => actor && `${recording.now.get(actor)?.phone} ${recording.now.get(actor)?.name}`,
    );
    expect(charts.slice(0, 3)).toEqual([null, "mia caller", "mia caller"]);
    expect(charts.slice(-2)).toEqual(["mia callManager", "anna callManager"]);
  });

  it("are what charts heard from users, timers and other pages, if a recording has no marks", () => {
    const { messages, ...rest } = lessonFile("r9");
    const steps = stepsOf(opened({ ...rest, messages, marks: [] }), words);
    expect(steps.slice(1, 4).map(({ says, effects }) => [says, ...effects.map((one) => one.says)])).toEqual([
      ["mia: user.call", "mia sends invite"],
      ["invite of mia reaches anna"],
      ["timer repeatPause of mia", "mia sends invite"],
    ]);
    expect(steps.map(({ says }) => says)).toContain("timer waitTimeout of mia");
    expect(steps.at(-1)?.says).toBe("hungup of mia reaches anna");
  });

  it("are in the order of their times, also if the pages have sent them in batches", () => {
    const at = (phone: string, createdAt: number) => ({ phone, sessionId: phone, createdAt: `${createdAt}` });
    const press = (phone: string, time: number) => ({
      ...{ ...at(phone, time), type: "@xstate.event", event: { type: "user.press", time } },
    });
    const lamp = (phone: string) => ({
      ...{ ...at(phone, 1), type: "@xstate.actor", name: "lamp", snapshot: { value: "off" } },
    });
    const file = {
      ...{ format: "charts-recording", version: 1, exported: "", marks: [] },
      phones: ["a", "b"].map((id) => ({ id, name: id, takesEvents: false })),
      messages: [lamp("a"), lamp("b"), ...[10, 40, 30].map((time) => press("a", time)), press("b", 20)],
    };
    const recording = opened(file);
    const steps = stepsOf(recording, words);
    expect(steps.map(({ says }) => says)).toEqual([
      ...["", "a: user.press", "b: user.press", "a: user.press", "a: user.press"],
    ]);
    const moments = steps.map(({ moment }) => moment);
    expect(moments).toEqual([2, 3, 4, 5, 6]);
    expect(recording.log.map(({ event }) => event.time)).toEqual([10, 20, 40, 30]);
  });

  it("are found by a moment in them", () => {
    const steps = stepsOf(opened(lessonFile("r7")), words);
    const [first, second] = steps.map(({ moment }) => moment);
    expect(stepAt(steps, 0)).toBe(0);
    expect(stepAt(steps, first ?? 0)).toBe(0);
    expect(stepAt(steps, (first ?? 0) + 1)).toBe(1);
    expect(stepAt(steps, second ?? 0)).toBe(1);
    expect(stepAt(steps, 1e9)).toBe(steps.length - 1);
  });
});

describe("11-63 signals on their way", () => {
  const file = withMarks([
    mark(0, "user", { phone: "mia" }),
    mark(1, "sent", { phone: "mia", signal: "invite" }),
    mark(2, "lost", { phone: "anna", signal: "invite" }),
    mark(3, "timer", { phone: "mia" }),
    mark(4, "sent", { phone: "mia", signal: "invite" }),
    mark(5, "arrives", { phone: "anna", signal: "invite" }),
    mark(6, "arrives", { phone: "anna2", signal: "invite" }),
    mark(7, "arrives", { phone: "anna", signal: "invite" }),
    mark(8, "arrives", { phone: "anna", signal: "never sent" }),
  ]);

  it("go from the step that sent them to the one where they arrive or are lost", () => {
    const from = (step: number, to: number, phone: string, isLost = false) => ({
      from: { step, phone: "mia" },
      to: { step: to, phone },
      isLost,
    });
    expect(flightsOf(stepsOf(opened(file), words))).toEqual([
      from(1, 2, "anna", true),
      from(3, 4, "anna"),
      from(1, 5, "anna2"),
      from(3, 6, "anna"),
    ]);
  });

  it("cross in the lesson about two users who call each other", () => {
    const steps = stepsOf(opened(lessonFile("r7")), words);
    const says = ({ step }: { step: number }) => (steps[step] as Step).says;
    const arrived = flightsOf(steps).map(({ from, to }) => [from.phone, to.phone, says(to)]);
    expect(arrived).toContainEqual(["mia", "anna", "The invite a101 of mia reaches anna."]);
    expect(arrived).toContainEqual(["anna", "mia", "The invite b101 of anna reaches mia."]);
  });
});

describe("11-63 what a phone shows", () => {
  it("is the call of its user: R9", () => {
    const recording = opened(lessonFile("r9"));
    const ringing = shownAfter(recording, "The invite a101 of mia reaches anna.");
    expect(ringing.mia).toMatchObject({ what: "call", chart: "caller" });
    expect(ringing.anna).toMatchObject({
      what: "call",
      chart: "callee",
      value: "ringing",
      context: { participant: { userInfo: { nickname: "mia" } } },
    });
    const cancelled = shownAfter(recording, "The cancel a101 of mia reaches anna.");
    expect(cancelled.mia).toEqual({
      what: "rest",
      ended: { reason: "noAnswer", isOutgoing: true, startedAt: null },
    });
    expect(cancelled.anna).toMatchObject({ what: "call", value: { accepting: "answering" } });
  });

  it("is a timer that stands at the recorded time", () => {
    const recording = opened(lessonFile("r10"));
    const step = stepsOf(recording, words).findLast(({ kind }) => kind === "timer");
    const now = recording.timeAt(step?.moment ?? 0);
    const shows = stillOf(recording.at(step?.moment ?? 0), { id: "mia", name: "mia" }, now).shows;
    if (shows.what !== "call") throw new Error("mia is in no call");
    expect(Math.round((now - (shows.context.startedAt ?? 0)) / 1000)).toBe(35);
  });

  it("has the states of all charts of the call, and takes and sends nothing", () => {
    const shows = shownAfter(opened(lessonFile("r10")), "Mia hears that the other user is in room a101.").mia;
    if (shows?.what !== "call") throw new Error("mia is in no call");
    const manager = restoreCall(shows);
    const call = manager.getSnapshot().children.call;
    const room = call?.getSnapshot().children.callRoom;
    const microphone = room?.getSnapshot().children.mediaSession?.getSnapshot().children.microphone;
    expect(call?.getSnapshot().hasTag("connected")).toBe(true);
    expect(microphone?.getSnapshot().context.isWanted).toBe(true);
    call?.send({ type: "user.hangUp" });
    microphone?.send({ type: "user.toggle" });
    expect(call?.getSnapshot().hasTag("connected")).toBe(true);
    expect(microphone?.getSnapshot().context.isWanted).toBe(true);
    const app = restoreApp({ now: 5, name: "mia", shows }, "en");
    expect(app.getSnapshot().context.clock.now()).toBe(5);
  });

  /** The shown call after a change of every snapshot of a callee. */
  const changed = (change: (snapshot: Record<string, unknown>) => void) => {
    const file = JSON.parse(JSON.stringify(lessonFile("r9")), (_, value: unknown) => {
      const isCall = typeof value === "object" && value !== null && "value" in value && "context" in value;
      if (isCall && value.value === "ringing") change(value);
      return value;
    });
    return shownAfter(opened(file), "The invite a101 of mia reaches anna.").anna;
  };

  it.each<[string, (snapshot: Record<string, unknown>) => void]>([
    ["no context", (snapshot) => Object.assign(snapshot, { context: null })],
    ["another participant", (snapshot) => Object.assign(snapshot.context ?? {}, { participant: "mia" })],
    ["a start that is no time", (snapshot) => Object.assign(snapshot.context ?? {}, { startedAt: "now" })],
    ["a state of functions of lists", (snapshot) => Object.assign(snapshot, { value: { ringing: 7 } })],
  ])("is no call if the recording has %s", (_, change) => {
    expect(changed(change)).toEqual({ what: "other" });
  });

  it("cannot be restored for a state that the chart does not have", () => {
    const shows = changed((snapshot) => Object.assign(snapshot, { value: { ringing: "loudly" } }));
    if (shows?.what !== "call") throw new Error("anna is in no call");
    expect(() => restoreCall(shows)).toThrow(/loudly/);
  });

  it("has no addresses of pictures, and short names", () => {
    const shows = changed(({ context }) =>
      Object.assign(context ?? {}, {
        participant: {
          userInfo: { userID: "1", nickname: "m".repeat(999), faceURL: "https://elsewhere.test/x.png" },
        },
      }),
    );
    expect(JSON.stringify(shows)).not.toContain("elsewhere");
    expect(shows).toMatchObject({ context: { participant: { userInfo: { nickname: "m".repeat(80) } } } });
  });
});

describe("11-63 playing", () => {
  const play = () => {
    const clock = new SimulatedClock();
    const playing = createActor(playingMachine, { clock }).start();
    playing.send({ type: "recording.opened", last: 3 });
    const step = () => playing.getSnapshot().context.step;
    return { playing, clock, step, isPlaying: () => playing.getSnapshot().matches("playing") };
  };

  it("goes step by step within the recording", () => {
    const { playing, step } = play();
    playing.send({ type: "user.goBy", count: -1 });
    expect(step()).toBe(0);
    playing.send({ type: "user.goBy", count: 1 });
    expect(step()).toBe(1);
    playing.send({ type: "user.goTo", step: 99 });
    expect(step()).toBe(3);
    playing.send({ type: "user.goBy", count: 1 });
    expect(step()).toBe(3);
  });

  it("plays to the end, stops there, and starts again from the beginning", () => {
    const { playing, clock, step, isPlaying } = play();
    playing.send({ type: "user.togglePlay" });
    clock.increment(1600);
    expect([step(), isPlaying()]).toEqual([1, true]);
    clock.increment(1600);
    clock.increment(1600);
    expect([step(), isPlaying()]).toEqual([3, false]);
    playing.send({ type: "user.togglePlay" });
    expect([step(), isPlaying()]).toEqual([0, true]);
  });

  it("stops when the user pauses, steps or opens another recording", () => {
    const { playing, clock, step, isPlaying } = play();
    for (const event of [
      { type: "user.togglePlay" },
      { type: "user.goBy", count: 1 },
      { type: "user.goTo", step: 1 },
      { type: "recording.opened", last: 2 },
    ] as const) {
      playing.send({ type: "recording.opened", last: 3 });
      playing.send({ type: "user.togglePlay" });
      playing.send(event);
      const before = step();
      clock.increment(10_000);
      expect([step(), isPlaying()]).toEqual([before, false]);
    }
  });
});
