import type { Plugin } from "vite";

/** Pairs of Vite's code and what replaces it. */
const CHANGES = [
  // An entry without a value counts as loaded.
  ["seen[href] = void 0;\n\t\tthrow err;", "delete seen[href];\n\t\tthrow err;"],
  // Any `<link>` in the page counts as loaded.
  ['if (e.type === "error") rej(', 'if (e.type === "error") link.remove(), rej('],
] as const;

/**
 * Lets a dynamic import fetch a stylesheet again whose fetch failed. Without it, Vite's preload helper takes a failed
 * stylesheet for a loaded one, and the next import shows its screen without styles. The build fails when a new version
 * of Vite has other code there.
 */
export function retryStyles(): Plugin {
  return {
    name: "parley:retry-styles",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        let changed = code;
        for (const [before, after] of CHANGES) {
          if (!changed.includes(before)) this.error(`Vite's preload helper has no ${JSON.stringify(before)}`);
          changed = changed.replace(before, after);
        }
        return { code: changed, map: null };
      },
    },
  };
}
