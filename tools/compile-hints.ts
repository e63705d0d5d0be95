import type { Plugin } from "vite";

/** Must be the first line of the file (https://v8.dev/blog/explicit-compile-hints). Other engines see a comment. */
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Makes V8 compile the named chunks completely while they load, in the background, instead of each function on first
 * use.
 * @param names of chunks that are loaded ahead; the build fails when one is missing
 */
export function compileHints(names: readonly string[]): Plugin {
  return {
    name: "parley:compile-hints",
    apply: "build",
    generateBundle: {
      // Vite writes its own first line there.
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
          // Moves the mappings down by one line.
          map.source = JSON.stringify({ ...rest, mappings: `;${mappings}` });
        }
      },
    },
  };
}
