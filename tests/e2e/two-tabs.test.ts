import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { isEverything } from "../everything.ts";
import { conversationRow, isLive, launch, password, people, phone, press } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

describe("two tabs of one browser", () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
  });
  afterAll(() => closeAll(browser, product));

  /** Two tabs that both show the sign-in page. */
  async function twoTabs(): Promise<[Page, Page]> {
    const context = await phone(browser);
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) {
      await page.goto(product.origin);
      await page.getByRole("textbox", { name: "Phone number" }).waitFor();
    }
    return [first, second];
  }
  const enter = async (page: Page, phoneNumber: string) => {
    await page.getByRole("textbox", { name: "Phone number" }).fill(phoneNumber);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await press(page, "Sign in");
  };

  it.runIf(isEverything)(
    "4-18 a user who signs in again in another tab uses Parley there, and is signed in after a reload",
    async () => {
      const [first, second] = await twoTabs();
      await enter(first, people.alice.phone);
      await conversationRow(first, people.bob.name).first().waitFor();
      await isLive(first);
      await enter(second, people.alice.phone);
      // The old token is refused from now on: if the first tab asks the server before the press, it ends by itself.
      const [button, row] = [
        second.getByRole("button", { name: "Use here" }),
        conversationRow(second, people.bob.name).first(),
      ];
      await button.or(row).first().waitFor();
      if (await button.isVisible()) await button.click();
      await row.waitFor();
      await isLive(second);
      await first
        .getByText("Parley is open in another tab")
        .or(first.getByRole("textbox", { name: "Phone number" }))
        .first()
        .waitFor();
      await first.close();
      await second.reload();
      await conversationRow(second, people.bob.name).first().waitFor();
      await isLive(second);
      await second.context().close();
    },
  );

  it("4-18 a sign-in as another user in another tab ends the session of the first", async () => {
    const [first, second] = await twoTabs();
    await enter(first, people.alice.phone);
    await conversationRow(first, people.bob.name).first().waitFor();
    await isLive(first);
    await enter(second, people.dave.phone);
    await conversationRow(second, people.bob.name).first().waitFor();
    await isLive(second);
    await first.getByRole("textbox", { name: "Phone number" }).waitFor();
    await second.getByRole("link", { name: "Me", exact: true }).click();
    await second.getByText(people.dave.name).first().waitFor();
    await second.context().close();
  });
});
