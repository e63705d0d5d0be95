import {
  type Browser,
  type BrowserContext,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { vi } from "vitest";
import { ensureChromium } from "./chromium.ts";
import { reportOnFailure } from "./failure-report.ts";
import type { Namespace } from "./namespace.ts";
import { closeAll, type Product, startProduct } from "./product.ts";

export const people = {
  alice: { name: "Alice Zhang", phone: "13800000001", email: "alice@parley.test" },
  bob: { name: "Bob Li", phone: "13800000002", email: "bob@parley.test" },
  carol: { name: "Carol Wang", phone: "13800000003", email: "carol@parley.test" },
  dave: { name: "Dave Chen", phone: "13800000004", email: "dave@parley.test" },
  lilei: { name: "李雷", phone: "13800000005", email: "lilei@parley.test" },
  hanmeimei: { name: "韩梅梅", phone: "13800000006", email: "hanmeimei@parley.test" },
} as const;

export type Person = (typeof people)[keyof typeof people];

export const password = "parley2026";

/** Milliseconds. Enough for what is quick on an idle machine and slow on a busy one. */
export const patience = 120_000;

/**
 * Starts Chromium, in `namespace` if given. Adds `flags` and those of the variable CHROMIUM_FLAGS (separated by
 * blanks) to the flags of every test.
 */
export async function launch(flags: readonly string[] = [], namespace?: Namespace): Promise<Browser> {
  const browser = await chromium.launch(launchOptions(flags, namespace));
  reportOnFailure(browser);
  return browser;
}

/** The options {@link launch} starts Chromium with. */
export function launchOptions(flags: readonly string[] = [], namespace?: Namespace): LaunchOptions {
  const executable = ensureChromium();
  return {
    executablePath: namespace?.inside(executable) ?? executable,
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(process.env.CHROMIUM_FLAGS?.split(" ") ?? []),
      ...flags,
    ],
  };
}

/**
 * A new phone with its own storage, viewport and language. It asks for less motion, which costs a tenth less processor
 * time; the phones of /duo move.
 */
export async function phone(browser: Browser, locale = "en-US"): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale,
    // Parley makes its own certificate for the network (11-22).
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(patience);
  return context;
}

/**
 * Opens the product and signs in by password. Resolves when the conversation list is there, which may be before
 * {@link isLive}.
 */
export async function signIn(page: Page, origin: string, person: Person): Promise<void> {
  await submitSignIn(page, origin, person);
  await answered(page, page.getByRole("list", { name: "Chat list" }));
}

/**
 * A page of a new phone on which the user is signed in.
 *
 * @param prepare receives the page before anything loads
 */
export async function signedIn(
  browser: Browser,
  origin: string,
  person: Person,
  prepare: (page: Page) => unknown = () => {},
): Promise<Page> {
  const page = await (await phone(browser)).newPage();
  await prepare(page);
  await signIn(page, origin, person);
  return page;
}

/** The product, with Alice and Bob signed in on two phones of one browser. */
export interface TwoUsers {
  readonly product: Product;
  readonly browser: Browser;
  readonly alice: Page;
  readonly bob: Page;
  close(): Promise<void>;
}

/** @param prepare receives each page before anything loads */
export async function twoUsers(prepare?: (page: Page) => unknown): Promise<TwoUsers> {
  const [product, browser] = await Promise.all([startProduct(), launch()]);
  const close = () => closeAll(browser, product);
  const enter = (person: Person) => signedIn(browser, product.origin, person, prepare);
  try {
    const [alice, bob] = await Promise.all([enter(people.alice), enter(people.bob)]);
    return { product, browser, alice, bob, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Waits for the result of "Sign in". The server has five seconds to answer (9-01), and a busy machine may need more.
 * Then the press is repeated, as a user would do.
 */
export async function answered(page: Page, expected: Locator): Promise<void> {
  const noAnswer = page.getByText("No answer from the server, please try again");
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expected.or(noAnswer).first().waitFor();
    if (!(await noAnswer.isVisible())) break;
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await noAnswer.waitFor({ state: "hidden" });
  }
  await expected.first().waitFor();
}

/** Fills in the sign-in form and submits it, without waiting for the result. */
export async function submitSignIn(page: Page, origin: string, person: Person): Promise<void> {
  await page.goto(origin);
  await page.getByRole("textbox", { name: "Phone number" }).fill(person.phone);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/**
 * Goes to an address inside the running app, as one of its links does. First the step back that ends a layer must be
 * over: the app makes its own changes of the address wait for it, and cannot do so with this change. A call keeps its
 * layer.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    () =>
      (history.state ?? 0) % 1 === 0 ||
      document.querySelector("[role=dialog]:is([aria-label=Call], [aria-label=Meeting])") !== null,
  );
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

export function conversationRow(page: Page, name: string): Locator {
  return page.getByRole("list", { name: "Chat list" }).getByRole("listitem").filter({ hasText: name });
}

/** Title of the conversation list while the client is not connected or not in sync. */
const notLive =
  /^(Loading \d+%|Connecting|Syncing|Offline|Connection failed|加载中 \d+%|连接中|同步中|离线|连接失败)$/;

/**
 * Resolves when the client is connected and in sync, so that messages arrive and calls ring. The list alone is not
 * enough: it may come from the cache, or from the server before the SDK is there. Call it while the list is there.
 */
export async function isLive(page: Page): Promise<void> {
  const list = page.getByRole("list", { name: /^(Chat list|聊天列表)$/, includeHidden: true });
  await list.first().waitFor({ state: "attached" });
  for (const waiting of [
    list.and(page.locator("[aria-busy=true]")),
    page.getByRole("status").filter({ hasText: notLive }),
  ])
    await waiting.first().waitFor({ state: "detached" });
}

/** Opens a chat from the list. */
export async function openChat(page: Page, name: string): Promise<void> {
  const rows = page.getByRole("list", { name: "Chat list" }).getByRole("listitem", { name, exact: true });
  await rows.first().click();
  await page.getByRole("heading", { name }).waitFor();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
}

/** Presses the button with this name, which is the whole name unless it is a pattern. */
export async function press(place: Pick<Page, "getByRole">, name: string | RegExp): Promise<void> {
  await place.getByRole("button", { name, exact: typeof name === "string" }).click();
}

export const back = (place: Pick<Page, "getByRole">): Promise<void> => press(place, "Back");

/** Creates a group with these members, and opens its chat. */
export async function createGroup(page: Page, name: string, members: readonly Person[]): Promise<void> {
  await fillInGroup(page, name, members);
  await press(page, `Create (${members.length})`);
  await page.getByRole("heading", { name }).waitFor();
}

/** Fills in the form of a new group. */
export async function fillInGroup(page: Page, name: string, members: readonly Person[]): Promise<void> {
  await visit(page, "/createGroup");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(name);
  for (const member of members) await page.getByRole("checkbox", { name: member.name }).check();
}

export async function goToChat(page: Page, { name }: Person): Promise<void> {
  await back(page);
  await openChat(page, name);
}

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** The messages that contain `text`. */
export function message(page: Page, text: string): Locator {
  return page.getByRole("log", { name: "Messages" }).getByRole("article").filter({ hasText: text });
}

/** Resolves once the server has that message of the user: before that, its menu offers less. */
export async function isSent(page: Page, text: string): Promise<void> {
  await message(page, text)
    .getByRole("img", { name: /^(Sent|Read)$/ })
    .waitFor();
}

/**
 * Runs `act` and waits for a toast with this text. A toast shows for two seconds (9-07), and a busy machine may not
 * look at the page in that time. So `recordToasts` records every toast.
 */
export async function told(page: Page, text: string, act: () => unknown): Promise<void> {
  const said = () => page.evaluate(() => window.toastsShown);
  const { length: earlier } = await said();
  await act();
  await vi.waitFor(
    async () => {
      const since = (await said()).slice(earlier);
      if (!since.includes(text))
        throw new Error(`Not said: "${text}". What was said: ${JSON.stringify(since)}`);
    },
    { timeout: patience, interval: 100 },
  );
}

declare global {
  interface Window {
    /** Texts of all toasts since the page loaded, in order. */
    toastsShown: string[];
  }
}

/** Runs in the page before everything else. Sees every toast, however late the page is painted. */
export function recordToasts(): void {
  const toasts = "body > [aria-live] > div > button";
  let present: (string | null)[] = [];
  window.toastsShown = [];
  const look = () => {
    const now = [...document.querySelectorAll(toasts)].map((toast) => toast.textContent);
    window.toastsShown.push(...now.filter((text) => text !== null && !present.includes(text)));
    present = now;
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
}
