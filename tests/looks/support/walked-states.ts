import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { demoPicture } from "../../../server/demo/pictures.ts";
import { NOON } from "../../fakes/world.ts";
import { STATES_PAGE } from "../states/build.ts";
import type { Walked } from "../states/page.ts";
import type { Theme } from "./kept-states.ts";
import { decode } from "./pictures.ts";

const ORIGIN = "https://parley.test";

/** A picture is 260 pixels wide: its texts can be read, and it takes little space. */
const SCALE = 2 / 3;

/**
 * Nothing moves, and no part is a layer that Chromium may draw between two pixels. The text cursor blinks. The paths
 * press without a pointer, and Chromium then draws a ring around a button that a finger would not get.
 */
const STYLE = `
  *, ::before, ::after, ::backdrop {
    transition: none !important;
    animation: none !important;
    will-change: auto !important;
    scroll-behavior: auto !important;
    caret-color: transparent !important;
  }
  :focus-visible:not(input, textarea) { outline: none !important; }
`;

export type Shots = Readonly<Record<Theme, Buffer>>;

/** A page that walks the paths of one chart after another. */
export class StatesPage {
  readonly #page: Page;
  #take: (states: readonly string[]) => Promise<boolean> = () => Promise.resolve(false);

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(browser: Browser): Promise<StatesPage> {
    const page = await openPage(browser);
    const opened = new StatesPage(page);
    await page.exposeFunction("takePicture", (states: readonly string[]) => opened.#take(states));
    await page.goto(ORIGIN);
    await page.addStyleTag({ content: STYLE });
    return opened;
  }

  /**
   * Walks the paths of a chart.
   *
   * @param without states that it leaves out
   * @param isRight whether a screenshot in these states is as expected. Otherwise the page may still draw
   */
  async walk(
    chart: string,
    without: readonly string[],
    isRight: (state: string, theme: Theme, shot: Buffer) => boolean,
  ): Promise<Walked & { shots: ReadonlyMap<string, Shots> }> {
    const shots = new Map<string, Shots>();
    /** The dark screenshot by the light one. */
    const known = new Map<string, Buffer>();
    this.#take = async (states) => {
      const [first = ""] = states;
      const light = await shoot(this.#page, "light", (shot) => isRight(first, "light", shot));
      if (isEmpty(light)) return false;
      const key = light.toString("latin1");
      const dark =
        known.get(key) ?? (await shoot(this.#page, "dark", (shot) => isRight(first, "dark", shot)));
      known.set(key, dark);
      for (const state of states) shots.set(state, { light, dark });
      return true;
    };
    const walked = await this.#page.evaluate(
      ([name, excused]) => {
        if (!window.walkStates) throw new Error("The page has not started");
        return window.walkStates(name, excused);
      },
      [chart, without] as const,
    );
    return { ...walked, shots };
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: SCALE,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    hasTouch: true,
  });
  await context.addInitScript(stopClock, NOON);
  await context.route("**/*", async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin !== ORIGIN) return route.abort();
    const [, picture] = /^\/object\/demo\/(\w+)\.svg$/.exec(pathname) ?? [];
    const body = picture && demoPicture(picture);
    if (body) return route.fulfill({ body, contentType: "image/svg+xml" });
    const path = join(STATES_PAGE, pathname === "/" ? "index.html" : pathname);
    return existsSync(path) ? route.fulfill({ path }) : route.abort();
  });
  return context.newPage();
}

/** Runs in the page. The charts have the clock of their fake port, which stands still too. */
function stopClock(now: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (real, parts, made) => Reflect.construct(real, parts.length === 0 ? [now] : parts, made),
    get: (real, key) => (key === "now" ? () => now : Reflect.get(real, key)),
  });
}

/** Takes screenshots until a screenshot is right, or until two are the same. */
async function shoot(page: Page, theme: Theme, isRight: (shot: Buffer) => boolean): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  let before: Buffer | null = null;
  for (let attempt = 0; ; attempt += 1) {
    await drawn(page);
    const shot = await page.screenshot({ caret: "initial" });
    if (isRight(shot) || before?.equals(shot) || attempt === 10) return shot;
    before = shot;
  }
}

/** Resolves when the fonts and pictures are there, nothing moves, and two frames are drawn. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === "loaded" &&
      document.getAnimations().length === 0 &&
      [...document.images].every(({ complete }) => complete),
  );
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Whether all pixels have the same colour. */
const isEmpty = (shot: Buffer) => {
  const { data } = decode(shot);
  return data.every((byte, at) => byte === data[at % 4]);
};
