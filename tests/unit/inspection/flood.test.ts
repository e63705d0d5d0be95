import { describe, expect, it } from "vitest";
import { filterLog } from "../../../tools/charts/inspector/EventLog.tsx";
import { createInbox } from "../../../tools/charts/inspector/inbox.ts";
import type { PlainEvent } from "../../../tools/charts/inspector/messages.ts";
import { type Heard, readMessage } from "../../../tools/charts/inspector/reading.ts";
import { Recording } from "../../../tools/charts/inspector/recording.ts";

/** Attack 14: a page sends an inspector 20 000 false messages. */
const FLOOD = 20_000;

function heard(message: { [key: string]: unknown }): Heard {
  const read = readMessage({ rootId: "", createdAt: "1", ...message });
  if (!read) throw new Error(`nobody understands ${JSON.stringify(message)}`);
  return read;
}
const actor = (sessionId: string, rest: { [key: string]: unknown } = {}) =>
  heard({ type: "@xstate.actor", sessionId, name: "lamp", snapshot: { value: "on" }, ...rest });

/** An inbox whose clock advances by one millisecond for each item taken. */
function anInbox() {
  const taken: string[] = [];
  const lost = new Map<string, number>();
  const frames: (() => void)[] = [];
  let time = 0;
  const inbox = createInbox<number>({
    take(sender, item) {
      taken.push(`${sender}${item}`);
      time += 1;
    },
    lose: (sender, count) => lost.set(sender, (lost.get(sender) ?? 0) + count),
    now: () => time,
    soon: (callback) => frames.push(callback),
  });
  const run = (most = Number.POSITIVE_INFINITY) => {
    let count = 0;
    for (; count < most && frames.length > 0; count += 1) frames.shift()?.();
    return count;
  };
  return { inbox, taken, lost, run };
}

describe("11-10 incoming messages of an inspector", () => {
  it("are processed in order over many short frames", () => {
    const { inbox, taken, run } = anInbox();
    for (let item = 0; item < 1000; item += 1) inbox.put("a", item);
    expect(taken).toEqual([]);
    run(1);
    expect(taken.length).toBeLessThanOrEqual(50);
    expect(run()).toBeGreaterThan(10);
    expect(taken).toEqual(Array.from({ length: 1000 }, (_, item) => `a${item}`));
  });

  it("are dropped and counted if one page sends too many, without delaying other pages", () => {
    const { inbox, taken, lost, run } = anInbox();
    for (let item = 0; item < FLOOD; item += 1) inbox.put("loud", item);
    inbox.put("calm", 1);
    run(2);
    expect(taken).toContain("calm1");
    run();
    expect(taken.length - 1 + (lost.get("loud") ?? 0)).toBe(FLOOD);
    expect(lost.get("loud")).toBeGreaterThan(FLOOD / 2);
    inbox.put("loud", 7);
    run();
    expect(taken.at(-1)).toBe("loud7");
  });

  it("are kept for only a few of many invented pages", () => {
    const { inbox, taken, lost, run } = anInbox();
    for (let item = 0; item < FLOOD; item += 1) inbox.put(`page ${item} `, item);
    run();
    expect(taken.length).toBeLessThan(100);
    expect(taken.length + lost.size).toBe(FLOOD);
  });

  it("are dropped when another recording is shown", () => {
    const { inbox, taken, run } = anInbox();
    inbox.put("a", 1);
    inbox.clear();
    run();
    expect(taken).toEqual([]);
  });
});

describe("11-10 limits of a recording", () => {
  it("allow 1000 actors and count the lost ones", () => {
    const recording = new Recording();
    for (let count = 0; count < FLOOD; count += 1) recording.add("a", actor(`a/${count}`));
    expect(recording.now.size).toBeLessThanOrEqual(1000);
    expect(recording.now.size + recording.lost).toBe(FLOOD);
    recording.add("b", actor("b/1"));
    expect(recording.now.get("b/1")).toMatchObject({ status: "active" });
    // Ended actors make room.
    recording.close("a", 1);
    recording.add("a", actor("a/new"));
    expect(recording.now.get("a/new")).toMatchObject({ status: "active" });
  });

  it("allow a few pages and drop closed pages first", () => {
    const recording = new Recording();
    const meet = (id: string) => recording.meet({ id, name: id, takesEvents: false });
    meet("open");
    recording.add("open", actor("open/1"));
    for (let count = 0; count < FLOOD; count += 1) meet(`page ${count}`);
    expect(recording.phones.size).toBeLessThanOrEqual(16);
    expect(recording.phones.has("open")).toBe(true);
    expect(recording.phones.has(`page ${FLOOD - 1}`)).toBe(true);
  });

  it("allow 100 edges for each event", () => {
    const recording = new Recording();
    recording.add("a", actor("a/1"));
    recording.add("a", heard({ type: "@xstate.event", sessionId: "a/1", event: { type: "user.press" } }));
    const edge = heard({
      type: "charts.transition",
      sessionId: "a/1",
      eventType: "user.press",
      edges: [{ source: "on", target: "off" }],
    });
    for (let count = 0; count < 5000; count += 1) recording.add("a", edge);
    expect(recording.log[0]?.edges).toHaveLength(100);
  });
});

describe("11-10 D13 log search", () => {
  const logOf = (events: readonly PlainEvent[]) => {
    const recording = new Recording();
    recording.add("a", actor("a/1", { id: "lamp" }));
    for (const event of events) recording.add("a", heard({ type: "@xstate.event", sessionId: "a/1", event }));
    return recording;
  };
  const find = (recording: Recording, text: string) =>
    filterLog(
      recording.log,
      {
        filter: { isOfChosen: false, kind: "", text, withLives: false },
        chosen: null,
      },
      recording.now,
    ).map(({ event }) => event.type);

  it("finds names, values and actors in any case", () => {
    const recording = logOf([
      { type: "user.press", switch: { name: "Kitchen" } },
      { type: "power.cut", rooms: ["hall", { floor: 7 }] },
    ]);
    expect(find(recording, "kitchen")).toEqual(["user.press"]);
    expect(find(recording, "SWITCH")).toEqual(["user.press"]);
    expect(find(recording, "hall")).toEqual(["power.cut"]);
    expect(find(recording, "7")).toEqual(["power.cut"]);
    expect(find(recording, "lamp")).toEqual(["power.cut", "user.press"]);
    expect(find(recording, "cellar")).toEqual([]);
  });

  it("reads each event once, and only the beginning of a very large one", () => {
    let reads = 0;
    const counted = new Proxy(
      { word: "found" },
      {
        ownKeys(target) {
          reads += 1;
          return Reflect.ownKeys(target);
        },
      },
    );
    const huge = Array.from({ length: 100_000 }, (_, index) => ({ index, text: "x".repeat(50) }));
    const recording = logOf([
      { type: "user.press", huge },
      { type: "power.cut", counted },
    ]);
    const before = reads;
    for (const text of ["f", "fo", "fou", "foun", "found"]) find(recording, text);
    expect(reads - before).toBe(1);
    expect(find(recording, "found")).toEqual(["power.cut"]);
    expect(find(recording, "99999")).toEqual([]);
  });
});
