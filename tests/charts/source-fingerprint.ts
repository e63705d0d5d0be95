import { createHash } from "node:crypto";
import * as v from "valibot";
import { parseSync } from "vite";
import type { ChartName } from "../../machines/index.ts";
import { sourceOf } from "./mutants.ts";

const Description = v.object({
  type: v.literal("Property"),
  key: v.object({ type: v.literal("Identifier"), name: v.literal("description") }),
  value: v.object({ type: v.literal("Literal") }),
});

/** Identifies the code that a row of docs/mutation.md is about. */
export function fingerprintOf(name: ChartName): string {
  return createHash("sha256")
    .update(codeOf(sourceOf(name)))
    .digest("hex")
    .slice(0, 8);
}

/** Returns what a source does: its syntax tree without places, comments and the descriptions of states. */
function codeOf(source: string): string {
  return JSON.stringify(parseSync("chart.ts", source).program, (key, value: unknown) => {
    if (key === "start" || key === "end" || key === "comments") return undefined;
    return Array.isArray(value) ? value.filter((one) => !v.is(Description, one)) : value;
  });
}
