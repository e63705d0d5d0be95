import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  gapsIn,
  joinMessages,
  newestGaps,
  numbersIn,
  WIDEST_HOLE,
} from "../../../machines/conversation/gaps.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { aMessage, ME, someMessages } from "../../fakes/world.ts";

const ids = (messages: readonly Message[]) => messages.map(({ clientMsgID }) => clientMsgID);
const withSeqs = (...seqs: number[]) => seqs.map((seq) => aMessage({ seq }));
const chat = (messages: readonly Message[]) => ({ conversationID: aMessage().conversationID, messages });

describe("11-19 gaps between messages", () => {
  it("are the missing sequence numbers, each below the message that follows", () => {
    expect(gapsIn(withSeqs(3, 4, 7, 8, 10), [])).toEqual([
      { from: 5, to: 6, nextID: "message-7" },
      { from: 9, to: 9, nextID: "message-10" },
    ]);
    expect(gapsIn(withSeqs(3, 4, 5), [])).toEqual([]);
    expect(gapsIn([], [])).toEqual([]);
  });

  it("exclude numbers that are known to hold no visible message", () => {
    expect(gapsIn(withSeqs(3, 7), [4, 5, 6])).toEqual([]);
    expect(gapsIn(withSeqs(3, 7), [4, 6])).toEqual([{ from: 5, to: 5, nextID: "message-7" }]);
  });

  it("exclude numbers that the user's own unnumbered messages fill", () => {
    const own = (sendTime: number) =>
      aMessage({ clientMsgID: `own-${sendTime}`, seq: 0, sendID: ME, sendTime });
    const [before, after] = withSeqs(3, 5);
    const between = own((before?.sendTime ?? 0) + 1);
    expect(gapsIn([...withSeqs(3, 5), between], [])).toEqual([]);
    expect(gapsIn([...withSeqs(3, 6), between], [])).toHaveLength(1);
    expect(gapsIn([...withSeqs(3, 5), own((after?.sendTime ?? 0) + 1)], [])).toHaveLength(1);
  });

  it("are requested newest first and in limited numbers", () => {
    const gaps = gapsIn(withSeqs(1, 3, 500), []);
    expect(newestGaps(gaps)).toEqual([{ from: 300, to: 499, nextID: "message-500" }]);
    expect(newestGaps(gapsIn(withSeqs(1, 3, 6), []))).toEqual([
      { from: 4, to: 5, nextID: "message-6" },
      { from: 2, to: 2, nextID: "message-3" },
    ]);
  });

  it("are requested up to 200 numbers, in two gaps if the newest has fewer", () => {
    expect(newestGaps(gapsIn(withSeqs(1, 100, 300), []))).toEqual([
      { from: 101, to: 299, nextID: "message-300" },
      { from: 99, to: 99, nextID: "message-100" },
    ]);
  });

  it("are limited to 200 requested numbers, whatever sequence number a message claims", () => {
    const [gap] = gapsIn(withSeqs(1, Number.MAX_SAFE_INTEGER), []);
    expect(newestGaps(gap ? [gap] : []).flatMap(numbersIn)).toHaveLength(200);
  });

  it("disappear when every requested number is found or known to be empty", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 700 }), { minLength: 2 }),
        fc.func(fc.boolean()),
        (seqs, isThere) => {
          let messages = withSeqs(...seqs);
          const absent: number[] = [];
          for (let asks = 0; ; asks++) {
            const asked = newestGaps(gapsIn(messages, absent)).flatMap(numbersIn);
            if (asked.length === 0) break;
            expect(asks).toBeLessThan(10);
            const found = asked.filter((seq) => isThere(seq));
            messages = [...messages, ...withSeqs(...found)];
            absent.push(...asked.filter((seq) => !found.includes(seq)));
          }
          const known = new Set([...messages.map(({ seq }) => seq), ...absent]);
          const all = numbersIn({ from: Math.min(...seqs), to: Math.max(...seqs) });
          expect(all.filter((seq) => !known.has(seq))).toEqual([]);
        },
      ),
    );
  });
});

describe("joining messages into a chat", () => {
  const page = (messages: Message[], isEnd = false) => ({ messages, isEnd });

  it("4-30 merges the newest page into the loaded messages", () => {
    const all = someMessages(10);
    const { messages } = joinMessages(chat(all.slice(0, 7)), page(all.slice(5)));
    expect(ids(messages)).toEqual(ids(all));
  });

  it("11-19 keeps a message that is newer than the loaded page", () => {
    const all = someMessages(30);
    const { messages } = joinMessages(chat(all.slice(29)), page(all.slice(5, 25)));
    expect(ids(messages)).toEqual(ids([...all.slice(5, 25), ...all.slice(29)]));
  });

  it("4-30 drops the messages behind a gap that is too wide, reports more to load and keeps unsent messages", () => {
    const all = someMessages(WIDEST_HOLE + 30);
    const unsent = aMessage({ clientMsgID: "unsent", status: "failed", sendTime: all[3]?.sendTime ?? 0 });
    const known = chat([...all.slice(0, 5), unsent]);
    const { messages, hasMore } = joinMessages(known, page(all.slice(-20)));
    expect(new Set(ids(messages))).toEqual(new Set([...ids(all.slice(-20)), "unsent"]));
    expect(hasMore).toBe(true);
    expect(ids(joinMessages(known, { messages: all.slice(-1) }).messages)).toEqual([
      "unsent",
      ...ids(all.slice(-1)),
    ]);
  });

  it("11-19 keeps what is behind a gap of 100 messages, and drops what is behind a wider gap", () => {
    const seqsWith = (seq: number) =>
      joinMessages(chat(withSeqs(1, 2, 3)), { messages: withSeqs(seq, seq + 1) }).messages.map(
        (message) => message.seq,
      );
    expect(seqsWith(104)).toEqual([1, 2, 3, 104, 105]);
    expect(seqsWith(105)).toEqual([105, 106]);
  });

  it("4-61 keeps the loaded messages if only the order of times makes a gap", () => {
    const [notice, ...imported] = someMessages(WIDEST_HOLE + 30);
    const [last] = imported.slice(-1);
    if (!notice || !last) throw new Error("There are messages");
    const known = [...imported.slice(-20), { ...notice, sendTime: last.sendTime + 1 }];
    const next = aMessage({ seq: last.seq + 1 });
    const { messages, hasMore } = joinMessages(chat(known), { messages: [next] });
    expect(ids(messages)).toEqual(ids([...known, next]));
    expect(hasMore).toBe(false);
  });

  it("keeps a wide gap that already existed, for example from deleted messages", () => {
    const known = withSeqs(1, WIDEST_HOLE + 50);
    const { messages, hasMore } = joinMessages(chat(known), { messages: withSeqs(WIDEST_HOLE + 51) });
    expect(messages).toHaveLength(3);
    expect(hasMore).toBe(false);
  });

  it("reports whether older messages exist beyond what was known", () => {
    const all = someMessages(30);
    expect(joinMessages(chat(all.slice(25)), page(all.slice(10))).hasMore).toBe(true);
    expect(joinMessages(chat(all.slice(25)), page(all.slice(10), true)).hasMore).toBe(false);
    expect(joinMessages(chat(all.slice(10)), page(all.slice(10))).hasMore).toBe(false);
  });

  it("11-19 reports older messages if an empty chat gets a message that is not its first", () => {
    const all = someMessages(30);
    expect(joinMessages(chat([]), { messages: all.slice(29) }).hasMore).toBe(true);
    expect(joinMessages(chat([]), { messages: all.slice(1, 2) }).hasMore).toBe(true);
    expect(joinMessages(chat([]), { messages: all.slice(0, 1) }).hasMore).toBe(false);
    expect(joinMessages(chat([]), { messages: [] }).hasMore).toBe(false);
    expect(joinMessages(chat(all.slice(28, 29)), { messages: all.slice(29) }).hasMore).toBe(false);
  });

  it("11-19 reports older messages below the user's own message that has no number yet", () => {
    const [theirs] = withSeqs(30);
    const own = aMessage({ clientMsgID: "own", seq: 0, sendID: ME, sendTime: (theirs?.sendTime ?? 0) - 1 });
    expect(joinMessages(chat([]), { messages: [own, ...withSeqs(30)] }).hasMore).toBe(true);
  });

  it("ignores messages of another chat", () => {
    const known = chat(someMessages(3));
    const other = { messages: [aMessage({ clientMsgID: "other", conversationID: "si_other" })] };
    expect(joinMessages(known, other).messages).toBe(known.messages);
  });
});
