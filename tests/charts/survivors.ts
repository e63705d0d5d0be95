/**
 * Mutants the paths do not notice, with the reason why that is no hole. Names as `mutation.ts` gives them; a name
 * that ends with "*" stands for every one that begins so.
 */
import type { ChartName } from "../../machines/index.ts";

const CHILD = "a child chart has no failure of its own; that every invoke says what if is a house rule";

/** `onError` of these invokes. */
const neverFailing = (...invokes: readonly string[]) =>
  Object.fromEntries(invokes.map((invoke) => [`${invoke} onError*`, CHILD]));

export const survivors: Partial<Record<ChartName, Readonly<Record<string, string>>>> = {
  app: neverFailing("invoke notices", "invoke session", "invoke navigation"),
  session: neverFailing(
    "signedOut invoke signInFlow",
    "owning.active invoke link",
    "owning.active invoke sync",
    "owning.active.ready invoke messenger",
  ),
  conversation: neverFailing(
    "invoke history",
    "invoke reading",
    "invoke composer",
    "invoke messageActions",
    "identity.open.group invoke membership",
  ),
};
