/** The bytes from the first to the last one, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * What a Range header asks of `size` bytes: a range, "whole" where it is none that is understood (several ranges are
 * answered with everything, as RFC 9110 allows), or "unsatisfiable".
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, from, to] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return "whole";
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Number(to);
  if (last < first && to !== "") return "whole";
  return first < size ? { first, last: Math.min(last, size - 1) } : "unsatisfiable";
}
