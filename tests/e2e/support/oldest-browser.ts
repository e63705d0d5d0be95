import type { Page } from "playwright-core";

/** Takes away what the oldest supported browsers (`cssTarget` in vite.config.ts) do not have. Call it before the page loads. */
export async function asOldestBrowser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const lacks: readonly (readonly [object, readonly string[]])[] = [
      [URL, ["canParse", "parse"]],
      [Promise, ["withResolvers", "try"]],
      [Object, ["groupBy"]],
      [Map, ["groupBy"]],
      [Array, ["fromAsync"]],
      [AbortSignal, ["any"]],
      [RegExp, ["escape"]],
      [Intl, ["Segmenter"]],
      [Document.prototype, ["startViewTransition"]],
      [window, ["Iterator", "scheduler"]],
      [
        Set.prototype,
        [
          "union",
          "intersection",
          "difference",
          "symmetricDifference",
          "isSubsetOf",
          "isSupersetOf",
          "isDisjointFrom",
        ],
      ],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ["map", "filter", "some", "every", "find", "toArray", "forEach", "reduce", "take", "drop", "flatMap"],
      ],
    ];
    for (const [owner, names] of lacks) for (const name of names) Reflect.deleteProperty(owner, name);
  });
}
