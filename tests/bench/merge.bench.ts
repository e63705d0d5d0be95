import { expect, it } from "vitest";
import {
  type Conversation,
  compareConversations,
  mergeConversations,
} from "../../machines/domain/conversation.ts";
import { createReport } from "./support/report.ts";

const sizes = [100, 1_000, 10_000];
const changedCounts = [1, 20];
const runs = 15;
/** Milliseconds per sample, long enough to hide the clock's resolution. */
const sampleTime = 20;

/** The baseline, which ignores that the list is sorted: joins everything and sorts again. */
function mergeNaively(
  rows: readonly Conversation[],
  changed: readonly Conversation[],
): readonly Conversation[] {
  const seen = new Set<string>();
  return [...changed, ...rows]
    .filter(({ conversationID }) => !seen.has(conversationID) && seen.add(conversationID))
    .sort(compareConversations);
}

const merges = { mergeConversations, "concat, dedupe, sort": mergeNaively };

it("merging changed rows into the conversation list", () => {
  const report = createReport("Conversation list: one merge", Object.keys(merges));
  for (const size of sizes) {
    for (const count of changedCounts) {
      const rows = sortedRows(size);
      const changed = changedRows(rows, count);
      expect(mergeConversations(rows, changed)).toEqual(mergeNaively(rows, changed));
      for (const merge of Object.values(merges)) timeOf(() => merge(rows, changed));
      for (let run = 0; run < runs; run += 1)
        for (const [subject, merge] of Object.entries(merges))
          report.add(
            `${size} rows, ${count} changed`,
            "µs",
            subject,
            timeOf(() => merge(rows, changed)) * 1000,
          );
    }
  }
  report.print();
});

/** Milliseconds that a call of `work` takes. */
function timeOf(work: () => readonly Conversation[]): number {
  const start = performance.now();
  let calls = 0;
  let kept = 0;
  while (performance.now() - start < sampleTime) {
    kept += work().length;
    calls += 1;
  }
  const time = performance.now() - start;
  expect(kept).toBeGreaterThan(0); // the result is used, so that the compiler cannot remove the work
  return time / calls;
}

function sortedRows(count: number): readonly Conversation[] {
  return Array.from({ length: count }, (_, index) => conversation(index)).sort(compareConversations);
}

/** Returns `count` rows from all parts of the list, each with a new message. */
function changedRows(rows: readonly Conversation[], count: number): readonly Conversation[] {
  const newest = Math.max(...rows.map(({ latestMsgSendTime }) => latestMsgSendTime));
  return Array.from({ length: count }, (_, index) => {
    const row = rows[Math.floor(((index + 0.5) / count) * rows.length)];
    if (row === undefined) throw new Error("More changes than rows");
    return { ...row, unreadCount: row.unreadCount + 1, latestMsgSendTime: newest + index + 1 };
  });
}

function conversation(index: number): Conversation {
  return {
    conversationID: `si_me_${index}`,
    kind: "single",
    userID: String(index),
    groupID: "",
    showName: `Person ${index}`,
    faceURL: "",
    isPinned: index % 100 === 0,
    recvMsgOpt: 0,
    unreadCount: 0,
    isPrivateChat: false,
    burnDuration: 0,
    groupAtType: 0,
    draftText: "",
    draftTextTime: 0,
    latestMsg: null,
    // Scattered times, so that the rows are not sorted yet.
    latestMsgSendTime: 1_700_000_000_000 + ((index * 7919) % 100_003),
  };
}
