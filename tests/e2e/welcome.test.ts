import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { isLive, launch, password, people, phone, signIn } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** The sign-in page in the HTML document, while the app's scripts are still loading. */
describe("the sign-in page before the scripts", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
  });
  afterAll(() => closeAll(browser, product));

  const program = /\/assets\/first-[^/]+\.js$/;

  /** Holds the scripts back until the returned function is called. */
  async function hold(context: BrowserContext): Promise<() => void> {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.unroute(program);
    await context.route(program, async (route) => {
      await isReleased;
      await route.continue();
    });
    return release;
  }

  /** A first visit without the scripts. `noise` is what the page writes to the console. */
  async function visit(locale?: string) {
    const context = await phone(browser, locale);
    const release = await hold(context);
    const page = await context.newPage();
    const noise: string[] = [];
    page.on("console", (line) => noise.push(`${line.type()}: ${line.text()}`));
    page.on("pageerror", (error) => noise.push(String(error)));
    await page.goto(product.origin, { waitUntil: "commit" });
    return { context, page, noise, release };
  }

  const field = (page: Page) => page.getByRole("textbox", { name: "Phone number" });
  const button = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

  it("10-01 2-94 11-23 input and a press before the scripts load sign in; a signed-in user sees no sign-in page, but their own theme", async () => {
    const { context, page, noise, release } = await visit();
    await field(page).fill(people.alice.phone);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await button(page).click();
    expect(new URL(page.url()).search).toBe("");
    release();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    expect(noise).toEqual([]);

    const last = await hold(context);
    await page.evaluate(() => localStorage.setItem("parley:appearance", "dark,large"));
    await page.reload({ waitUntil: "load" });
    expect(await page.locator("#root").innerHTML()).toBe("");
    const painted = () => {
      const { backgroundColor, fontSize } = getComputedStyle(document.documentElement);
      return [backgroundColor, fontSize];
    };
    expect(await page.evaluate(painted)).toEqual(["rgb(8, 10, 13)", "19px"]);
    last();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    await context.close();
  });

  it("10-01 a choice and a link before the scripts load take effect afterwards", async () => {
    const { context, page, release } = await visit();
    let documents = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.getByRole("radio", { name: "Email" }).check();
    await page.getByRole("link", { name: "Create account" }).click();
    release();
    await page.waitForURL("**/getCode*");
    await page.goBack();
    await page.getByRole("textbox", { name: "Email" }).waitFor();
    expect(documents).toBe(0);
    await context.close();
  });

  it("10-01 1-13 shows the user's language; the user can type on in the same field while the scripts load", async () => {
    const { context, page, noise, release } = await visit("zh-CN");
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    release();
    await button(page).waitFor();

    const again = await hold(context);
    await page.reload({ waitUntil: "commit" });
    await button(page).waitFor();
    await field(page).pressSequentially("1380002");
    const before = await field(page).elementHandle();
    await page.keyboard.press("ArrowLeft");
    again();
    await page.locator("#root:not([data-welcome])").waitFor({ state: "attached" });
    await page.keyboard.type("0000");
    expect(await field(page).inputValue()).toBe(people.bob.phone);
    expect(await before?.evaluate((one) => one.isConnected)).toBe(true);
    // The app has the whole text as well.
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    expect(noise).toEqual([]);
    await context.close();
  });

  it("10-01 a script that failed to load is fetched again at a press", async () => {
    const context = await phone(browser);
    let isDown = true;
    await context.route(program, (route) => (isDown ? route.abort() : route.continue()));
    const page = await context.newPage();
    const lost = page.waitForEvent("requestfailed");
    await page.goto(product.origin);
    await lost;
    isDown = false;
    const code = page.getByRole("textbox", { name: "Verification code" });
    const other = page.getByRole("button", { name: "Use a code instead" });
    await expect
      .poll(async () => {
        if (await code.isVisible()) return true;
        // The button goes away once the press takes effect.
        await other.click({ timeout: 5000 }).catch(() => {});
        return false;
      })
      .toBe(true);
    await context.close();
  });

  it("10-01 a page whose first script is lost says so after a while, and offers to reload", async () => {
    const context = await phone(browser);
    let isDown = true;
    await context.route(/\/assets\/welcome-[^/]+\.js$/, (route) =>
      isDown ? route.abort() : route.continue(),
    );
    const page = await context.newPage();
    await page.goto(product.origin);
    const reload = page.getByRole("link", { name: /Reload/ });
    expect(await reload.isVisible()).toBe(false);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await page.getByText("Parley is still loading").waitFor();
    await page.getByText("仍在加载").waitFor();
    isDown = false;
    await reload.click();
    await button(page).waitFor();
    expect(await page.getByText("Parley is still loading").isVisible()).toBe(false);
    await context.close();
  });

  it.runIf(isEverything)(
    "4-28 10-01 the SDK starts although the first download of each of its files fails",
    async () => {
      const context = await phone(browser);
      const failed: string[] = [];
      let isScriptWhole = false;
      await context.route(/sdk-worker[^/]*\.js$/, async (route) => {
        if (!failed.includes("script")) {
          failed.push("script");
          await route.abort("internetdisconnected");
        } else if (!failed.includes("database")) {
          failed.push("database");
          // The request of a worker for another worker is not routed, so its address is broken.
          const response = await route.fetch();
          const body = (await response.text()).replace(/database-worker-/g, "no-database-worker-");
          await route.fulfill({ response, body });
        } else {
          isScriptWhole = true;
          await route.continue();
        }
      });
      await context.route(/openIM[^/]*\.wasm$/, async (route) => {
        if (!isScriptWhole || failed.includes("wasm")) return await route.continue();
        failed.push("wasm");
        await route.abort("internetdisconnected");
      });
      const page = await context.newPage();
      await signIn(page, product.origin, people.alice);
      await isLive(page);
      expect(failed).toEqual(["script", "database", "wasm"]);
      await context.close();
    },
  );
});
