import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/store/database.ts";
import { getSecret, signToken } from "../../server/tokens.ts";
import {
  answered,
  conversationRow,
  isLive,
  launch,
  openChat,
  password,
  people,
  phone,
  send,
  signIn,
  submitSignIn,
} from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

function rowsOf(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole("list", { name: "Chat list" })
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => item.getAttribute("aria-label")));
}

describe("session", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  const open = async (locale?: string): Promise<Page> => {
    const page = await (await phone(browser, locale)).newPage();
    await page.goto(product.origin);
    return page;
  };

  it("4-01 2-84 without credentials every address leads to the sign-in page", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    await page.goto(`${product.origin}/chat?conversationID=si_1_2`);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  it("3-30 signs in once its code can be fetched, and says until then that there is no connection", async () => {
    const page = await (await phone(browser)).newPage();
    await page.route("**/assets/accounts-*.js", (route) => route.abort());
    await submitSignIn(page, product.origin, people.alice);
    await page.getByRole("alert").filter({ hasText: "No connection" }).waitFor();
    await page.unroute("**/assets/accounts-*.js");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await answered(page, page.getByRole("list", { name: "Chat list" }));
  });

  it("4-01 signs in although the database opens later than the SDK waits for it", async () => {
    const context = await phone(browser);
    let held = 0;
    await context.route("**/assets/sql-wasm-*.wasm", async (route) => {
      held += 1;
      // The SDK waits five seconds for its database.
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      await route.continue();
    });
    const page = await context.newPage();
    await signIn(page, product.origin, people.carol);
    await page.reload();
    await expect.poll(() => held).toBe(2);
    await isLive(page);
    await openChat(page, people.alice.name);
    await send(page, "I am here");
    await page
      .getByRole("article")
      .filter({ hasText: "I am here" })
      .getByRole("img", { name: "Sent" })
      .waitFor();
  });

  it("8-04 a wrong password shows an error, and the phone number stays", async () => {
    const page = await open();
    await page.getByRole("textbox", { name: "Phone number" }).fill(people.alice.phone);
    await page.getByRole("textbox", { name: "Password" }).fill("parley2027");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await answered(page, page.getByText("Password error"));
    expect(await page.getByRole("textbox", { name: "Phone number" }).inputValue()).toBe(people.alice.phone);
    expect(page.url()).not.toContain("parley2027");
  });

  it("2-94 8-06 a code by email signs in, a wrong one is refused", async () => {
    const page = await open();
    await page.getByRole("radio", { name: "Email" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(people.dave.email);
    await page.getByRole("button", { name: /code instead/i }).click();
    await page.getByRole("button", { name: /get code/i }).click();
    await expect.poll(() => product.terminal()).toMatch(/\b\d{6}\b[^\n]*$/m);
    const code = /Verification code[^\n]*?\b(\d{6})\b/.exec(product.terminal())?.[1] ?? "";
    await page
      .getByRole("textbox", { name: "Verification code" })
      .fill(code === "000000" ? "000001" : "000000");
    await page.getByText(/incorrect verification code/i).waitFor();
    await page.getByRole("textbox", { name: "Verification code" }).fill(code);
    await page.getByRole("list", { name: "Chat list" }).waitFor();
  });

  it("4-02 10-02 after a reload the user is still signed in, and no wasm is downloaded again", async () => {
    const page = await open();
    await signIn(page, product.origin, people.alice);
    // A reload during the download would start it again.
    await isLive(page);
    const wasm: number[] = [];
    page.on("response", async (response) => {
      if (!response.url().endsWith(".wasm") || response.request().method() !== "GET") return;
      const sizes = await response
        .request()
        .sizes()
        .catch(() => null);
      wasm.push(response.fromServiceWorker() ? 0 : (sizes?.responseBodySize ?? 0));
    });
    await page.reload();
    await conversationRow(page, people.bob.name).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/conversation");
    await openChat(page, people.bob.name);
    expect(wasm.filter((bytes) => bytes > 100_000)).toEqual([]);
  });

  it("10-01 after a reload the chats show before the SDK is there, and a tapped chat opens from the cache", async () => {
    const page = await open();
    await signIn(page, product.origin, people.alice);
    await openChat(page, people.bob.name);
    const said = page.getByRole("article").last();
    await said.waitFor();
    const words = await said.innerText();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await conversationRow(page, people.bob.name).first().waitFor();
    const before = await rowsOf(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/sdk-worker/, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await conversationRow(page, people.bob.name).first().waitFor();
    await expect.poll(() => rowsOf(page)).toEqual(before);
    await page.getByText("Connecting").first().waitFor();
    await conversationRow(page, people.bob.name).first().click();
    await page.getByRole("heading", { level: 1, name: people.bob.name }).waitFor();
    expect(await page.locator("article").last().innerText()).toBe(words);
    expect(await page.getByRole("textbox", { name: "Message" }).count()).toBe(0);
    release();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.getByText("Connecting").waitFor({ state: "detached" });
    await expect.poll(() => rowsOf(page)).toEqual(before);
  });

  it("10-01 a new device shows the chats before the SDK is there, and keeps all of them afterwards", async () => {
    const known = await open();
    await signIn(known, product.origin, people.alice);
    await conversationRow(known, people.bob.name).first().waitFor();
    await known.getByText("Connecting").waitFor({ state: "detached" });
    await known.getByText("Syncing").waitFor({ state: "detached" });
    // Without the relative time, which changes every minute.
    const said = async (page: Page) =>
      (await conversationRow(page, people.bob.name).first().innerText()).replace(
        /just now|\d+ minutes? ago/i,
        "",
      );
    const [before, words] = [await rowsOf(known), await said(known)];
    await known.context().close();

    const page = await (await phone(browser)).newPage();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/sdk-worker/, async (route) => {
      await released;
      await route.continue();
    });
    await signIn(page, product.origin, people.alice);
    await page.getByText("Connecting").first().waitFor();
    await expect.poll(() => rowsOf(page)).toEqual(before);
    expect(await said(page)).toBe(words);
    // From here on the list is never empty or partial.
    await page.evaluate((count) => {
      const look = () => {
        const rows = document.querySelectorAll('ul[aria-label="Chat list"] > li').length;
        if (rows < count) document.body.dataset.shrunk = String(rows);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, before.length);
    release();
    await page.getByText("Connecting").waitFor({ state: "detached" });
    await page.getByText("Syncing").waitFor({ state: "detached" });
    expect(await rowsOf(page)).toEqual(before);
    expect(await said(page)).toBe(words);
    expect(await page.evaluate(() => document.body.dataset.shrunk)).toBeUndefined();
    await openChat(page, people.bob.name);
    await page.getByRole("log").getByRole("article").last().waitFor();
  });

  it("10-01 a chat that was not opened before, or is opened again, shows before the SDK answers", async () => {
    const page = await open();
    await page.addInitScript(() => {
      const waiting: (() => void)[] = [];
      const gate = { isShut: false };
      class Gated extends Worker {
        override postMessage(message: unknown, ...rest: []) {
          const pass = () => super.postMessage(message, ...rest);
          const asksForPage = JSON.stringify(message ?? null).includes('"getAdvancedHistoryMessageList"');
          if (gate.isShut && asksForPage) waiting.push(pass);
          else pass();
        }
      }
      window.Worker = Gated;
      window.addEventListener("shut", () => (gate.isShut = true));
      window.addEventListener("open", () => {
        gate.isShut = false;
        for (const pass of waiting.splice(0)) pass();
      });
    });
    const tell = (type: string) => page.evaluate((type) => void window.dispatchEvent(new Event(type)), type);
    await signIn(page, product.origin, people.alice);
    const kept = () => page.evaluate(() => localStorage.getItem("parley:pages"));
    const row = await conversationRow(page, people.bob.name).first().innerText();
    const lastWords = row.split("\n").reduce((one, other) => (other.length > one.length ? other : one));
    await expect.poll(kept).toContain(lastWords);
    // The open chat caches the user's own messages.
    await openChat(page, people.carol.name);
    await send(page, "So it is");
    await expect.poll(kept).toContain("So it is");
    await page.getByRole("button", { name: "Back", exact: true }).click();
    for (const { name } of [people.bob, people.carol]) {
      await tell("shut");
      await openChat(page, name);
      const cached = page.locator("[inert] article");
      await cached.last().waitFor();
      const log = page.getByRole("log").getByRole("article");
      expect(await log.count()).toBe(0);
      const words = await cached.last().innerText();
      // The cached rows go when the newest message is there in their place, not a frame earlier.
      const [line = ""] = words.split("\n");
      const isReplaced = page.evaluate((line) => {
        const isIn = (where: string) =>
          [...document.querySelectorAll(`${where} article`)].some(({ textContent }) =>
            textContent.includes(line),
          );
        return new Promise<boolean>((resolve) => {
          new MutationObserver((_, observer) => {
            if (isIn("[inert]")) return;
            observer.disconnect();
            resolve(isIn("[role=log]"));
          }).observe(document.body, { childList: true, subtree: true });
        });
      }, line);
      await tell("open");
      expect(await isReplaced).toBe(true);
      await log.last().waitFor();
      await cached.first().waitFor({ state: "detached" });
      await expect.poll(() => log.last().innerText()).toBe(words);
      await page.getByRole("button", { name: "Back", exact: true }).click();
    }
  });

  it("4-15 signing out leaves no chat that the next user can see", async () => {
    const page = await open();
    await signIn(page, product.origin, people.alice);
    const keeps = () => page.evaluate(() => Object.entries(localStorage).flat().join(" "));
    await expect.poll(keeps).toContain(people.bob.name);
    await page.reload();
    await openChat(page, people.bob.name);
    await expect.poll(keeps).toContain("parley:pages");
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await keeps()).not.toContain(people.bob.name);
    expect(await keeps()).not.toContain("parley:pages");
  });

  it("4-07 a reload inside a chat leads to the conversation list", async () => {
    const page = await open();
    await signIn(page, product.origin, people.alice);
    await conversationRow(page, people.bob.name).first().click();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await page.reload();
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/conversation");
  });

  it("4-09 8-19 0-12 a second login of the same user signs the first one out, with the reason", async () => {
    const first = await open();
    await signIn(first, product.origin, people.alice);
    const second = await open();
    await Promise.all([
      first.getByRole("main").getByText("Account logged in on another device").waitFor(),
      signIn(second, product.origin, people.alice),
    ]);
    await first.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await first.evaluate(() => localStorage.getItem("IM_TOKEN"))).toBeNull();
    await second.getByRole("list", { name: "Chat list" }).waitFor();
  });

  it("4-10 8-18 an expired token leads to the sign-in page, with the reason", async () => {
    const page = await open();
    await signIn(page, product.origin, people.bob);
    const userID = await page.evaluate(() => localStorage.getItem("IM_USERID") ?? "");
    const db = openDatabase(product.dataFolder);
    const expired = signToken(
      { userID, platformID: 5, kind: "im", id: "expired", expiresAt: Date.now() - 60_000 },
      getSecret(db),
    );
    db.close();
    await page.evaluate((token) => localStorage.setItem("IM_TOKEN", token), expired);
    await page.reload();
    await page.getByRole("main").getByText("Login expired, please log in again").waitFor();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  });

  it("4-18 a second tab says that Parley is open elsewhere and can take over", async () => {
    const first = await open();
    await signIn(first, product.origin, people.alice);
    const second = await first.context().newPage();
    await second.goto(product.origin);
    await second.getByText("Parley is open in another tab").waitFor();
    await second.getByRole("button", { name: "Use here" }).click();
    await conversationRow(second, people.bob.name).first().waitFor();
    await first.getByText("Parley is open in another tab").waitFor();
  });

  it("4-14 4-15 signing out forgets the credentials; another user can sign in without a reload", async () => {
    const page = await open();
    await signIn(page, product.origin, people.alice);
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("textbox", { name: "Phone number" }).fill(people.dave.phone);
    expect(await page.evaluate(() => localStorage.getItem("IM_TOKEN"))).toBeNull();
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await answered(page, page.getByRole("list", { name: "Chat list" }));
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByText(people.dave.name).first().waitFor();
  });

  it("1-13 a Chinese browser shows Chinese", async () => {
    const page = await open("zh-CN");
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toMatch(/^zh/);
  });
});
