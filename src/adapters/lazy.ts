import { Failure } from "../../machines/domain/failure.ts";

/**
 * What is fetched and made once, when it is first asked for. Rejects with `Failure("network")`; asked again, it is
 * fetched again.
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
