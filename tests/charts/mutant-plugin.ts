import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { edited, editsOf } from "./source-mutants.ts";

/**
 * Gives a chart with one edit made: `machines/calls/caller.ts?mutant=12` is the chart after its edit 12, and
 * `machines/calls/caller.ts?mutant=none` the chart once more, as it is.
 */
export function mutants(): Plugin {
  return {
    name: "mutants",
    enforce: "pre",
    load(id) {
      const [path = "", query = ""] = id.split("?", 2);
      const [, index] = /^mutant=(\d+|none)$/.exec(query) ?? [];
      if (index === undefined) return;
      const source = readFileSync(path, "utf8");
      if (index === "none") return source;
      const edit = editsOf(source)[Number(index)];
      if (!edit) throw new Error(`${path} has no edit ${index}`);
      return edited(source, edit);
    },
  };
}
