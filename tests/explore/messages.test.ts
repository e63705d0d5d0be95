import { describe, expect, it } from "vitest";
import { readRecording } from "../../tools/charts/inspector/reading.ts";
import { withEdit } from "../charts/mutants.ts";
import { isEverything } from "../everything.ts";
import { exploreWhole, findSmallest, spaceIn } from "./common/counterexamples.ts";
import type { Space } from "./common/space.ts";
import { tell } from "./common/tell.ts";
import { claims } from "./messages/claims.ts";
import { SLICES } from "./messages/spaces.ts";

/** The space that takes as long as all others together. */
const LONG = "a reader has two devices, deletes a message, and a line is cut";

describe("11-14 every interleaving of messages", () => {
  const seen = new Set<string>();

  it.each(isEverything ? SLICES : SLICES.filter(({ name }) => name !== `messages: ${LONG}`))(
    "breaks no claim: $name",
    async (space) => {
      const { told, isFinished, seen: met } = await exploreWhole(space);
      expect(told).toBe("");
      expect(isFinished).toBe(true);
      for (const claim of met) seen.add(claim);
    },
  );

  it("meets each kind of loss, and each way in which it is repaired", () => {
    expect(Object.keys(claims.sometimes).filter((claim) => !seen.has(claim))).toEqual([]);
  });
});

describe("11-14 a rule for messages that is taken out of a chart", () => {
  it.each([
    [
      "a failed message stays failed after a reload",
      "outbox",
      "on outgoingMessage.failed actions: drop #1",
      "one page is closed",
      "8-36 a failed message is sent without Retry",
    ],
    [
      "a chat shows the messages of the outbox",
      "history",
      "tail.attached entry: drop",
      "one request fails",
      "11-19 a stored message is missing in a chat",
    ],
    [
      "Retry sends a failed message",
      "outgoingMessage",
      "failed on outbox.retry: drop",
      "one request fails",
      "8-36 Retry sends nothing",
    ],
    [
      "the newest page is read after a sync",
      "history",
      "tail.attached on im.syncFinished: drop",
      "a new device",
      "11-19 a stored message is missing in a chat",
    ],
    [
      "the newest page is read again after a failure",
      "history",
      "tail.attached.behind after catchUpPause: drop",
      "a new device, and a read fails",
      "11-19 a stored message is missing in a chat",
    ],
    [
      "an uploaded file asks for its turn",
      "outgoingMessage",
      "queued entry: drop #3",
      "files are sent and a line is cut",
      "8-36 a sent text is lost",
    ],
    [
      "an upload goes on when the connection is back",
      "outgoingMessage",
      "offline on im.connected: drop",
      "files are sent and a line is cut",
      "8-36 a sent text is lost",
    ],
    [
      "a recall replaces the message in an open chat",
      "history",
      "on im.revoked: drop",
      "a page opens and a message is recalled",
      "4-62 a recalled message is still shown",
    ],
  ] as const)("%s: is missed", async (_, chart, edit, name, claim) => {
    const { counterexample } = await withEdit(chart, edit, () => findSmallest(spaceOf(name)));
    expect(counterexample.claim).toBe(claim);
  });

  it("a gap is filled: the message that was pushed during a sync is missed, and the story tells why", async () => {
    const { counterexample, story, recording } = await withEdit("historyGaps", "whole always: drop #1", () =>
      findSmallest(spaceOf("a page opens")),
    );
    expect(counterexample.claim).toBe("11-19 a chat has a gap");
    expect(counterexample.says).toBe('anna sees "earlier 1", "two", "three", without "one" between them.');
    expect(readRecording(recording)?.phones.map(({ name }) => name)).toEqual(["mia", "anna"]);
    expect(tell(story)).toMatchInlineSnapshot(`
      "1. Mia sends "one".
      2. Mia sends "two".
      3. Mia sends "three".
         Anna connects to the server.
         The request of mia to send "one" reaches the server.
         The request of mia to send "two" reaches the server.
         The request of mia to send "three" reaches the server.
         Anna asks the server what is new.
         "one" reaches mia.
         "one" reaches anna.
         The server confirms "one" to mia.
         "two" reaches mia.
         "two" reaches anna.
         The server confirms "two" to mia.
         "three" reaches mia.
         "three" reaches anna.
         The server confirms "three" to mia.
         The server tells anna what is new: 3, the newest is "three".
         The server sends "one" and "two" of the history to anna.
         A timer of mia fires after 1 s.
         This happens 2 more times.
         Anna scrolls up at last."
    `);
  });
});

function spaceOf(name: string): Space {
  return spaceIn(SLICES, `messages: ${name}`);
}
