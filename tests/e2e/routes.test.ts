import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isOpen, isTab, ROUTES } from "../../machines/domain/route.ts";
import { isEverything } from "../everything.ts";
import "../../src/i18n/pages.ts";
import { createText } from "../../src/i18n/text.ts";
import { hostileQueries, plausibleQuery } from "../fakes/queries.ts";
import { audit, enlarge, prepareAudit } from "./support/audit.ts";
import { clippedControls } from "./support/clipping.ts";
import { credentialsOf } from "./support/foreign-client.ts";
import { launch, people, phone, signIn } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

const GROUP = "2026100001";
// From last to first, so that the first route is not the screen the user is already on.
const GUARDED = ROUTES.filter((route) => !isOpen(`/${route}`)).reverse();
const OPEN = ROUTES.filter((route) => isOpen(`/${route}`));

/** The usual look of the app, and the one that is hardest to fit. */
const LOOKS = {
  usual: { language: "en", locale: "en-US", colorScheme: "light", textSize: "100%", width: 390 },
  demanding: { language: "zh", locale: "zh-CN", colorScheme: "dark", textSize: "200%", width: 320 },
} as const;
type Look = (typeof LOOKS)[keyof typeof LOOKS];
const TRIED: readonly Look[] = isEverything ? Object.values(LOOKS) : [LOOKS.demanding];

describe("every route", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let query: string;
  const noise: string[] = [];

  beforeAll(async () => {
    const devices = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
    [product, browser] = await Promise.all([startProduct(), launch(devices)]);
    const [{ userID: selfID }, { userID }] = await Promise.all([
      credentialsOf(product.origin, people.alice),
      credentialsOf(product.origin, people.bob),
    ]);
    query = plausibleQuery({ selfID, userID, groupID: GROUP });
    alice = await open(LOOKS.usual);
    await signIn(alice, product.origin, people.alice);
    noise.length = 0; // drops noise of a sign-in that had to be pressed twice on a busy machine
  });
  afterAll(() => closeAll(browser, product));

  async function open({ locale, colorScheme }: Look): Promise<Page> {
    const page = await (await phone(browser, locale)).newPage();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    page.on("console", (line) => noise.push(`${line.type()}: ${line.text()}`));
    page.on("pageerror", (error) => noise.push(String(error)));
    return page;
  }

  /** Follows a link within the app. Resolves when the next screen has loaded. */
  async function follow(page: Page, to: string, { language }: Look): Promise<void> {
    const waiting = createText(language).t("common.loading");
    const last = await page.evaluateHandle((path) => {
      const heading = [...document.querySelectorAll("h1")].find((one) => one.checkVisibility());
      history.pushState(null, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
      return heading;
    }, to);
    await page.waitForFunction(
      ([before, word]) => {
        const isInFront = (one: Element) => one.checkVisibility();
        const heading = [...document.querySelectorAll("h1")].find(isInFront);
        const isWaiting = [...document.querySelectorAll("[role=status]")].some(
          (one) => isInFront(one) && one.textContent === word,
        );
        return heading !== undefined && heading !== before && !isWaiting;
      },
      [last, waiting] as const,
    );
  }

  /** The lobby of a meeting covers the pages after it. */
  async function leaveLobby(page: Page, { language }: Look): Promise<void> {
    const back = page
      .getByRole("dialog")
      .getByRole("button", { name: createText(language).t("common.back") });
    await back.click();
    await back.waitFor({ state: "detached" });
  }

  async function problemsOn(page: Page, { textSize }: Look): Promise<string[]> {
    const problems = await audit(page);
    return textSize === "100%" ? problems : [...problems, ...(await clippedControls(page))];
  }

  it.each(TRIED)(
    "1-01 10-06 $language, $colorScheme, $textSize: signed in, every guarded route is accessible",
    async (look) => {
      await follow(alice, "/language", look);
      await alice.locator(`button[lang=${look.language}]`).click();
      await alice.emulateMedia({ colorScheme: look.colorScheme });
      await alice.setViewportSize({ width: look.width, height: 700 });
      await enlarge(alice, look.textSize);
      await prepareAudit(alice);
      const found: Record<string, string[]> = {};
      for (const route of GUARDED) {
        await follow(alice, `/${route}?${query}`, look);
        const problems = await problemsOn(alice, look);
        if (problems.length > 0) found[route] = problems;
        if (route === "meeting") await leaveLobby(alice, look);
      }
      expect(found).toEqual({});
      expect(noise.splice(0)).toEqual([]);
    },
  );

  it.each(TRIED)(
    "1-01 10-06 $language, $colorScheme, $textSize: signed out, every open route is accessible",
    async (look) => {
      const page = await open(look);
      await page.setViewportSize({ width: look.width, height: 700 });
      const found: Record<string, string[]> = {};
      for (const route of OPEN) {
        await page.goto(`${product.origin}/${route}?${query}`, { waitUntil: "commit" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        await enlarge(page, look.textSize);
        await prepareAudit(page);
        const problems = await problemsOn(page, look);
        if (problems.length > 0) found[route] = problems;
      }
      expect(found).toEqual({});
      expect(noise.splice(0)).toEqual([]);
      await page.context().close();
    },
  );

  it.runIf(isEverything)(
    "2-78 10-09 a link with invalid parameters opens without console output",
    async () => {
      const links = [hostileQueries.garbage, hostileQueries.data];
      for (const route of GUARDED.filter((one) => !isTab(one)))
        for (const link of links) await follow(alice, `/${route}?${link}`, LOOKS.demanding);
      expect(noise.splice(0)).toEqual([]);
    },
  );

  it("2-84 4-07 4-08 a fresh page leads to the sign-in form or to the conversations", async () => {
    const link = `${product.origin}/groupSetting?${query}`;
    await alice.goto(link);
    await alice.getByRole("list", { name: "聊天列表" }).waitFor();
    const stranger = await open(LOOKS.usual);
    await stranger.goto(link);
    await stranger.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await stranger.context().close();
    expect(noise.splice(0)).toEqual([]);
  });
});
