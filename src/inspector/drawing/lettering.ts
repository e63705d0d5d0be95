/** How text is set in a drawing. Widths are worked out beforehand, so that a drawing is the same on every machine. */

export type TextStyle = keyof typeof styles;

export interface Line {
  text: string;
  style: TextStyle;
  /** The transitions it speaks of; none for a line about the state itself. */
  of?: Spoken;
}

/** Transitions that do the same: of one state, to one place, at whichever of these events (in `eventWords`). */
export interface Spoken {
  source: string;
  /** Paths joined by a blank; "" where nothing is left. */
  target: string;
  events: readonly string[];
}

/** Pixels; `weight` as in CSS. */
export const styles = {
  name: { size: 14, height: 20, weight: 600 },
  note: { size: 11, height: 15, weight: 400 },
  part: { size: 11, height: 16, weight: 400 },
  event: { size: 11, height: 15, weight: 600 },
  detail: { size: 11, height: 15, weight: 400 },
} as const;

/** A grotesque's widths, in thousandths of the size, and a little more for those that are wider. */
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

/** A state's rule, in a pill beside its name. */
export const pillWidth = (rule: string): number => Math.ceil(rule.length * 5.2) + 14;

export const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { style }) => sum + styles[style].height, 0);

export const widest = (lines: readonly Line[]): number => Math.max(0, ...lines.map(widthOf));

/** Breaks a text at blanks so that no line is wider than `limit` pixels, unless a single word is. */
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
