import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { answered, isLive, launch, message, people, phone, press, signIn } from "./support/people.ts";
import { png } from "./support/png.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

interface Shared {
  title?: string;
  text?: string;
  url?: string;
  files?: readonly { name: string; type: string; base64: string }[];
}

/** Posts the form that the system posts when the user shares something into the app. */
async function share(page: Page, { files = [], ...fields }: Shared): Promise<void> {
  await Promise.all([
    page.waitForEvent("load"),
    page.evaluate(
      ([words, parts]) => {
        const form = document.createElement("form");
        form.action = "/share";
        form.method = "post";
        form.enctype = "multipart/form-data";
        const add = (name: string, type: string) => {
          const input = document.createElement("input");
          input.type = type;
          input.name = name;
          form.append(input);
          return input;
        };
        for (const [name, value] of Object.entries(words)) add(name, "hidden").value = value;
        const list = new DataTransfer();
        for (const { name, type, base64 } of parts) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          list.items.add(new File([bytes], name, { type }));
        }
        const input = add("files", "file");
        input.multiple = true;
        input.files = list.files;
        document.body.append(form);
        form.submit();
      },
      [fields, files] as const,
    ),
  ]);
}

/** Installs the service worker, as the app does half a minute after it has loaded. */
const installWorker = (page: Page) =>
  page.evaluate(async () => {
    const controlled = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
    await navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" });
    if (!navigator.serviceWorker.controller) await controlled;
  });

const isKept = (page: Page) => page.evaluate(() => caches.has("parley-share"));
const chat = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Chats" }).getByRole("button", { name, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const path = (page: Page) => new URL(page.url()).pathname;

const PHOTO = {
  name: "../Photo\u202e.png",
  type: "image/png",
  base64: png(40, 30, [90, 140, 220]).toString("base64"),
};

describe("shares of other apps", () => {
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct({ settings: { PARLEY_WORKER: "on" } }), launch()]);
    page = await (await phone(browser)).newPage();
    await signIn(page, product.origin, people.alice);
    await isLive(page);
    await installWorker(page);
  });
  afterAll(() => closeAll(browser, product));
  beforeEach(async () => {
    await page.goto(product.origin);
  });

  it("11-57 a text goes into the composer of a chat, below the draft, and waits for Send", async () => {
    await page.getByText(people.bob.name).first().click();
    await field(page).fill("Half a word");
    await page.goto(product.origin);
    await page.getByText("Half a word").waitFor();
    await share(page, { title: "News", text: "<b>Read</b> this", url: "https://example.com/news" });
    expect(path(page)).toBe("/share");
    await page.getByText("<b>Read</b> this").waitFor();
    await chat(page, people.bob.name).click();
    await expect
      .poll(() => field(page).inputValue())
      .toBe("Half a word\nNews\n<b>Read</b> this\nhttps://example.com/news");
    expect(path(page)).toBe("/chat");
    expect(await message(page, "News").count()).toBe(0);
    expect(await isKept(page)).toBe(false);
    await press(page, "Send");
    await message(page, "https://example.com/news").waitFor();
  });

  it("11-57 a picture is staged as if it was picked, with a harmless name", async () => {
    await share(page, { text: "From the lake", files: [PHOTO] });
    await page.getByText("..Photo.png").waitFor();
    await chat(page, people.carol.name).click();
    const sheet = page.getByRole("dialog", { name: "Send 1 item" });
    await sheet.getByRole("listitem").locator("img").waitFor();
    await press(sheet, "Send");
    await page.getByRole("article").last().getByRole("button", { name: "Open photo" }).waitFor();
    expect(await field(page).inputValue()).toBe("From the lake");
    await field(page).fill("");
  });

  it.runIf(isEverything)("11-57 stays over a reload, and a second share replaces the first", async () => {
    await share(page, { text: "The first" });
    const first = page.url();
    await chat(page, people.bob.name).waitFor();
    await page.reload();
    await page.getByText("The first").waitFor();
    await share(page, { text: "The second" });
    await page.getByText("The second").waitFor();
    await page.goto(first);
    await page.getByText("There is nothing to send here").waitFor();
  });

  it("11-57 Cancel drops it", async () => {
    await share(page, { text: "Not this" });
    await chat(page, people.bob.name).waitFor();
    await press(page, "Cancel");
    await page.getByRole("list", { name: "Chat list" }).waitFor();
    expect(path(page)).toBe("/conversation");
    await expect.poll(() => isKept(page)).toBe(false);
  });

  it.runIf(isEverything)("11-57 nothing is offered if nothing arrived", async () => {
    await share(page, { text: "Kept" });
    await chat(page, people.bob.name).waitFor();
    // An empty share replaces the one before, too.
    await share(page, { text: "  " });
    await page.getByText("There is nothing to send here").waitFor();
    expect(await isKept(page)).toBe(false);
  });

  it.runIf(isEverything)(
    "11-57 without a service worker the server leads to a page that says so",
    async () => {
      const other = await (await phone(browser)).newPage();
      await signIn(other, product.origin, people.dave);
      await share(other, { text: "Lost", files: [PHOTO] });
      await other.getByText("There is nothing to send here").waitFor();
      await press(other, "Go to chats");
      await other.getByRole("list", { name: "Chat list" }).waitFor();
      await other.context().close();
    },
  );

  it("11-57 survives the sign-in, and signing out leaves nothing of it", async () => {
    await share(page, { text: "Before sign-out" });
    await chat(page, people.bob.name).waitFor();
    expect(await isKept(page)).toBe(true);
    await page.goto(product.origin);
    await isLive(page);
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await press(page, "Sign out");
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await expect.poll(() => isKept(page)).toBe(false);

    await share(page, { text: "After sign-out" });
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Phone number" }).fill(people.alice.phone);
    await page.getByRole("textbox", { name: "Password" }).fill("parley2026");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await answered(page, chat(page, people.bob.name));
    await page.getByText("After sign-out").waitFor();
    await chat(page, people.bob.name).click();
    await expect.poll(() => field(page).inputValue()).toBe("After sign-out");
  });

  it.runIf(isEverything)(
    "11-57 the worker that switches the service worker off leaves nothing of a share",
    async () => {
      await share(page, { text: "Switched off" });
      await chat(page, people.bob.name).waitFor();
      expect(await isKept(page)).toBe(true);
      await product.kill();
      await product.restart({ PARLEY_WORKER: "off" });
      await page.goto(product.origin);
      await expect.poll(() => isKept(page)).toBe(false);
    },
  );
});
