/** Mutants that tables and paths do not notice, by name as `source-mutants.ts` gives it, with the reason why that is no hole. */
import type { ChartName } from "../../machines/index.ts";

export const survivors: Partial<Record<ChartName, Readonly<Record<string, string>>>> = {};
