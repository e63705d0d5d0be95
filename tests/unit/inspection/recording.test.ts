import { describe, expect, it } from "vitest";
import { isOtherVersion, readRecording } from "../../../tools/charts/inspector/reading.ts";
import {
  activePaths,
  Recording,
  recordingOf,
  shownPhones,
  stateWords,
} from "../../../tools/charts/inspector/recording.ts";
import { actor, edge, event, heard, phone, snapshot, stamp } from "./messages.ts";

function lamp(presses: number): Recording {
  const recording = new Recording();
  recording.meet(phone("a", "left"));
  recording.add("a", actor("a/1", "lamp"));
  recording.add("a", snapshot("a/1", "off", { context: { count: 0 } }, "xstate.init"));
  for (let count = 1; count <= presses; count += 1) {
    const [from, to] = count % 2 === 1 ? ["off", "on"] : ["on", "off"];
    recording.add("a", event("a/1", { type: "user.press", count }));
    recording.add("a", edge("a/1", "user.press", from ?? "", to ?? ""));
    recording.add("a", snapshot("a/1", to, { context: { count } }, "user.press"));
  }
  return recording;
}

describe("11-07 a recording", () => {
  it("shows the state at any position", () => {
    const recording = lamp(1000);
    expect(recording.now.get("a/1")).toMatchObject({
      value: "off",
      context: { count: 1000 },
      contextBefore: { count: 999 },
    });
    for (const presses of [0, 1, 2, 399, 400, 777]) {
      const then = recording.at(2 + 3 * presses).get("a/1");
      expect(then).toMatchObject({ value: presses % 2 === 1 ? "on" : "off", context: { count: presses } });
      const last = then?.last === null ? null : recording.log[then?.last ?? -1];
      expect(last?.event ?? null).toEqual(presses === 0 ? null : { type: "user.press", count: presses });
      if (presses > 0) expect(last?.edges).toHaveLength(1);
    }
    expect(recording.at(0).size).toBe(0);
  });

  it("shows the same at a position whatever was looked at before", () => {
    const recording = lamp(1000);
    for (const presses of [900, 3, 899, 900, 901, 133, 0, 999])
      expect(recording.at(2 + 3 * presses).get("a/1")?.context).toEqual({ count: presses });
    recording.at(recording.end - 1);
    recording.clear();
    recording.add("a", snapshot("a/1", "on", { context: { count: -1 } }));
    recording.add("a", snapshot("a/1", "off", { context: { count: -2 } }));
    expect(recording.at(recording.first).get("a/1")?.context).toEqual({ count: 1000 });
    expect(recording.at(recording.first + 1).get("a/1")?.context).toEqual({ count: -1 });
  });

  it("drops its oldest entries when it is too long and stays consistent", () => {
    const recording = lamp(9000);
    expect(recording.end - recording.first).toBeLessThanOrEqual(20_000);
    expect(recording.first).toBeGreaterThan(0);
    expect(recording.now.get("a/1")?.context).toEqual({ count: 9000 });
    const [oldest] = recording.log;
    expect(recording.at(oldest?.at ?? 0).get("a/1")?.value).toMatch(/^(on|off)$/);
    const exported = new Recording();
    for (const { phone: id, message } of recording.whole().messages) exported.add(id, message);
    expect(exported.now.get("a/1")?.context).toEqual({ count: 9000 });
    expect(exported.log).toHaveLength(recording.log.length);
  });

  it("drops ended actors and its log on clear, and keeps the live actors", () => {
    const recording = lamp(3);
    recording.add("a", actor("a/2", "ended"));
    recording.add(
      "a",
      heard({
        ...stamp("a/2"),
        type: "@xstate.snapshot",
        event: { type: "any" },
        snapshot: { status: "done" },
      }),
    );
    recording.add("a", heard({ ...stamp("a"), type: "charts.loss", count: 7 }));
    expect(recording.lost).toBe(7);
    recording.clear();
    expect([recording.log, recording.lost, recording.end - recording.first]).toEqual([[], 0, 0]);
    expect([...recording.now.keys()]).toEqual(["a/1"]);
    expect(recording.now.get("a/1")?.value).toBe("on");
    recording.add("a", event("a/1", { type: "user.press", count: 4 }));
    recording.add("a", snapshot("a/1", "off", { context: { count: 4 } }));
    expect(recording.at(recording.first).get("a/1")?.value).toBe("on");
    expect(recording.log).toHaveLength(1);
  });

  it("is restored from a file, rejects other files and skips unknown messages", () => {
    const recording = lamp(3);
    const file = (messages: unknown[]) =>
      JSON.stringify({ format: "charts-recording", version: 1, phones: [phone("a", "left")], messages });
    const messages = recording.whole().messages.map(({ phone: id, message }) => ({ phone: id, ...message }));
    const read = readRecording(file([...messages, { phone: "a", type: "@xstate.unheard" }, 7, null]));
    expect(read?.messages).toEqual(recording.whole().messages);
    expect(readRecording("{}")).toBeNull();
    expect(readRecording("no JSON")).toBeNull();
    const newer = file([]).replace('"version":1', '"version":2');
    expect(readRecording(newer)).toBeNull();
    expect([newer, file([]), "{}", "no JSON"].map(isOtherVersion)).toEqual([true, false, false, false]);
  });

  it("is opened with all messages of a file, also with more than the inspector keeps of running pages", () => {
    const long = lamp(9000).log.at(-1)?.at ?? 0;
    const messages = Array.from({ length: long }, (_, index) => ({
      phone: "a",
      message: index === 0 ? actor("a/1", "lamp") : event("a/1", { type: "user.press", count: index }),
    }));
    const opened = recordingOf({ phones: [phone("a", "left")], messages, marks: [] });
    expect(long).toBeGreaterThan(20_000);
    expect([opened.first, opened.end, opened.log.length]).toEqual([0, long, long - 1]);
    expect(opened.log[0]?.event).toEqual({ type: "user.press", count: 1 });
  });
});

describe("11-04 a page", () => {
  const seen = (recording: Recording, count = recording.end) =>
    shownPhones(recording.phones.values(), recording.at(count)).map(({ id }) => id);

  /** Opens another page with the same name. */
  function openAgain(recording: Recording): void {
    recording.meet(phone("b", "left"));
    recording.add("b", actor("b/1", "lamp"));
  }

  it("is replaced after a reload, and its earlier state is still visible in the past", () => {
    const recording = lamp(1);
    recording.close("a", 1);
    expect(recording.now.get("a/1")?.status).toBe("stopped");
    expect(seen(recording)).toEqual(["a"]);
    const closed = recording.end;
    openAgain(recording);
    expect(seen(recording)).toEqual(["b"]);
    expect(seen(recording, closed - 1)).toEqual(["a"]);
    expect(recording.at(closed - 1).get("a/1")?.status).toBe("active");
  });

  it("is shown beside a second page of the same name", () => {
    const recording = lamp(1);
    openAgain(recording);
    expect([recording.now.get("a/1")?.status, recording.now.get("b/1")?.status]).toEqual([
      "active",
      "active",
    ]);
    expect(seen(recording)).toEqual(["a", "b"]);
    recording.close("b", 1);
    expect(seen(recording)).toEqual(["a"]);
  });

  it("11-05 lists every active state with its parents, and parallel regions side by side", () => {
    expect(activePaths({ inRoom: { joining: "linking" } })).toEqual([
      "inRoom",
      "inRoom.joining",
      "inRoom.joining.linking",
    ]);
    expect(activePaths({ link: "online", page: "visible" })).toEqual([
      "link",
      "link.online",
      "page",
      "page.visible",
    ]);
    expect(stateWords({ inRoom: { joining: "linking" } })).toBe("inRoom.joining.linking");
    expect(stateWords({ link: "online", page: {} })).toBe("link.online + page");
  });
});
