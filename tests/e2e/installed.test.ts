import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { hurry } from "./support/clock.ts";
import { foreignClient } from "./support/foreign-client.ts";
import {
  conversationRow,
  isLive,
  launch,
  message,
  openChat,
  people,
  phone,
  press,
  signIn,
} from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** A copy of the built app, which the next release replaces. */
async function releaseFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-release-"));
  for (const file of [
    "index.html",
    "worker.js",
    "worker-off.js",
    "manifest.webmanifest",
    "icon.svg",
    "icons",
  ])
    await cp(join("dist", file), join(folder, file), { recursive: true });
  await symlink(resolve("dist/assets"), join(folder, "assets"));
  return folder;
}

/** Puts the next release there. Its document and its worker differ. */
async function replaceRelease(folder: string): Promise<void> {
  const change = async (file: string, from: RegExp, to: string) =>
    writeFile(join(folder, file), (await readFile(join(folder, file), "utf8")).replace(from, to));
  await change("index.html", /<title>/, '<meta name="release" content="next" /><title>');
  await change("worker.js", /(version:.)\w+/, "$1next");
}

const isNext = (page: Page) => page.locator("meta[name=release]").waitFor({ state: "attached" });

const hasWorker = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(registration?.active && navigator.serviceWorker.controller);
  });

/** The paths of everything in the caches of the page's origin. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = names.map(async (name) => await (await caches.open(name)).keys());
    return (await Promise.all(all)).flat().map(({ url }) => new URL(url).pathname);
  });

/** Records the count on the icon of the app, which a headless browser has not. */
const recordBadge = (page: Page) =>
  page.addInitScript(() => {
    const show = (count: number) => Promise.resolve(void Reflect.set(window, "badge", count));
    Reflect.set(navigator, "setAppBadge", show);
    Reflect.set(navigator, "clearAppBadge", () => show(0));
  });

const badge = (page: Page) => page.evaluate(() => Reflect.get(window, "badge"));

describe("the installed app", () => {
  let folder: string;
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = await releaseFolder();
    [product, browser] = await Promise.all([
      startProduct({ folder, settings: { PARLEY_WORKER: "on" } }),
      launch(),
    ]);
    page = await (await phone(browser)).newPage();
    await page.clock.install();
    await recordBadge(page);
    await signIn(page, product.origin, people.alice);
    await isLive(page);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("11-20 has a manifest with icons, and shortcuts to routes", async () => {
    const address = await page.locator("link[rel=manifest]").getAttribute("href");
    const manifest = await (await page.request.get(new URL(address ?? "", product.origin).href)).json();
    expect(manifest).toMatchObject({ name: "Parley", id: "/", start_url: "/", display: "standalone" });
    const types = await Promise.all(
      [...manifest.icons, { src: "/icons/apple-touch-icon.png" }].map(
        async ({ src }: { src: string }) =>
          (await page.request.get(product.origin + src)).headers()["content-type"],
      ),
    );
    expect(new Set(types)).toEqual(new Set(["image/svg+xml", "image/png"]));
  });

  it("11-20 opens without its server: the list and the chats that were cached", async () => {
    expect(await hasWorker(page)).toBe(false);
    await openChat(page, people.bob.name);
    await message(page, "").last().waitFor();
    await hurry(page, () => hasWorker(page), "the worker");
    await product.kill();
    // Not from the browser's own cache.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    const response = await page.goto(`${product.origin}/conversation`);
    expect(response?.fromServiceWorker()).toBe(true);
    expect(response?.headers()["content-security-policy"]).toContain("script-src 'self' 'wasm-unsafe-eval'");
    await conversationRow(page, people.bob.name).first().click();
    await message(page, "").last().waitFor();
    await devtools.detach();
  });

  it("11-20 offers a new release, and a tap puts it into every tab", async () => {
    await replaceRelease(folder);
    await product.restart();
    await page.goto(product.origin);
    await isLive(page);
    const other = await page.context().newPage();
    await other.clock.install();
    await other.goto(product.origin);
    await other.getByText("Parley is open in another tab").waitFor();
    const offer = page.getByRole("status").filter({ hasText: "A new version is ready" });
    await hurry(page, () => offer.isVisible(), "the offer");
    // The other tab listens by then, as any tab does after a while.
    await other.clock.fastForward(30_000);
    await other.clock.fastForward(10_000);
    expect(await page.locator("meta[name=release]").count()).toBe(0);
    await press(offer, "Update");
    await Promise.all([isNext(page), isNext(other)]);
    await other.close();
  });

  it.runIf(isEverything)("11-20 its icon shows how many messages are unread", async () => {
    await page.goto(`${product.origin}/contact`);
    await isLive(page);
    await expect.poll(() => page.title()).toMatch(/\d/);
    const before = Number(/\d+/.exec(await page.title()));
    const bob = await foreignClient(product.origin, people.bob);
    const alice = await page.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
    await bob.sendText(alice, "Are you there?");
    await expect.poll(() => badge(page)).toBe(before + 1);
    bob.close();
  });

  it("11-20 signing out leaves nothing of the user in a cache and no count on the icon", async () => {
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await press(page, "Sign out");
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await badge(page)).toBe(0);
    const paths = await cached(page);
    expect(paths.length).toBeGreaterThan(50);
    expect(
      paths.filter((path) => !/^\/(used|unread|icon\.svg|assets\/[\w.-]+\.(js|css))?$/.test(path)),
    ).toEqual([]);
  });

  it("11-20 the sign-in page has its logo without a connection", async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.context().setOffline(true);
    await page.reload();
    const logo = page.locator("img[src='/icon.svg']");
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await page.context().setOffline(false);
    await devtools.detach();
  });

  it.runIf(isEverything)("11-20 the server can switch the worker off", async () => {
    await product.kill();
    await product.restart({ PARLEY_WORKER: "off" });
    await page.goto(product.origin);
    await expect
      .poll(() => hasWorker(page).then(async (has) => has || (await cached(page)).length > 0))
      .toBe(false);
    expect((await page.goto(product.origin))?.fromServiceWorker()).toBe(false);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  });
});
