import { rowsIn } from "../../charts/mutation-rows.ts";

/** The numbers of docs/mutation.md: how many edits of a chart's source its tables and paths notice. */
export interface MutationScore {
  edits: number;
  noticed: number;
  /** Not noticed, with a reason. */
  explained: number;
  /** Not noticed, without a reason. */
  open: number;
}

/** Reads the table; a chart without a row was never tried. */
export function readScores(markdown: string): ReadonlyMap<string, MutationScore> {
  return new Map(
    [...rowsIn(markdown)].map(([chart, { edits, noticed, explained, open }]) => [
      chart,
      { edits, noticed, explained, open },
    ]),
  );
}

export function sumOf(scores: readonly MutationScore[]): MutationScore | null {
  if (scores.length === 0) return null;
  const sum = (figure: keyof MutationScore) => scores.reduce((total, score) => total + score[figure], 0);
  return { edits: sum("edits"), noticed: sum("noticed"), explained: sum("explained"), open: sum("open") };
}

/** "116/125 93 %" */
export function scoreInWords(score: MutationScore | null | undefined): string {
  if (!score) return "not tried";
  const { edits, noticed, open } = score;
  const share = Math.floor((100 * noticed) / Math.max(edits, 1));
  return `${noticed}/${edits} ${share} %${open > 0 ? `, ${open} open` : ""}`;
}
