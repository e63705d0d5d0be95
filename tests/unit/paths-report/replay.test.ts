import { readFileSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { createActor, fromCallback } from "xstate";
import { downloadsMachine } from "../../../machines/media/downloads.ts";
import { signInMachine } from "../../../machines/session/sign-in.ts";
import { parseRecording, REDACTED } from "../../paths/report/recording.ts";
import { replay, replayFile } from "../../paths/report/replay.ts";
import { exported, type Noted, recorder } from "./recorded.ts";

const file = (clientMsgID: string) => ({
  clientMsgID,
  fileName: "plan.pdf",
  bytes: 1,
  url: "https://im.test/p",
});

function downloading(): Noted[] {
  const { inspect, messages } = recorder();
  const machine = downloadsMachine.provide({ actors: { download: fromCallback(() => {}) } });
  const actor = createActor(machine, { inspect }).start();
  actor.send({ type: "user.download", file: file("plan") });
  actor.send({ type: "user.download", file: file("notes") });
  actor.send({ type: "download.saved" });
  actor.send({ type: "user.cancelDownload", clientMsgID: "notes" });
  return messages;
}

function signingIn(): Noted[] {
  const { inspect, messages } = recorder();
  const input = { clock: { now: () => 0, newID: () => "1" } };
  const actor = createActor(signInMachine, { inspect, input }).start();
  actor.send({ type: "user.typeEmail", email: "anna@parley.test" });
  actor.send({ type: "user.chooseProof", kind: "code" });
  actor.send({ type: "user.requestCode" });
  return messages;
}

const played = (messages: readonly unknown[]) => replay(parseRecording(exported(messages)));

function say(text: string): { code: number; words: string } {
  const said: string[] = [];
  const code = replayFile(
    "call.json",
    (line) => said.push(line),
    () => text,
  );
  return { code, words: said.join("\n") };
}

/** The recording with `change` applied to the snapshot after that event type. */
function changed(messages: readonly Noted[], type: string, change: Record<string, unknown>): Noted[] {
  return messages.map((message) => {
    const { event, snapshot } = message;
    const isMeant = typeof event === "object" && event !== null && "type" in event && event.type === type;
    if (!isMeant || typeof snapshot !== "object") return message;
    return { ...message, snapshot: { ...snapshot, ...change } };
  });
}

describe("11-07 a recording run as a test", () => {
  it("reproduces the recorded transitions", () => {
    const { actors, differences, unjudged } = played(downloading());
    expect([...actors.values()]).toEqual([4]);
    expect([...differences, ...unjudged]).toEqual([]);
  });

  it("replays charts that read the clock, which is not recorded", () => {
    const { actors, differences, unjudged } = played(signingIn());
    expect([...actors.values()]).toEqual([3]);
    expect([...differences, ...unjudged]).toEqual([]);
  });

  it("reports the actor, event and states of a difference, and continues", () => {
    const recorded = changed(downloading(), "download.saved", { value: "idle" });
    const { actors, differences } = played(recorded);
    const [first, second] = differences;
    expect(first).toMatchObject({ event: "download.saved", expected: "idle", found: "downloading" });
    expect(recorded[first?.index ?? -1]).toMatchObject({ type: "@xstate.snapshot" });
    expect(first?.actor).toMatch(/^downloads x:\d+ of phone 1$/);
    // The changed recording cancels a download in a state without one, which cannot follow.
    expect(second).toMatchObject({ event: "user.cancelDownload" });
    expect([...actors.values()]).toEqual([4]);
  });

  it("reports a different transition to the same state", () => {
    const other = downloading().map((message) =>
      message.type === "charts.transition" && message.eventType === "download.saved"
        ? { ...message, edges: [{ source: "downloading", target: "idle" }] }
        : message,
    );
    expect(played(other).differences).toMatchObject([
      {
        event: "download.saved",
        expected: "the way from downloading to idle",
        found: "the way from downloading to next",
      },
    ]);
  });

  it("does not judge an event with redacted data", () => {
    const hidden = downloading().map((message): Noted => {
      const { event, snapshot } = message;
      const isGivingUp = typeof event === "object" && event !== null && "clientMsgID" in event;
      if (isGivingUp) return { ...message, event: { ...event, clientMsgID: REDACTED } };
      return { ...message, snapshot };
    });
    const { differences, unjudged } = played(hidden);
    expect(differences).toEqual([]);
    expect(unjudged).toMatchObject([{ event: "user.cancelDownload", expected: "idle" }]);
    const { code, words } = say(exported(hidden));
    expect(code).toBe(0);
    expect(words).toContain("1 cannot be judged");
  });

  it("does not judge a chart with redacted context", () => {
    const hidden = changed(downloading(), "user.download", {
      context: { files: REDACTED, share: 0, outcomes: {} },
    });
    expect(played(hidden).differences).toEqual([]);
    expect(played(hidden).unjudged.length).toBeGreaterThan(0);
  });

  it("skips actors with unknown charts and unknown messages", () => {
    const strangers = downloading().map((message) =>
      message.type === "@xstate.actor" ? { ...message, name: "stranger" } : message,
    );
    expect(played([{ type: "parley.mood" }, ...strangers]).actors.size).toBe(0);
    expect(say(exported(strangers))).toMatchObject({
      code: 1,
      words: expect.stringContaining("runs a chart"),
    });
  });
});

describe("11-18 a replay compares what charts do", () => {
  const lesson = (rule: string) =>
    readFileSync(new URL(`../../../public/lessons/${rule}.json`, import.meta.url), "utf8");
  const lessonOf = (rule: string) => replay(parseRecording(lesson(rule)));

  it("finds the rule that a recorded glare did not keep, by its transition", () => {
    const found = lessonOf("r7").differences.map(({ actor, event }) => `${actor.split(" ")[0]} ${event}`);
    expect(found).toEqual(["callManager signal.invite", "callManager signal.invite"]);
  });

  it("finds a rule by the signal that was not sent", () => {
    expect(lessonOf("r10").differences).toMatchObject([
      { event: "callRoom.met", expected: "sent call.keep", found: "sent call.sendSignal, call.keep" },
    ]);
  });

  it("does not judge what is sent if it depends on hidden data", () => {
    expect(lessonOf("r10").unjudged.map(({ event }) => event)).toContain("xstate.done.actor.call");
  });

  it("reports other actions of the same transition", () => {
    const other = downloading().map((message) =>
      message.type === "charts.transition" && message.eventType === "download.saved"
        ? { ...message, edges: [{ source: "downloading", target: "next", actions: ["keep"] }] }
        : message,
    );
    const [difference] = played(other).differences;
    expect(difference).toMatchObject({ event: "download.saved", expected: "the actions keep" });
    expect(difference?.found).not.toContain("keep");
  });

  it("reports an event that was recorded and is not sent any more, and one with another content", () => {
    const sent = (event: Record<string, unknown>): number => {
      const messages = parsedMessages(lesson("r10"));
      const first = messages.find((message) => isOfType(message.event, "call.keep"));
      return played(messages.map((message) => (message === first ? { ...message, event } : message)))
        .differences.length;
    };
    const before = lessonOf("r10").differences.length;
    expect(sent({ type: "call.keep" })).toBe(before);
    expect(sent({ type: "call.unknown" })).toBe(before + 1);
  });
});

function parsedMessages(text: string): Noted[] {
  const { messages } = v.parse(
    v.object({ messages: v.array(v.looseObject({ type: v.string() })) }),
    JSON.parse(text),
  );
  return messages;
}

const isOfType = (event: unknown, type: string) =>
  typeof event === "object" && event !== null && "type" in event && event.type === type;

describe("11-07 the replay output", () => {
  it("names each actor and the number of matching events", () => {
    const { code, words } = say(exported(downloading()));
    expect(code).toBe(0);
    expect(words).toMatch(/^✓ downloads x:\d+ of phone 1: 4 events\n/);
    expect(words).toContain("4 of 4 events did what was recorded, 0 did something else.");
  });

  it("fails on a difference and shows both states", () => {
    const { code, words } = say(exported(changed(downloading(), "download.saved", { value: "idle" })));
    expect(code).toBe(1);
    expect(words).toMatch(/^✗ downloads/);
    expect(words).toMatch(/message \d+: download\.saved\n {2}recorded: idle\n {2}now: {6}downloading/);
  });

  it("explains what is wrong with a broken file", () => {
    expect(say("{")).toEqual({ code: 1, words: "call.json cannot be replayed. It is not JSON." });
    for (const other of ["{}", "[]", "null", '{"format":"other","version":1}'])
      expect(say(other).words).toBe("call.json cannot be replayed. It is not a recording of the inspector.");
    const later = exported([]).replace('"version":1', '"version":2');
    expect(say(later).words).toBe(
      "call.json cannot be replayed. It was exported by another version of the inspector.",
    );
    const broken = [...downloading(), { type: "@xstate.event", phone: "1", createdAt: "1" }];
    expect(say(exported(broken)).words).toMatch(/Message \d+ \(@xstate\.event\): sessionId: /);
    expect(replayFile("no-such-file.json", () => {})).toBe(1);
  });
});
