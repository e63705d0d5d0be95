import { Failure } from "../../machines/domain/failure.ts";

/**
 * Returns a function that fetches a part once, on its first call. Rejects with `Failure("network")`; the next call
 * then fetches again.
 */
export function later<Part>(fetch: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null;
  return () => {
    part ??= fetch().catch(() => {
      part = null;
      throw new Failure("network");
    });
    return part;
  };
}
