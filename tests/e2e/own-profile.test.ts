import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialsOf, post } from "./support/foreign-client.ts";
import { type MadeFile, picture } from "./support/made-files.ts";
import {
  answered,
  launch,
  openChat,
  password,
  people,
  phone,
  recordToasts,
  signIn,
  submitSignIn,
  told,
} from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

const NEW_NAME = "Alicia";
const NEW_PASSWORD = "parley2027";

describe("own profile and account", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: Page;
  let carol: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    await forget();
    [alice, bob, carol] = await Promise.all([open(), open(), open()]);
    await signIn(alice, product.origin, people.alice);
    await signIn(bob, product.origin, people.bob);
    await signIn(carol, product.origin, people.carol);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const open = async (): Promise<Page> => {
    const page = await (await phone(browser)).newPage();
    await page.addInitScript(recordToasts);
    return page;
  };

  /** Ends the friendship of Alice and Carol that the demo has. */
  async function forget() {
    const [one, other] = await Promise.all(
      [people.alice, people.carol].map((person) => credentialsOf(product.origin, person)),
    );
    if (!one || !other) throw new Error("Nobody is signed in");
    const url = `${product.origin}/api/friend/delete_friend`;
    await post(url, { ownerUserID: one.userID, friendUserID: other.userID }, one.imToken);
    await post(url, { ownerUserID: other.userID, friendUserID: one.userID }, other.imToken);
  }

  async function go(page: Page, ...rows: readonly (string | RegExp)[]) {
    for (const name of rows) await page.getByRole("button", { name }).click();
  }

  it("2-64 2-79 a new name shows in an open chat and in the contacts without a reload", async () => {
    await openChat(bob, people.alice.name);
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await go(alice, "My information", /^Name/);
    await alice.getByRole("textbox", { name: "Name" }).fill(NEW_NAME);
    await go(alice, "Save");
    await alice.getByRole("button", { name: new RegExp(`^Name.*${NEW_NAME}`) }).waitFor();
    await bob.getByRole("heading", { name: NEW_NAME }).waitFor();
    await bob.getByRole("button", { name: "Back", exact: true }).click();
    await bob.getByRole("link", { name: "Contacts" }).click();
    await bob.getByRole("button", { name: NEW_NAME }).waitFor();
  });

  it("2-64 a new picture is cropped square and shown to the user and to friends; another file is refused", async () => {
    const choose = async (file: MadeFile) => {
      const chooser = alice.waitForEvent("filechooser");
      await go(alice, "Picture");
      await (await chooser).setFiles([file]);
    };
    await choose({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await alice.getByRole("alert").getByText("This picture can't be opened").waitFor();
    await alice.keyboard.press("Escape");
    await choose(await picture(alice, "wide.png", 900, 500));
    await alice.getByRole("slider", { name: "Zoom" }).fill("2");
    await go(alice, "Use this picture");
    for (const row of [
      alice.getByRole("button", { name: "Picture" }),
      bob.getByRole("button", { name: NEW_NAME }),
    ])
      await expect
        .poll(() =>
          row.locator("img").evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]),
        )
        .toEqual([480, 480]);
  });

  it("6-07 6-10 a user who takes no friend requests gets none; no sound survives a reload", async () => {
    await alice.getByRole("button", { name: "Back", exact: true }).click();
    await go(alice, "Account settings");
    const quiet = alice.getByRole("switch", { name: "No sound" });
    const adding = alice.getByRole("switch", { name: "Friend requests" });
    await expect.poll(() => adding.getAttribute("aria-busy")).toBeNull();
    await adding.click();
    await expect.poll(() => adding.getAttribute("aria-busy")).toBeNull();
    await quiet.click();
    await expect.poll(() => quiet.getAttribute("aria-busy")).toBeNull();
    await alice.reload();
    // After a reload the app starts at the conversations (4-07).
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await go(alice, "Account settings");
    await expect.poll(() => quiet.getAttribute("aria-checked")).toBe("true");
    await expect.poll(() => adding.getAttribute("aria-checked")).toBe("false");

    await carol.getByRole("button", { name: "Add", exact: true }).click();
    await carol.getByRole("menuitem", { name: "Add friend" }).click();
    await carol.getByRole("searchbox", { name: "Search" }).fill(people.alice.phone);
    await carol.getByRole("button", { name: "Search", exact: true }).click();
    await go(carol, NEW_NAME, "Add to contacts");
    await carol.getByText("This person doesn't accept friend requests").first().waitFor();
  });

  it("2-66 clearing removes the messages of all chats", async () => {
    await go(alice, "Clear all chat history");
    await told(alice, "All chat history was cleared", () =>
      alice.getByRole("dialog").getByRole("button", { name: "Clear all chat history" }).click(),
    );
    await alice.getByRole("button", { name: "Back", exact: true }).click();
    await alice.getByRole("link", { name: "Contacts" }).click();
    await go(alice, people.bob.name);
    await alice.getByRole("textbox", { name: "Message" }).waitFor();
    await expect.poll(() => alice.getByRole("log").getByRole("article").count()).toBe(0);
  });

  it("2-66 5-16 a new password leads to the sign-in page with the reason; the old password is refused", async () => {
    await alice.getByRole("button", { name: "Back", exact: true }).click();
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await go(alice, "Account settings", "Change password");
    const fill = async (current: string) => {
      await alice.getByRole("textbox", { name: "Current password" }).fill(current);
      await alice.getByRole("textbox", { name: "New password", exact: true }).fill(NEW_PASSWORD);
      await alice.getByRole("textbox", { name: "Confirm new password" }).fill(NEW_PASSWORD);
      await go(alice, "Change password");
    };
    await fill("parley2025");
    await alice.getByText("Password error").waitFor();
    await fill(password);
    await alice
      .getByText("Your password was changed. Please sign in with the new password.")
      .first()
      .waitFor();
    await alice.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await alice.getByText(/another device|expired/).count()).toBe(0);
    await submitSignIn(alice, product.origin, people.alice);
    await answered(alice, alice.getByText("Password error"));
    await alice.getByRole("textbox", { name: "Password" }).fill(NEW_PASSWORD);
    await alice.getByRole("button", { name: "Sign in", exact: true }).click();
    await answered(alice, alice.getByRole("list", { name: "Chat list" }));
  });
});
