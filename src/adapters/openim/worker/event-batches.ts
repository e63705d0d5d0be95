import type { SdkReport } from "../connection/channel.ts";

/** So many entries of lists, conversations for example, are a parcel: a few milliseconds' work for the page. */
const FULL = 200;

/**
 * What one turn of the worker produced, in order, as it is posted: together as a rule, so that a burst stays a burst.
 * Long lists of an event are cut (a new device hears of all its conversations in one, 10 MB for 10 000 of them), so
 * that the page draws between the parcels.
 */
export function parcelsOf(news: readonly SdkReport[]): SdkReport[][] {
  const parcels: SdkReport[][] = [[]];
  let size = 0;
  for (const part of news.flatMap(cut)) {
    const weight = part.type === "event" && Array.isArray(part.event.data) ? part.event.data.length : 0;
    if (size > 0 && size + weight > FULL) {
      parcels.push([]);
      size = 0;
    }
    parcels.at(-1)?.push(part);
    size += weight;
  }
  return parcels;
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
