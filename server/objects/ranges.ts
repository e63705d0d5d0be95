/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The bytes a Range header requests: a range, "whole" if it is not understood (several ranges get everything, as RFC
 * 9110 allows), or "unsatisfiable".
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return "whole";
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return "whole";
  return first < size ? { first, last: Math.min(last, size - 1) } : "unsatisfiable";
}
