import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeFile, picture } from "./support/made-files.ts";
import {
  answered,
  back,
  message,
  openChat,
  password,
  people,
  recordToasts,
  send,
  submitSignIn,
  type TwoUsers,
  told,
  twoUsers,
} from "./support/people.ts";
import { restUserAt } from "./support/rest.ts";

const NEW_NAME = "Alicia";
const NEW_PASSWORD = "parley2027";

describe("own profile, account and friends", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers((page) => page.addInitScript(recordToasts));
    ({ alice, bob } = users);
  });
  afterAll(() => users?.close());

  async function go(page: Page, ...rows: readonly (string | RegExp)[]) {
    for (const name of rows) await page.getByRole("button", { name }).click();
  }

  const adding = () => alice.getByRole("switch", { name: "Friend requests" });
  const quiet = () => alice.getByRole("switch", { name: "No sound" });

  it("2-64 2-79 a new name shows in an open chat and in the contacts without a reload", async () => {
    await openChat(bob, people.alice.name);
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await go(alice, "My information", /^Name/);
    await alice.getByRole("textbox", { name: "Name" }).fill(NEW_NAME);
    await go(alice, "Save");
    await alice.getByRole("button", { name: new RegExp(`^Name.*${NEW_NAME}`) }).waitFor();
    await bob.getByRole("heading", { name: NEW_NAME }).waitFor();
    await back(bob);
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

  it("2-81 2-82 6-09 a user adds a friend by phone number, sets a remark, blocks and unfriends", async () => {
    const [asAlice, asBob] = [
      await restUserAt(alice, users.product.origin),
      await restUserAt(bob, users.product.origin),
    ];
    // Ends the friendship that the demo gives these two.
    for (const [one, other] of [
      [asAlice, asBob],
      [asBob, asAlice],
    ] as const)
      await one.post("/friend/delete_friend", { ownerUserID: one.userID, friendUserID: other.userID });
    await bob.getByRole("button", { name: NEW_NAME }).waitFor({ state: "detached" });
    await bob.getByRole("link", { name: "Messages" }).click();
    await bob.getByRole("button", { name: "Add", exact: true }).click();
    await bob.getByRole("menuitem", { name: "Add friend" }).click();
    await bob.getByRole("searchbox", { name: "Search" }).fill(people.alice.phone);
    await bob.getByRole("button", { name: "Search", exact: true }).click();
    await go(bob, NEW_NAME, "Add to contacts");
    await bob.getByRole("textbox", { name: "Greeting" }).fill("Bob here");
    await told(bob, "Request sent", () => go(bob, "Send"));
    // Back on the card, which updates when Alice accepts.
    const answer = { fromUserID: asBob.userID, toUserID: asAlice.userID, handleResult: 1, handleMsg: "" };
    await asAlice.post("/friend/add_friend_response", answer);
    await bob.getByRole("button", { name: "Voice call" }).waitFor();

    await go(bob, "More", "Remark");
    await bob.getByRole("textbox", { name: "Remark" }).fill("Ally");
    await go(bob, "Save");
    await bob.getByRole("button", { name: /Remark.*Ally/ }).waitFor();
    const block = bob.getByRole("switch", { name: "Block" });
    await block.click();
    await expect.poll(() => block.getAttribute("aria-busy")).toBeNull();
    await back(bob);
    await bob.getByRole("heading", { name: "Ally" }).waitFor();

    await back(alice);
    await alice.getByRole("link", { name: "Contacts" }).click();
    await go(alice, people.bob.name);
    await send(alice, "Hello?");
    await message(alice, "Hello?").waitFor();
    await alice.getByText("You can't send messages to this person").first().waitFor();

    await go(bob, "More", "Delete friend");
    await bob.getByRole("dialog").getByRole("button", { name: "Delete friend" }).click();
    await bob.getByRole("button", { name: "Add to contacts" }).waitFor();
    await bob.getByRole("heading", { name: NEW_NAME }).waitFor();
  });

  const rows = () => alice.getByRole("log", { name: "Messages" }).getByRole("article");

  it("6-07 a user who takes no friend requests gets none", async () => {
    await back(alice);
    // The chat that is cleared later.
    await go(alice, people.carol.name);
    await rows().nth(1).waitFor();
    await back(alice);
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await go(alice, "Account settings");
    for (const setting of [adding, quiet]) {
      await expect.poll(() => setting().getAttribute("aria-busy")).toBeNull();
      await setting().click();
      await expect.poll(() => setting().getAttribute("aria-busy")).toBeNull();
    }
    // The card shows what it has loaded, so Bob opens it again.
    await back(bob);
    await go(bob, NEW_NAME, "Add to contacts");
    await bob.getByText("This person doesn't accept friend requests").first().waitFor();
  });

  it("2-66 clearing removes the messages of all chats", async () => {
    await go(alice, "Clear all chat history");
    await told(alice, "All chat history was cleared", () =>
      alice.getByRole("dialog").getByRole("button", { name: "Clear all chat history" }).click(),
    );
    await back(alice);
    await alice.getByRole("link", { name: "Contacts" }).click();
    await go(alice, people.carol.name);
    // The sent message shows that the history is loaded.
    await send(alice, "A new start");
    await message(alice, "A new start").getByRole("img", { name: "Sent" }).waitFor();
    expect(await rows().count()).toBe(1);
  });

  it("2-66 5-16 6-10 a new password leads to the sign-in page with the reason and replaces the old one; no sound is still set", async () => {
    await back(alice);
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
    await submitSignIn(alice, users.product.origin, people.alice);
    await answered(alice, alice.getByText("Password error"));
    await alice.getByRole("textbox", { name: "Password" }).fill(NEW_PASSWORD);
    await alice.getByRole("button", { name: "Sign in", exact: true }).click();
    await answered(alice, alice.getByRole("list", { name: "Chat list" }));
    // The page was loaded again for this sign-in.
    await alice.getByRole("link", { name: "Me", exact: true }).click();
    await go(alice, "Account settings");
    await expect.poll(() => quiet().getAttribute("aria-checked")).toBe("true");
    await expect.poll(() => adding().getAttribute("aria-checked")).toBe("false");
  });
});
