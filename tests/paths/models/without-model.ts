import type { ChartName } from "../../../machines/index.ts";

/**
 * Charts without a path model, and why: hardly a race reaches them, and a model would repeat the chart line by line.
 * `tests/unit/plain-charts.ts` tests them, and must notice their mutants.
 */
export const withoutModel = {
  appUpdate: "its only race is a call under the tap, and a plain test has it",
  clipboard: "it has one call, and a later copy replaces it",
  emojiPanel: "only the user sends events, and it reads once",
  formDraft: "only the user sends events, and it reads once",
  jumpHistory: "only the user and the address send events",
  meetingInvitation: "the user sends events, and the outbox reports its cards one change at a time",
  typists: "each signal replaces the one before, and nothing is sent",
  waitingRecordings: "it keeps the last event",
} satisfies Partial<Record<ChartName, string>>;

export type ChartWithoutModel = keyof typeof withoutModel;

export function hasNoModel(chart: ChartName): chart is ChartWithoutModel {
  return chart in withoutModel;
}
