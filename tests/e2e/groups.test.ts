import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loseAnswers } from "./support/network.ts";
import {
  back,
  conversationRow,
  fillInGroup,
  message,
  openChat,
  people,
  press,
  send,
  type TwoUsers,
  twoUsers,
} from "./support/people.ts";

const TEAM = "Lake Trail Hikers";

describe("groups", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers();
    ({ alice, bob } = users);
  });
  afterAll(() => users?.close());

  const writing = (page: Page) => page.getByRole("textbox", { name: "Message" });
  /** Taps a switch of Alice's once its previous change is saved. Until then it does not react. */
  const flip = (name: string, on: boolean) =>
    alice.getByRole("switch", { name, checked: !on }).and(alice.locator(":not([aria-busy])")).click();
  /** Waits for a notice row in the chat. */
  const tells = (page: Page, sentence: string) =>
    page.getByRole("log").getByRole("article").filter({ hasText: sentence }).last().waitFor();
  /** Confirms a sheet. */
  const agree = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

  it("3-40 a mentioned user sees it in the list until it is read, and in the chat", async () => {
    await openChat(alice, TEAM);
    await back(alice);
    await openChat(bob, TEAM);
    const field = writing(bob);
    await field.pressSequentially("Morning @ali");
    await bob.getByRole("option", { name: people.alice.name }).waitFor();
    await field.press("Enter");
    expect(await field.inputValue()).toBe(`Morning @${people.alice.name} `);
    await field.pressSequentially("coffee?x");
    await field.press("Backspace");
    await field.press("Enter");
    await conversationRow(alice, TEAM).getByText("[You were mentioned]").waitFor();
    await send(bob, "And cake");
    await conversationRow(alice, "And cake").getByText("[You were mentioned]").waitFor();
    await openChat(alice, TEAM);
    const said = message(alice, "coffee?");
    await said.getByText(`@${people.alice.name}`).waitFor();
    await back(alice);
    await conversationRow(alice, TEAM).getByText("[You were mentioned]").waitFor({ state: "detached" });
  });

  it("3-41 4-63 one key removes a whole mention, and a draft keeps it", async () => {
    const field = writing(bob);
    await field.pressSequentially("@car");
    await bob.getByRole("option", { name: people.carol.name }).click();
    await field.pressSequentially("!");
    await back(bob);
    await openChat(bob, TEAM);
    await expect.poll(() => field.inputValue()).toBe(`@${people.carol.name} !`);
    for (const _ of "! ") await field.press("Backspace");
    await field.press("Backspace");
    expect(await field.inputValue()).toBe("");
  });

  it("3-50 emoji are found by search and by the arrow keys, and one alone is shown large", async () => {
    await bob.getByRole("button", { name: "Emoji", exact: true }).click();
    // Every device that has emoji has this one. Emoji that cannot be drawn are not offered.
    await bob.getByRole("searchbox", { name: "Search emoji" }).fill("grin");
    await bob.getByRole("button", { name: "grinning face", exact: true }).click();
    await bob.getByRole("tab", { name: "Smileys and emotion" }).click();
    const grid = bob.getByRole("toolbar", { name: "Smileys and emotion" });
    await grid.getByRole("button").first().focus();
    await bob.keyboard.press("ArrowDown");
    const below = await grid.getByRole("button").first().boundingBox();
    const focused = await grid.locator("button:focus").boundingBox();
    expect(focused?.x).toBe(below?.x);
    expect(focused?.y).toBeGreaterThan(below?.y ?? 0);
    await bob.keyboard.press("Escape");
    await bob.getByRole("group", { name: "Emoji panel" }).waitFor({ state: "detached" });
    await bob.getByRole("button", { name: "Send" }).click();
    const alone = message(bob, "😀");
    await alone.waitFor();
    expect(await alone.getAttribute("data-emojis")).toBe("1");
    await back(bob);
  });

  it("1-03 2-83 3-53 a group is created with three members, and they can write", async () => {
    const answer = await loseAnswers(alice, "**/group/create_group");
    await fillInGroup(alice, "Crew", [people.bob, people.carol]);
    await press(alice, "Create (2)");
    await conversationRow(bob, "Crew").waitFor();
    await alice.getByRole("button", { name: "Create (2)", disabled: false }).waitFor();
    await answer();
    // The server has created the group, and creates no second one.
    await press(alice, "Create (2)");
    await alice.getByRole("heading", { name: "Crew" }).waitFor();
    expect(await conversationRow(bob, "Crew").count()).toBe(1);
    await conversationRow(bob, "Crew").click();
    await tells(bob, `${people.alice.name} created the group`);
    await send(alice, "Welcome");
    await message(bob, "Welcome").waitFor();
    await send(bob, "Hello all");
    await message(alice, "Hello all").waitFor();
  });

  it("6-04 a group hides its members' cards, and shows them again", async () => {
    const card = bob.getByRole("log").getByRole("button", { name: `Profile of ${people.alice.name}` });
    await card.first().waitFor();
    await press(alice, "Details");
    await press(alice, "Manage group");
    await flip("Open each other's profiles", false);
    await card.first().waitFor({ state: "detached" });
    await flip("Open each other's profiles", true);
    await card.first().waitFor();
  });

  it("6-11 3-62 a group is muted and unmuted", async () => {
    await flip("Mute all", true);
    await bob.getByText("Only the owner and admins can write").waitFor();
    await flip("Mute all", false);
    await writing(bob).waitFor();
    await tells(bob, `${people.alice.name} unmuted everyone`);
    await back(alice);
  });

  it("6-12 3-63 a group has a member muted for a while, and unmuted", async () => {
    await alice.getByRole("list", { name: "Members" }).getByRole("button", { name: people.bob.name }).click();
    await press(alice, /^Mute Off/);
    await alice.getByRole("menuitem", { name: "10 minutes" }).click();
    await bob.getByText("You're muted until").waitFor();
    await tells(bob, `${people.alice.name} muted you for 10 minutes`);
    await press(alice, /^Mute Until/);
    await alice.getByRole("menuitem", { name: "Unmute" }).click();
    await writing(bob).waitFor();
  });

  it("6-06 an admin can manage a group until the owner removes the role", async () => {
    const manages = bob.getByRole("button", { name: "Manage group" });
    await flip("Admin", true);
    await press(bob, "Details");
    await manages.waitFor();
    await flip("Admin", false);
    await manages.waitFor({ state: "detached" });
    await back(bob);
    await writing(bob).waitFor();
    await back(alice);
  });

  it("2-61 2-62 3-54 3-55 a group loses a member whose chat is open, and gets the member back", async () => {
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

  it("6-06 a group changes its owner, is left by the old one, and is dismissed", async () => {
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
