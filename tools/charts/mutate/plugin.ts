import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { edited, editsOf } from "./edits.ts";

/**
 * Loads a chart with one edit: `machines/calls/caller.ts?mutant=12` is the chart after edit 12, and
 * `machines/calls/caller.ts?mutant=none` is an unedited copy.
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

/** Loads a file with other contents. */
export function replacing(file: string, text: string): Plugin {
  return {
    name: "replacing",
    enforce: "pre",
    load: (id) => (id.split("?", 1)[0] === file ? text : undefined),
  };
}
