import type { Change } from "./description.ts";

/** Text in a drawing. Widths are estimated, so that a drawing is the same on every machine. */

export type TextStyle = keyof typeof styles;

export interface Line {
  text: string;
  style: TextStyle;
  /** The transitions that the line describes; none for a line about the state. */
  of?: Spoken;
}

/** Transitions with the same source, target and effect, and their events (in `eventLabel`). */
export interface Spoken {
  source: string;
  /** Paths separated by a space; "" if the state is not left. */
  target: string;
  events: readonly string[];
  change?: Change | undefined;
}

/** Pixels; `weight` as in CSS. */
export const styles = {
  name: { size: 14, height: 20, weight: 600 },
  note: { size: 11, height: 15, weight: 400 },
  part: { size: 11, height: 16, weight: 400 },
  event: { size: 11, height: 15, weight: 600 },
  detail: { size: 11, height: 15, weight: 400 },
} as const;

/** Character widths of a sans-serif font in thousandths of the font size. Slightly large, for wider fonts. */
const widths: readonly [RegExp, number][] = [
  [/[ijl'|]/, 250],
  [/[ftrI.,:;!()[\]/ ]/, 330],
  [/[mwMW@→↻▸]/, 900],
  [/[A-Z]/, 710],
  [/[sckvxyz]/, 530],
  [/[\u2e80-\uffef]/, 1000],
];

export function widthOf({ text, style }: Line): number {
  const { size, weight } = styles[style];
  const units = [...text].reduce((sum, letter) => {
    return sum + (widths.find(([letters]) => letters.test(letter))?.[1] ?? 580);
  }, 0);
  return Math.ceil((units / 1000) * size * (weight > 500 ? 1.08 : 1.02));
}

/** Width of the pill with a state's rule, in pixels. */
export const pillWidth = (rule: string): number => Math.ceil(rule.length * 5.2) + 14;

export const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { style }) => sum + styles[style].height, 0);

export const widest = (lines: readonly Line[]): number => Math.max(0, ...lines.map(widthOf));

/** Breaks a text at spaces so that each line fits into `limit` pixels, except for longer words. */
export function wrap(text: string, style: TextStyle, limit: number, of?: Spoken): Line[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last === undefined || widthOf({ text: longer, style }) > limit) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => ({ text: line, style, ...(of && { of }) }));
}
