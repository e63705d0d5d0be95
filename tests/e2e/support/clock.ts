import type { Page } from "playwright-core";
import { until } from "./calls.ts";

/** Milliseconds. Short enough for pings, whose answers need real time. */
const step = 1000;

/**
 * Lets the time of a page pass quickly until a condition holds, then sets its clock to the real time again. The page's
 * clock must have been installed before the page loaded. Resolves with the milliseconds that passed on the page.
 */
export async function hurry(page: Page, condition: () => Promise<boolean>, what: string): Promise<number> {
  const now = () => page.evaluate(() => Date.now());
  const before = await now();
  await until(async () => {
    if (await condition()) return true;
    await page.clock.fastForward(step);
    return false;
  }, what);
  const passed = (await now()) - before;
  await page.clock.setSystemTime(new Date());
  return passed;
}
