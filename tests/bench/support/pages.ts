import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { launchOptions } from "../../e2e/support/people.ts";
import { installProbes, type Moment } from "./probes.ts";
import { type Account, password } from "./store.ts";

/** Selectors that the probes watch in a page. */
export const product = {
  path: "/",
  firstPaint: "button[type=submit]",
  row: "ul[aria-label='Chat list'] > li",
  message: "article",
};
export const bare = {
  path: "/bare/sdk.html",
  firstPaint: "h1",
  row: "#conversations > li",
  message: "#messages > p",
};

export const subjects = { product: "Parley", bare: "SDK alone" } as const;

export interface PageOptions {
  origin: string;
  /** Signed out by default. */
  account?: Account;
  /** CPU slowdown factor. */
  slowdown?: number;
}

const phone = { viewport: { width: 390, height: 844 }, locale: "en-US" };

/** Opens a page in a new browser context with empty storage and caches: phone-sized, in English, with probes. */
export async function openPage(browser: Browser, options: PageOptions): Promise<Page> {
  const { origin, account, slowdown = 1 } = options;
  const localStorage = Object.entries(credentialsOf(account)).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    ...phone,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  const page = await probed(context);
  if (slowdown !== 1) await slowDown(page, slowdown);
  return page;
}

/**
 * Opens a page of a profile that keeps its storage, caches and compiled code in `folder`. Otherwise like {@link
 * openPage}. The browser ends with its context.
 */
export async function openKeptPage(folder: string, { account }: Pick<PageOptions, "account">): Promise<Page> {
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions(), ...phone });
  await context.addInitScript((credentials) => {
    for (const [name, value] of Object.entries(credentials)) localStorage.setItem(name, value);
  }, credentialsOf(account));
  return probed(context);
}

function credentialsOf(account: Account | undefined): Record<string, string> {
  if (!account) return {};
  return { IM_USERID: account.userID, IM_TOKEN: account.imToken, IM_CHAT_TOKEN: account.chatToken };
}

async function probed(context: BrowserContext): Promise<Page> {
  await context.addInitScript(installProbes, [product.firstPaint, product.row, bare.firstPaint, bare.row]);
  return context.newPage();
}

export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Resolves when an element is painted, see `Probes.painted`. Rejects after `patience` milliseconds. */
export function painted(page: Page, css: string, text = "", patience = 60_000): Promise<Moment> {
  return page.evaluate(
    ([css, text, patience]) => {
      const tooLate = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`Nothing was shown that matches ${css} ${text}`)), patience);
      });
      return Promise.race([window.probes.painted(css, text), tooLate]);
    },
    [css, text, patience] as const,
  );
}

export async function fillIn(page: Page, account: Account): Promise<void> {
  await page.getByRole("textbox", { name: "Phone number" }).fill(account.phoneNumber);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
}

/** Resolves when the SDK in the product's worker accepts calls. */
export async function sdkReady(page: Page): Promise<void> {
  const isSdk = (url: string) => url.includes("sdk-worker");
  const worker =
    page.workers().find((one) => isSdk(one.url())) ??
    (await page.waitForEvent("worker", (one) => isSdk(one.url())));
  await worker.evaluate(async () => {
    while (typeof Reflect.get(self, "initSDK") !== "function")
      await new Promise((resolve) => setTimeout(resolve, 20));
  });
}
