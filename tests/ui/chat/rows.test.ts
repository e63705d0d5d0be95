import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../machines/domain/message.ts";
import { arrivalsIn } from "../../../src/screens/chat/arrivals.ts";
import { hasTail } from "../../../src/screens/chat/attachments/look.ts";
import { faceGroupAt, floatingDay, railHeight } from "../../../src/screens/chat/inView.ts";
import { nameTone } from "../../../src/screens/chat/nameTone.ts";
import { layOutRows } from "../../../src/screens/chat/rows.ts";
import { nextStep } from "../../../src/screens/chat/virtualRows.ts";
import "../../../src/i18n/signed-in.ts";
import { aMessage, BEN, ME, NOON, someMessages } from "../../fakes/world.ts";

const MINUTE = 60_000;

function rowsOf(messages: Message[], firstUnreadID: string | null = null) {
  return layOutRows({ messages, selfID: ME, firstUnreadID, now: NOON, language: "en" });
}

/** A message so many minutes after `NOON`. */
function at(minute: number, changes: Partial<Message> = {}): Message {
  return aMessage({ seq: minute + 1000, sendTime: NOON + minute * MINUTE, ...changes });
}

describe("rows of a chat", () => {
  it("groups a sender's messages within five minutes: one avatar, one time", () => {
    const rows = rowsOf([at(0), at(4), at(9), at(15), at(16, { sendID: BEN })]);
    expect(rows.map(({ isFirst }) => isFirst)).toEqual([true, false, false, true, true]);
    expect(rows.map(({ isLast }) => isLast)).toEqual([false, false, true, true, true]);
  });

  it("keeps notices, days and the unread divider out of groups", () => {
    const notice = at(1, { content: { type: "friendAdded" } });
    expect(rowsOf([at(0), notice, at(2)]).every(({ isFirst, isLast }) => isFirst && isLast)).toBe(true);
    const midnight = new Date(NOON).setHours(24, 0, 0, 0);
    const twoDays = rowsOf([at(0, { sendTime: midnight - 1 }), at(1, { sendTime: midnight })]);
    expect(twoDays.map(({ isFirst }) => isFirst)).toEqual([true, true]);
    const [first, second] = [at(0), at(1)];
    const [above, below] = rowsOf([first, second], second.clientMsgID);
    expect([above?.isLast, below?.isFirst, below?.isFirstUnread]).toEqual([true, true, true]);
  });

  it("11-40 a call is over once a later message of its room says so", () => {
    const call = { roomID: "a", mediaType: "voice" } as const;
    const on = at(0, { content: { type: "groupCall", call: { ...call, state: "on", invited: 1 } } });
    const over = at(1, {
      content: { type: "groupCall", call: { ...call, state: "over", durationSeconds: 1 } },
    });
    expect(rowsOf([on])[0]?.isCallOver).toBe(false);
    expect(rowsOf([on, over])[0]?.isCallOver).toBe(true);
  });

  it("a message has no gap above it because of its id, which its sender has chosen", () => {
    const ids = ["constructor", "__proto__", "toString"];
    const rows = rowsOf(ids.map((clientMsgID, minute) => at(minute, { clientMsgID })));
    expect(rows.map(({ gap }) => gap)).toEqual([null, null, null]);
  });

  it("shows a heading where a day begins", () => {
    const day = 24 * 60;
    const rows = rowsOf([at(-day), at(-day + 1), at(0), at(1)]);
    expect(rows.map((row) => row.day)).toEqual(["Yesterday", null, "Today", null]);
  });

  it("3-77 leaves call signals out and keeps call records", () => {
    const custom = (customType: number) => at(customType, { content: { type: "custom", customType } });
    const rows = rowsOf([200, 201, 202, 203, 204, 100].map(custom));
    expect(rows.map(({ message }) => message.content)).toEqual([{ type: "custom", customType: 100 }]);
  });

  it("knows whether the quoted message of a reply can be shown", () => {
    const quote = (clientMsgID: string, id: string) =>
      at(5, {
        clientMsgID,
        content: {
          type: "quote",
          text: "Yes",
          quoted: { clientMsgID: id, sendID: ME, senderNickname: "Mia", content: { type: "unsupported" } },
        },
      });
    const rows = rowsOf([at(0, { clientMsgID: "here" }), quote("a", "here"), quote("b", "gone")]);
    expect(rows.map(({ original }) => original?.clientMsgID ?? null)).toEqual([null, "here", null]);
  });

  it("older messages above change only the row they touch", () => {
    const all = someMessages(40);
    const before = rowsOf(all.slice(20));
    const after = rowsOf(all).slice(20);
    expect(after.slice(1)).toEqual(before.slice(1));
  });
});

describe("look of a message", () => {
  it.each([
    ["words", { isLast: true, emojis: 0 }, true],
    ["sound", { isLast: true, emojis: 0 }, true],
    ["thing", { isLast: true, emojis: 0 }, true],
    ["words", { isLast: false, emojis: 0 }, false],
    ["words", { isLast: true, emojis: 2 }, false],
    ["media", { isLast: true, emojis: 0 }, false],
    ["framed", { isLast: true, emojis: 0 }, false],
    ["bare", { isLast: true, emojis: 0 }, false],
  ] as const)("%s, %o: a tail is %s", (look, place, expected) => {
    expect(hasTail(look, place)).toBe(expected);
  });

  it("a member's colour depends on the user id only, and members of a group rarely share one", () => {
    expect(["1000000001", "1000000001", "李雷", ""].map(nameTone)).toEqual([1, 1, 2, 1]);
    const tones = Array.from({ length: 400 }, (_, index) => nameTone(String(1_000_000_000 + index * 7919)));
    const counts = [1, 2, 3, 4, 5, 6, 7, 8].map((tone) => tones.filter((one) => one === tone).length);
    expect(Math.min(...counts)).toBeGreaterThan(25);
    expect(counts.reduce((sum, count) => sum + count)).toBe(400);
  });
});

describe("what moves with the view of a chat", () => {
  const group = { groupID: "g", sendID: BEN };
  const day = 24 * 60;
  const rows = rowsOf([
    at(-day, group),
    at(-day + 1, group),
    at(0, group),
    at(1, group),
    at(2, group),
    at(3, { groupID: "g", sendID: ME }),
    at(4, group),
  ]);
  /** Rows of 100 pixels. */
  const places = {
    getItemOffset: (index: number) => index * 100,
    getItemSize: () => 100,
    rowAt: (distance: number) => Math.floor(distance / 100),
  };

  it.each([
    [0, { first: 0, last: 1 }],
    [2, { first: 2, last: 4 }],
    [3, { first: 2, last: 4 }],
    [4, { first: 2, last: 4 }],
    [5, null],
    [6, { first: 6, last: 6 }],
    [7, null],
  ])("row %i belongs to the avatar of the group %o", (index, expected) => {
    expect(faceGroupAt(rows, index)).toEqual(expected);
  });

  it("no avatar in a single chat", () => {
    expect(faceGroupAt(rowsOf([at(0, { sendID: BEN })]), 0)).toBeNull();
  });

  it("an avatar goes up to the first bubble of its group, not into a heading above it", () => {
    expect(railHeight(rows, { first: 6, last: 6 }, places)).toBe(90);
    expect(railHeight(rows, { first: 2, last: 4 }, places)).toBe(236);
  });

  it.each([
    ["above the first row", -1, null],
    ["the heading itself is in view", 10, null],
    ["the heading has left", 60, "Yesterday"],
    ["in the middle of a day", 120, "Yesterday"],
    ["the next day arrives", 170, null],
    ["the next day has left", 250, "Today"],
    ["at the end", 650, "Today"],
  ])("floating date: %s", (_, line, expected) => {
    expect(floatingDay(rows, line, places)).toBe(expected);
  });
});

describe("messages that arrive", () => {
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map((minute) => at(minute, { clientMsgID: `m${minute}` }));
  const all = (...messages: (Message | undefined)[]) => rowsOf(messages.flatMap((one) => one ?? []));
  const sending = at(6, { clientMsgID: "own", sendID: ME, status: "sending" });

  it.each([
    ["one from a peer", [a, b], [a, b, c], true, { m3: "received" }],
    ["the user's own, while it is sent", [a, b], [a, b, sending], true, { own: "sent" }],
    [
      "the user's own, from another device",
      [a],
      [a, { ...sending, status: "sent" }],
      true,
      { own: "received" },
    ],
    ["the same one, now sent", [a, sending], [a, { ...sending, status: "sent" }], true, {}],
    ["a few at once", [a], [a, b, c, d], true, { m2: "received", m3: "received", m4: "received" }],
    ["a page at once", [a], [a, b, c, d, e], true, {}],
    ["while the user reads older ones", [a, b], [a, b, c], false, {}],
    ["a chat that opens", [], [a, b], true, {}],
    ["an older page", [c], [a, b, c], true, {}],
    ["a missing message", [a, c], [a, b, c], true, {}],
    ["another part of the history", [a, b], [d, e], true, {}],
    ["an old one that moves to the end", [a, b], [b, { ...a, sendTime: NOON + 9 * MINUTE }], true, {}],
  ] as [string, Message[], Message[], boolean, object][])("%s", (_, before, after, isFollowing, expected) => {
    expect(Object.fromEntries(arrivalsIn(all(...before), all(...after), { isFollowing }))).toEqual(expected);
  });
});

describe("steps of the virtual list", () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ message: { clientMsgID: String(id) } }));
  const range = (from: number, to: number) =>
    rows(...Array.from({ length: to - from }, (_, index) => from + index));

  const STILL = { mayShrink: true, readID: null };

  it("a page above shifts, a message below does not", () => {
    const longer = range(0, 6);
    expect(nextStep(range(3, 6), longer, STILL)).toEqual({ rows: longer, shift: true });
    expect(nextStep(range(0, 5), longer, STILL)).toEqual({ rows: longer, shift: false });
  });

  it("a page above that drops rows below takes two steps", () => {
    const wanted = range(0, 10);
    const first = nextStep(range(4, 14), wanted, STILL);
    expect(first).toEqual({ rows: range(0, 14), shift: true });
    expect(nextStep(first.rows, wanted, STILL)).toEqual({ rows: wanted, shift: false });
  });

  it("rows at the start are removed only while the list does not scroll", () => {
    const wanted = range(4, 14);
    const moving = nextStep(range(0, 10), wanted, { mayShrink: false, readID: null });
    expect(moving).toEqual({ rows: range(0, 14), shift: false });
    expect(nextStep(moving.rows, wanted, STILL)).toEqual({ rows: wanted, shift: true });
  });

  const ids = (step: { rows: ReturnType<typeof rows> | readonly { message: { clientMsgID: string } }[] }) =>
    step.rows.map(({ message }) => message.clientMsgID).join(" ");

  it("rows that are added or removed above the row in view keep the distance to the end", () => {
    const reading = { mayShrink: true, readID: "5" };
    const filled = rows(1, 2, 3, 4, 5, 6);
    expect(nextStep(rows(1, 2, 5, 6), filled, reading)).toEqual({ rows: filled, shift: true });
    const removed = rows(1, 3, 5, 6);
    expect(nextStep(rows(1, 2, 3, 5, 6), removed, reading)).toEqual({ rows: removed, shift: true });
    const above = nextStep(rows(1, 2, 5, 6), rows(1, 2, 3, 4, 5, 6, 7), reading);
    expect([ids(above), above.shift]).toEqual(["1 2 3 4 5 6", true]);
  });

  it("rows above the row in view are removed only while the list does not scroll, rows below are added at once", () => {
    const step = nextStep(rows(1, 2, 5, 6), rows(2, 5, 6, 7), { mayShrink: false, readID: "5" });
    expect([ids(step), step.shift]).toEqual(["1 2 5 6 7", false]);
  });

  it("rows that are added below the row in view do not change the start", () => {
    const wanted = rows(1, 2, 3, 4, 5, 6);
    expect(nextStep(rows(1, 2, 5, 6), wanted, { mayShrink: true, readID: "2" })).toEqual({
      rows: wanted,
      shift: false,
    });
  });

  it("if the row in view is removed, the next row below takes its place", () => {
    const step = nextStep(rows(1, 2, 5, 6), rows(1, 6), { mayShrink: true, readID: "5" });
    expect([ids(step), step.shift]).toEqual(["1 6", true]);
  });

  it("a row that moves below the row in view is drawn once", () => {
    const step = nextStep(rows(1, 2, 5, 6), rows(1, 5, 6, 2), { mayShrink: false, readID: "5" });
    expect([ids(step), step.shift]).toEqual(["1 5 6 2", false]);
  });

  it("changes the start and the end in separate steps, until all wanted rows are drawn", () => {
    const window = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 30 }));
    fc.assert(
      fc.property(window, window, ([a, m], [b, n]) => {
        const wanted = range(b, b + n);
        let drawn: ReturnType<typeof rows> = range(a, a + m);
        for (let step = 0; step < 3 && drawn !== wanted; step++) {
          const next = nextStep(drawn, wanted, STILL);
          const tail = drawn.map(({ message }) => message.clientMsgID).at(-1);
          if (next.shift) expect(next.rows.at(-1)?.message.clientMsgID).toBe(tail);
          drawn = [...next.rows];
          if (next.rows === wanted) return;
        }
        throw new Error("It does not arrive");
      }),
    );
  });

  it("keeps the drawn rows below the row in view while the start changes, until all wanted rows are drawn", () => {
    const some = fc
      .uniqueArray(fc.nat(30), { minLength: 1 })
      .map((numbers) => rows(...numbers.sort((a, b) => a - b)));
    fc.assert(
      fc.property(some, some, fc.nat(30), (before, wanted, read) => {
        const readID = before[read % before.length]?.message.clientMsgID ?? null;
        let drawn: readonly (typeof wanted)[number][] = before;
        for (let step = 0; step < 3; step++) {
          const next = nextStep(drawn, wanted, { mayShrink: true, readID });
          const stays = wanted.some(({ message }) => message.clientMsgID === readID);
          if (next.shift && stays) {
            const below = (list: typeof drawn) =>
              list.slice(list.findIndex(({ message }) => message.clientMsgID === readID));
            expect(below(next.rows)).toEqual(below(drawn));
          }
          drawn = next.rows;
          if (drawn === wanted) return;
        }
        throw new Error("It does not arrive");
      }),
    );
  });
});
