import * as v from "valibot";

/** What a user sees in each state of each chart, as `docs/pictures/states.json` says. */

const reasons = v.record(v.string(), v.string());

/** Names of pictures: files of `docs/pictures` without ".png". States that look the same share one. */
const pictures = v.object({ light: v.string(), dark: v.string() });

const picturedChart = v.object({
  /** The fingerprint of the chart's drawing when the pictures were taken. */
  drawing: v.string(),
  /** By the path of a state without inner states. */
  states: v.record(v.string(), pictures),
  /** Why a state has no picture, by its path. */
  reasons,
});

/** The pictures of a chart, or the reason why it has none. */
const pictured = v.union([picturedChart, v.object({ reason: v.string() })]);

export type Pictures = v.InferOutput<typeof pictures>;
export type Pictured = v.InferOutput<typeof pictured>;

export const readPictured = (text: string): Readonly<Record<string, Pictured>> =>
  v.parse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), pictured)), text);
