/**
 * Edits of code that no unit test notices, by file and name of the edit (`tests/mutation/edits.ts`), with the
 * reason why that is no gap.
 */
type Reasons = Readonly<Record<string, string>>;

export const explained: Readonly<Record<string, Reasons>> = {};
