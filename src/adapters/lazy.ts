import { Failure } from "../../machines/domain/failure.ts";

/** Fetches a part once. After a rejection with `Failure("network")` the next call fetches again. */
export function lazy<Part>(fetch: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null;
  return () => {
    part ??= fetch().catch(() => {
      part = null;
      throw new Failure("network");
    });
    return part;
  };
}
