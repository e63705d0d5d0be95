import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { conversationRow, launch, message, people, phone, send, signIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

describe("a group", () => {
  let product: Product;
  let browser: Browser;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    alice = await (await phone(browser)).newPage();
    bob = await (await phone(browser)).newPage();
    await signIn(alice, product.origin, people.alice);
    await signIn(bob, product.origin, people.bob);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const press = (page: Page, name: string | RegExp) =>
    page.getByRole("button", { name, exact: typeof name === "string" }).click();
  const writing = (page: Page) => page.getByRole("textbox", { name: "Message" });
  /** Taps a switch of Alice's once its previous change is saved. Until then it does not react. */
  const flip = (name: string, on: boolean) =>
    alice.getByRole("switch", { name, checked: !on }).and(alice.locator(":not([aria-busy])")).click();
  /** Waits for a notice row in the chat. */
  const tells = (page: Page, sentence: string) =>
    page.getByRole("log").getByRole("article").filter({ hasText: sentence }).last().waitFor();
  /** Confirms a sheet. */
  const agree = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

  it("1-03 2-83 3-53 is created with three members, and they can write", async () => {
    await alice.evaluate(() => {
      history.pushState(null, "", "/createGroup");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await alice.locator("input:focus").waitFor();
    await alice.keyboard.type("Crew");
    await alice.getByRole("checkbox", { name: people.bob.name }).check();
    await alice.getByRole("checkbox", { name: people.carol.name }).check();
    await press(alice, "Create (2)");
    await alice.getByRole("heading", { name: "Crew" }).waitFor();
    await conversationRow(bob, "Crew").click();
    await tells(bob, `${people.alice.name} created the group`);
    await send(alice, "Welcome");
    await message(bob, "Welcome").waitFor();
    await send(bob, "Hello all");
    await message(alice, "Hello all").waitFor();
  });

  it("6-04 hides its members' cards, and shows them again", async () => {
    const card = bob.getByRole("log").getByRole("button", { name: `Profile of ${people.alice.name}` });
    await card.first().waitFor();
    await press(alice, "Details");
    await press(alice, "Manage group");
    await flip("Open each other's profiles", false);
    await card.first().waitFor({ state: "detached" });
    await flip("Open each other's profiles", true);
    await card.first().waitFor();
  });

  it("6-11 3-62 is muted and unmuted", async () => {
    await flip("Mute all", true);
    await bob.getByText("Only the owner and admins can write").waitFor();
    await flip("Mute all", false);
    await writing(bob).waitFor();
    await tells(bob, `${people.alice.name} unmuted everyone`);
    await press(alice, "Back");
  });

  it("6-12 3-63 has a member muted for a while, and unmuted", async () => {
    await alice.getByRole("list", { name: "Members" }).getByRole("button", { name: people.bob.name }).click();
    await press(alice, /^Mute Off/);
    await alice.getByRole("menuitem", { name: "10 minutes" }).click();
    await bob.getByText("You're muted until").waitFor();
    await tells(bob, `${people.alice.name} muted you for 10 minutes`);
    await press(alice, /^Mute Until/);
    await alice.getByRole("menuitem", { name: "Unmute" }).click();
    await writing(bob).waitFor();
  });

  it("6-06 gets an admin, who can manage it, and loses the admin", async () => {
    const manages = bob.getByRole("button", { name: "Manage group" });
    await flip("Admin", true);
    await press(bob, "Details");
    await manages.waitFor();
    await flip("Admin", false);
    await manages.waitFor({ state: "detached" });
    await press(bob, "Back");
    await writing(bob).waitFor();
    await press(alice, "Back");
  });

  it("2-61 2-62 3-54 3-55 loses a member whose chat is open, and gets the member back", async () => {
    await press(alice, "Remove members");
    await alice.getByRole("checkbox", { name: people.bob.name }).check();
    await press(alice, "Remove (1)");
    await agree(alice, "Remove");
    await bob.getByText("You're no longer in this group").waitFor();
    await press(alice, "Add members");
    // Until Alice's list shows the removal, Bob stays checked.
    await alice.getByRole("checkbox", { name: people.bob.name, checked: false }).check();
    await press(alice, "Invite (1)");
    await alice
      .getByRole("list", { name: "Members" })
      .getByRole("button", { name: people.bob.name })
      .waitFor();
    await writing(bob).waitFor();
    await tells(bob, `${people.alice.name} removed you`);
    await tells(bob, `${people.alice.name} invited you`);
  });

  it("6-06 changes its owner, is left by the old one, and is dismissed", async () => {
    await press(alice, "Manage group");
    await press(alice, "Transfer ownership");
    await press(alice, new RegExp(`^${people.bob.name}`));
    await agree(alice, "Transfer");
    await press(alice, "Leave group");
    await agree(alice, "Leave group");
    await alice.getByRole("list", { name: "Chat list" }).waitFor();
    await press(bob, "Details");
    await press(bob, "Dismiss group");
    await agree(bob, "Dismiss group");
    await bob.getByRole("list", { name: "Chat list" }).waitFor();
  });
});
