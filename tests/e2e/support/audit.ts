import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Prepares a page for `audit`, until the next load. */
export async function prepareAudit(page: Page): Promise<void> {
  await page.evaluate(source);
}

/** All accessibility problems that axe finds on the screen, and what is wider than the screen. */
export function audit(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { violations } = await window.axe.run({ preload: false, resultTypes: ["violations"] });
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}: ${failureSummary ?? ""}`,
      ),
    );
    const boxes = [document.documentElement, ...document.querySelectorAll("[data-scroller]")];
    const wide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    return [...found, ...wide.map(({ tagName }) => `${tagName.toLowerCase()} scrolls sideways`)];
  });
}

/** Sets the text size, until the next load. */
export async function enlarge(page: Page, textSize: `${number}%`): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, textSize);
}
