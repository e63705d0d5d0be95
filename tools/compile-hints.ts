import type { Plugin } from "vite";

/** Must be the first line of the file (https://v8.dev/blog/explicit-compile-hints); to other engines it is a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Has V8 compile the named chunks as a whole while they are fetched, beside the page, and not function by function
 * when somebody taps.
 *
 * @param names of chunks that are fetched before they are needed; the build fails where there is none of that name
 */
export function compileHints(names: readonly string[]): Plugin {
  return {
    name: "parley:compile-hints",
    apply: "build",
    generateBundle: {
      // Vite writes a first line of its own there.
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((piece) => piece.type === "chunk");
        const missing = names.filter((name) => !chunks.some((chunk) => chunk.name === name));
        if (missing.length > 0) this.error(`No chunk is called ${missing.join(" or ")}`);
        for (const piece of chunks) {
          if (!names.includes(piece.name)) continue;
          piece.code = HINT + piece.code;
          const map = bundle[`${piece.fileName}.map`];
          if (map?.type !== "asset") continue;
          const { mappings, ...rest } = JSON.parse(String(map.source));
          // A line further down.
          map.source = JSON.stringify({ ...rest, mappings: `;${mappings}` });
        }
      },
    },
  };
}
