import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import {
  answered,
  conversationRow,
  launch,
  message,
  openChat,
  type Person,
  password,
  people,
  phone,
  send,
} from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

describe("profiles", () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    context = await phone(browser);
    [alice, bob] = await Promise.all([open("left", people.alice), open("right", people.bob)]);
  });
  afterAll(() => closeAll(browser, product));

  async function open(profile: string, person: Person): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${product.origin}/?profile=${profile}`);
    await page.getByRole("textbox", { name: "Phone number" }).fill(person.phone);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await answered(page, page.getByRole("list", { name: "Chat list" }));
    return page;
  }

  it("11-03 two users write to each other in two tabs of one browser", async () => {
    await openChat(alice, people.bob.name);
    await openChat(bob, people.alice.name);
    await send(alice, "From the tab beside you");
    await message(bob, "From the tab beside you").waitFor();
    await send(bob, "So near and yet a server between us");
    await message(alice, "So near and yet a server between us").waitFor();
  });

  it("11-03 a tab keeps its user after a reload, although the address names no profile any more", async () => {
    // Bob signed in last: the tab of the user before him is the one that could lose its user.
    await alice.goto(product.origin);
    await conversationRow(alice, people.bob.name).first().waitFor();
    if (isEverything) {
      await bob.reload();
      await openChat(bob, people.alice.name);
    }
    await send(bob, "Still me");
    await expect
      .poll(() => conversationRow(alice, people.bob.name).first().innerText())
      .toContain("Still me");
    expect(alice.url()).not.toContain("profile");
  });

  it.runIf(isEverything)("11-03 4-18 the same user in another profile counts as a second tab", async () => {
    // A new sign-in would end her first one, so this profile copies its credentials.
    await alice.evaluate(() => {
      for (const [key, value] of Object.entries(localStorage))
        if (key.startsWith("parley@left:")) localStorage.setItem(key.replace("@left:", "@third:"), value);
    });
    const again = await context.newPage();
    await again.goto(`${product.origin}/?profile=third`);
    await again.getByText("Parley is open in another tab").waitFor();
    await again.getByRole("button", { name: "Use here" }).click();
    await conversationRow(again, people.bob.name).first().waitFor();
    await alice.getByText("Parley is open in another tab").waitFor();
    expect(await bob.getByRole("textbox", { name: "Message" }).isVisible()).toBe(true);
  });

  it("11-03 a tab without a profile is signed out", async () => {
    const page = await context.newPage();
    await page.goto(product.origin);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("IM_TOKEN"))).toBeNull();
  });
});
