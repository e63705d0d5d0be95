import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/store/database.ts";
import { getSecret, signToken } from "../../server/tokens.ts";
import { isEverything } from "../everything.ts";
import {
  answered,
  back,
  conversationRow,
  isLive,
  launch,
  message,
  openChat,
  type Person,
  password,
  people,
  phone,
  send,
  signIn,
} from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

function rowsOf(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole("list", { name: "Chat list" })
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => item.getAttribute("aria-label")));
}

/** Lets a test hold back requests for a chat's messages on their way to the SDK: "shut" and "open" are events. */
function gateHistory(): void {
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
}

/** Holds the SDK's worker back until the returned function is called. */
async function holdSdk(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/sdk-worker/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe("session", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
  });
  afterAll(() => closeAll(browser, product));

  it("1-13 a Chinese browser shows Chinese", async () => {
    const page = await (await phone(browser, "zh-CN")).newPage();
    await page.goto(product.origin);
    await page.getByRole("button", { name: "登录", exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toMatch(/^zh/);
    await page.context().close();
  });

  it.runIf(isEverything)(
    "11-66 a link opens after the sign-in, also if the page is loaded again on the way; the chat of another account does not",
    async () => {
      const page = await (await phone(browser)).newPage();
      const stored = () => page.evaluate(() => sessionStorage.getItem("parley:link"));
      const signInAs = async (person: Person) => {
        await page.getByRole("textbox", { name: "Phone number" }).fill(person.phone);
        await page.getByRole("textbox", { name: "Password" }).fill(password);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
      };
      const signOut = async () => {
        await page.getByRole("link", { name: "Me", exact: true }).click();
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
        await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
      };
      const open = async (address: string) => {
        await page.goto(address);
        await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
        await expect.poll(stored).not.toBeNull();
      };
      await signIn(page, product.origin, people.carol);
      await openChat(page, people.alice.name);
      const chat = page.url();
      await back(page);
      await signOut();

      await open(chat);
      await page.getByRole("link", { name: "Create account" }).click();
      await page.getByRole("button", { name: "Get code" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Get code" }).waitFor();
      await page.goBack();
      await signInAs(people.carol);
      await answered(page, page.getByRole("heading", { name: people.alice.name }));
      expect(page.url()).toBe(chat);
      await back(page);
      await page.getByRole("list", { name: "Chat list" }).waitFor();
      expect(await stored()).toBeNull();
      await signOut();

      await open(chat);
      await page.reload();
      await signInAs(people.dave);
      await answered(page, page.getByRole("list", { name: "Chat list" }));
      await isLive(page);
      expect(new URL(page.url()).pathname).toBe("/conversation");
      await signOut();
      expect(await stored()).toBeNull();

      const meeting = `${product.origin}/meeting?roomID=${"0123456789abcdef".repeat(2)}`;
      await open(meeting);
      await page.reload();
      await signInAs(people.dave);
      await answered(page, page.getByText("Ready to join?"));
      expect(page.url()).toBe(meeting);
      expect(await stored()).toBeNull();
      await page.context().close();
    },
  );

  /** One device after the other, from the first visit to an expired token. */
  describe("of one user", () => {
    const signInCode = "**/assets/accounts-*.js";
    let old: Page;
    let page: Page;
    /** How often the database of the old device was held back. */
    let held = 0;

    beforeAll(async () => {
      const context = await phone(browser);
      await context.route("**/assets/sql-wasm-*.wasm", async (route) => {
        held += 1;
        // The SDK waits five seconds for its database.
        await new Promise((resolve) => setTimeout(resolve, 8000));
        await route.continue();
      });
      old = await context.newPage();
      await old.addInitScript(gateHistory);
      await old.route(signInCode, (route) => route.abort());
    });

    it("4-01 2-84 without credentials every address leads to the sign-in page", async () => {
      for (const path of ["/chat?conversationID=si_1_2", "/"]) {
        await old.goto(`${product.origin}${path}`);
        await old.getByRole("button", { name: "Sign in", exact: true }).waitFor();
        await expect.poll(() => new URL(old.url()).pathname).toBe("/login");
      }
    });

    it("3-30 8-04 says that there is no connection while the code cannot be fetched, and then refuses a wrong password", async () => {
      await old.getByRole("textbox", { name: "Phone number" }).fill(people.alice.phone);
      await old.getByRole("textbox", { name: "Password" }).fill("parley2027");
      await old.getByRole("button", { name: "Sign in", exact: true }).click();
      await old.getByRole("alert").filter({ hasText: "No connection" }).waitFor();
      await old.unroute(signInCode);
      await old.getByRole("button", { name: "Sign in", exact: true }).click();
      await answered(old, old.getByText("Password error"));
      expect(await old.getByRole("textbox", { name: "Phone number" }).inputValue()).toBe(people.alice.phone);
      expect(old.url()).not.toContain("parley2027");
    });

    it("4-01 signs in although the database opens later than the SDK waits for it", async () => {
      await old.getByRole("textbox", { name: "Password" }).fill(password);
      await old.getByRole("button", { name: "Sign in", exact: true }).click();
      // The list may be there before the SDK asks for its database.
      await answered(old, old.getByRole("list", { name: "Chat list" }));
      // A busy page asks again when its database did not open in time.
      await expect.poll(() => held).toBeGreaterThan(0);
      const before = held;
      await old.reload();
      await expect.poll(() => held).toBeGreaterThan(before);
      await isLive(old);
      await openChat(old, people.carol.name);
      await send(old, "I am here");
      await message(old, "I am here").getByRole("img", { name: "Sent" }).waitFor();
      await back(old);
    });

    it("10-01 a chat that was not opened before, or is opened again, shows before the SDK answers", async () => {
      const tell = (type: string) => old.evaluate((type) => void window.dispatchEvent(new Event(type)), type);
      const pages = () => old.evaluate(() => localStorage.getItem("parley:pages"));
      const row = await conversationRow(old, people.bob.name).first().innerText();
      const lastWords = row.split("\n").reduce((one, other) => (other.length > one.length ? other : one));
      await expect.poll(pages).toContain(lastWords);
      // The open chat caches the user's own messages.
      await openChat(old, people.carol.name);
      await send(old, "So it is");
      await expect.poll(pages).toContain("So it is");
      await back(old);
      for (const { name } of [people.bob, people.carol]) {
        await tell("shut");
        await openChat(old, name);
        const cached = old.locator("[inert] article");
        await cached.last().waitFor();
        const log = old.getByRole("log").getByRole("article");
        expect(await log.count()).toBe(0);
        const words = await cached.last().innerText();
        // The cached rows go when the newest message is there in their place, not a frame earlier.
        const [line = ""] = words.split("\n");
        const isReplaced = old.evaluate((line) => {
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
        await back(old);
      }
    });

    it("4-09 8-19 0-12 10-01 a new device shows the chats before the SDK is there and keeps all of them; the first device is signed out, with the reason", async () => {
      // Without the relative time, which changes every minute.
      const said = async (page: Page) =>
        (await conversationRow(page, people.bob.name).first().innerText()).replace(
          /just now|\d+ minutes? ago/i,
          "",
        );
      const [before, words] = [await rowsOf(old), await said(old)];

      page = await (await phone(browser)).newPage();
      const release = await holdSdk(page);
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
      await old
        .getByRole("main")
        .getByText("Another device signed in or changed the password. Please sign in again.")
        .waitFor();
      await old.getByRole("button", { name: "Sign in", exact: true }).waitFor();
      expect(await old.evaluate(() => localStorage.getItem("IM_TOKEN"))).toBeNull();
      await old.context().close();
      await page.unrouteAll();
      await openChat(page, people.bob.name);
      await page.getByRole("log").getByRole("article").last().waitFor();
    });

    it("4-02 4-07 10-02 after a reload inside a chat the user is still signed in, at the list, and no wasm is downloaded again", async () => {
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
      const said = page.getByRole("article").last();
      await said.waitFor();
      const words = await said.innerText();
      await back(page);
      await conversationRow(page, people.bob.name).first().waitFor();
      const before = await rowsOf(page);
      const release = await holdSdk(page);
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
      await back(page);
      await page.getByText("Connecting").waitFor({ state: "detached" });
      await expect.poll(() => rowsOf(page)).toEqual(before);
      await page.unrouteAll();
    });

    it("4-18 a second tab says that Parley is open elsewhere and can take over", async () => {
      const second = await page.context().newPage();
      await second.goto(product.origin);
      await second.getByText("Parley is open in another tab").waitFor();
      await second.getByRole("button", { name: "Use here" }).click();
      await conversationRow(second, people.bob.name).first().waitFor();
      await page.getByText("Parley is open in another tab").waitFor();
      await page.close();
      page = second;
    });

    it("4-14 4-15 signing out forgets the credentials and leaves no chat that the next user can see", async () => {
      const kept = () => page.evaluate(() => Object.entries(localStorage).flat().join(" "));
      await expect.poll(kept).toContain(people.bob.name);
      await expect.poll(kept).toContain("parley:pages");
      await page.getByRole("link", { name: "Me", exact: true }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
      expect(await kept()).not.toContain(people.bob.name);
      expect(await kept()).not.toContain("parley:pages");
      expect(await page.evaluate(() => localStorage.getItem("IM_TOKEN"))).toBeNull();
    });

    it("2-94 4-15 8-06 another user signs in by email without a reload; a wrong code is refused", async () => {
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
      await page.getByRole("link", { name: "Me", exact: true }).click();
      await page.getByText(people.dave.name).first().waitFor();
    });

    it("4-10 8-18 an expired token leads to the sign-in page, with the reason", async () => {
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
  });
});
