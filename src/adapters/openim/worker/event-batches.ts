import type { SdkReport } from "../connection/channel.ts";

/** Maximum list entries in a batch: a few milliseconds of work for the page. */
const FULL = 200;

/**
 * Splits the reports of one worker turn into batches to post, in order. Usually there is one batch, so a burst stays
 * a burst. Long event lists are split so that the page can draw between batches: a new device gets all conversations
 * in one event, 10 MB for 10 000 of them.
 */
export function batchesOf(news: readonly SdkReport[]): SdkReport[][] {
  const batches: SdkReport[][] = [[]];
  let size = 0;
  for (const part of news.flatMap(cut)) {
    const weight = part.type === "event" && Array.isArray(part.event.data) ? part.event.data.length : 0;
    if (size > 0 && size + weight > FULL) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(part);
    size += weight;
  }
  return batches;
}

function cut(report: SdkReport): SdkReport[] {
  if (report.type !== "event" || !Array.isArray(report.event.data)) return [report];
  const { event } = report;
  const list: unknown[] = report.event.data;
  const starts = Array.from({ length: Math.max(1, Math.ceil(list.length / FULL)) }, (_, part) => part * FULL);
  return starts.map((start) => ({
    type: "event",
    event: { ...event, data: list.slice(start, start + FULL) },
  }));
}
