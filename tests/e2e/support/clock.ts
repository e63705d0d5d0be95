import type { Page } from "playwright-core";
import { until } from "./calls.ts";

/** Milliseconds. Short enough for pings, because their answers need real time. */
const step = 1000;

/** The time on a page, in milliseconds. */
export const timeOn = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/**
 * Lets the time of a page pass quickly until a condition holds, then sets its clock to the real time again. The page's
 * clock must have been installed before the page loaded. Resolves with the page's time when the condition held.
 */
export async function hurry(page: Page, condition: () => Promise<boolean>, what: string): Promise<number> {
  await until(async () => {
    if (await condition()) return true;
    await page.clock.fastForward(step);
    return false;
  }, what);
  const end = await timeOn(page);
  await page.clock.setSystemTime(new Date());
  return end;
}

/**
 * Stops the time of a page, lets only `milliseconds` of it pass, and waits for a condition. So a busy machine cannot
 * make it hold too late. Afterwards the clock runs on from the real time.
 */
export async function within(
  page: Page,
  milliseconds: number,
  condition: () => Promise<boolean>,
  what: string,
): Promise<void> {
  // A busy machine needs some of this time to stop the clock, which cannot go back.
  await page.clock.pauseAt((await timeOn(page)) + 5 * step);
  let left = milliseconds - 5 * step;
  const passes = until(async () => {
    if (await condition()) return true;
    // Animations need some frames to end.
    const next = left > step ? step : Math.min(left, 5);
    if (next > 0) await page.clock.runFor(next);
    left -= next;
    return false;
  }, what);
  await passes.finally(async () => {
    await page.clock.setSystemTime(new Date());
    await page.clock.resume();
  });
}
