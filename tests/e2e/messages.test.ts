import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { connectGob, told } from "../server/support/gob-client.ts";
import { credentialsOf } from "./support/foreign-client.ts";
import { asOldestBrowser } from "./support/oldest-browser.ts";
import {
  back,
  conversationRow,
  createGroup,
  isLive,
  message,
  openChat,
  people,
  send,
  signIn,
  type TwoUsers,
  twoUsers,
  visit,
} from "./support/people.ts";
import { restUserAt } from "./support/rest.ts";

/** OpenIM's platform id of an Android phone. */
const ANDROID = 2;

/** Shown at a message to a user who has blocked its author. */
const REASON = "You can't send messages to this person";

describe("messages that are searched for, chosen or not sent", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers(asOldestBrowser);
    ({ alice, bob } = users);
  });
  afterAll(() => users?.close());

  const field = () => alice.getByRole("searchbox", { name: "Search" });
  const hits = () => alice.getByRole("list", { name: "Messages" }).getByRole("listitem");
  const marks = () => alice.locator("mark").allInnerTexts();
  const GROUP = "Lake Trail Hikers";
  const choose = async (page: Page, text: string, choice: string) => {
    await message(page, text).getByText(text).first().click({ button: "right" });
    await page.getByRole("menuitem", { name: choice, exact: true }).click();
  };
  const isGone = { state: "detached" } as const;
  const block = async (isOn: boolean) => {
    const asBob = await restUserAt(bob, users.product.origin);
    const { userID: blackUserID } = await restUserAt(alice, users.product.origin);
    const path = isOn ? "/friend/add_black" : "/friend/remove_black";
    await asBob.post(path, { ownerUserID: asBob.userID, blackUserID });
  };
  const names = () =>
    alice
      .getByRole("list", { name: "Chat list" })
      .getByRole("listitem")
      .evaluateAll((rows) => rows.map((row) => row.ariaLabel ?? row.textContent));

  it("2-63 a received message is found in a chat and in a group, and opens", async () => {
    await openChat(bob, people.alice.name);
    await send(bob, `周五在广州见, it's "100%" <sure> 👍🏽`);
    await back(bob);
    await openChat(bob, GROUP);
    await send(bob, "谁去过广州?");
    await message(bob, "谁去过广州?").waitFor();
    await conversationRow(alice, people.bob.name)
      .getByText(/周五在广州/)
      .waitFor();
    await alice.getByRole("listitem", { name: GROUP }).getByText("谁去过广州?").waitFor();

    await alice.getByRole("link", { name: "Search" }).click();
    await field().fill("广州");
    await hits().nth(1).waitFor();
    const from = async () => (await hits().allInnerTexts()).map((line) => line.split("\n")[0]);
    await expect.poll(from).toEqual([GROUP, people.bob.name]);
    await expect.poll(marks).toEqual(["广州", "广州"]);

    await hits().first().getByRole("button").click();
    await alice.getByRole("heading", { name: GROUP }).waitFor();
    await message(alice, "谁去过广州?").waitFor();
    await back(alice);
    expect(await field().inputValue()).toBe("广州");
    await expect.poll(from).toEqual([GROUP, people.bob.name]);
  });

  it.each([`it's "100%`, "<SURE>", "👍🏽", "周五"])("2-63 %s is found as it was written", async (keyword) => {
    await field().fill(keyword);
    await expect.poll(marks).toEqual([keyword.toLowerCase()]);
    await expect.poll(() => hits().count()).toBe(1);
  });

  it.each(["%", "_", "101%", "'", 'content":'])(
    "2-63 %s finds only messages that contain it",
    async (keyword) => {
      await field().fill(keyword);
      const nothing = alice.getByText("Nothing found", { exact: true });
      if (!["%", "'"].includes(keyword)) return nothing.waitFor();
      await expect.poll(async () => [...new Set(await marks())]).toEqual([keyword]);
      await nothing.waitFor({ state: "detached" });
    },
  );

  it("2-62 3-47 two messages are forwarded as one merged history, which the recipient opens", async () => {
    await visit(alice, "/conversation");
    await back(bob);
    await openChat(alice, people.carol.name);
    await send(alice, "Shall we meet on Friday?");
    await send(alice, "Or is Saturday better?");
    await message(alice, "Or is Saturday better?").getByRole("img", { name: "Sent" }).waitFor();
    await choose(alice, "Shall we meet on Friday?", "Select");
    await alice.getByRole("heading", { name: "1 selected" }).waitFor();
    await alice.getByRole("checkbox", { name: /Saturday/ }).click();
    await alice.getByRole("button", { name: "Forward" }).click();
    await alice.getByRole("checkbox", { name: people.bob.name }).check();
    await alice.getByRole("button", { name: "Next (1)" }).click();
    await alice.getByRole("textbox", { name: "Add a message" }).fill("Which one?");
    await alice.getByRole("button", { name: "Send", exact: true }).click();
    await conversationRow(bob, "Which one?").click();
    const title = `Chat history of ${people.carol.name} and ${people.alice.name}`;
    await bob.getByRole("log").getByText(title).click();
    const sheet = bob.getByRole("dialog", { name: title });
    await sheet.getByText("Shall we meet on Friday?", { exact: true }).waitFor();
    await sheet.getByText("Or is Saturday better?", { exact: true }).waitFor();
    await bob.goBack();
    await sheet.waitFor(isGone);
  });

  it.runIf(isEverything)(
    "11-51 a forwarded message shows its author, also after another forward",
    async () => {
      const forward = async (page: Page, text: string, to: string) => {
        await choose(page, text, "Forward");
        await page.getByRole("checkbox", { name: to }).check();
        await page.getByRole("button", { name: "Next (1)" }).click();
        await page.getByRole("button", { name: "Send", exact: true }).click();
      };
      await visit(bob, "/conversation");
      await openChat(bob, people.alice.name);
      await send(bob, "The canoe is at the lake");
      await visit(alice, "/conversation");
      await openChat(alice, people.bob.name);
      await message(alice, "The canoe is at the lake").waitFor();
      await forward(alice, "The canoe is at the lake", people.carol.name);
      await visit(alice, "/conversation");
      await openChat(alice, people.carol.name);
      const copy = message(alice, "The canoe is at the lake");
      await copy.getByText(`Forwarded from \u2068${people.bob.name}\u2069`).waitFor();
      await copy.getByRole("img", { name: "Sent" }).waitFor();
      // The name comes back from the server, and a second forward keeps it.
      await forward(alice, "The canoe is at the lake", people.bob.name);
      await message(bob, "Forwarded from")
        .getByText(`Forwarded from \u2068${people.bob.name}\u2069`)
        .waitFor();
      await expect.poll(() => message(bob, "The canoe is at the lake").count()).toBe(2);
    },
  );

  it("11-24 several messages are deleted on all own devices, and Back ends the selection before it leaves the chat", async () => {
    const { userID, imToken } = await credentialsOf(users.product.origin, people.alice, ANDROID);
    const other = await connectGob(users.product.origin, { userID, token: imToken, platformID: ANDROID });
    await choose(alice, "Shall we meet on Friday?", "Select");
    await alice.getByRole("heading", { name: "1 selected" }).waitFor();
    await alice.goBack();
    await alice.getByRole("textbox", { name: "Message" }).waitFor();
    await choose(alice, "Shall we meet on Friday?", "Select");
    await alice.getByRole("checkbox", { name: /Saturday/ }).click();
    await alice.getByRole("button", { name: "Delete" }).click();
    await alice.getByRole("menu", { name: "Delete 2 messages?" }).getByRole("menuitem").click();
    await message(alice, "Shall we meet on Friday?").waitFor(isGone);
    await message(alice, "Or is Saturday better?").waitFor(isGone);
    await expect.poll(() => told(other, 2102).length).toBe(2);
    other.close();
    await alice.getByRole("textbox", { name: "Message" }).waitFor();
    await back(alice);
  });

  it("4-62 3-72 the author edits a recalled message again, and a group owner recalls another member's", async () => {
    await createGroup(bob, "Tidy", [people.alice]);
    await openChat(alice, "Tidy");
    await send(alice, "Buy this now");
    await send(alice, "See you at sven");
    await message(bob, "See you at sven").waitFor();
    await choose(alice, "See you at sven", "Recall");
    await bob.getByText(`${people.alice.name} recalled a message`).waitFor();
    await alice.getByRole("button", { name: "Edit again" }).click();
    const field = alice.getByRole("textbox", { name: "Message" });
    expect(await field.inputValue()).toBe("See you at sven");
    await send(alice, "See you at seven");
    await message(bob, "See you at seven").waitFor();
    await choose(bob, "Buy this now", "Recall");
    await message(alice, "Buy this now").waitFor(isGone);
    await alice
      .getByRole("article")
      .filter({ hasText: `${people.bob.name} recalled a message sent by you` })
      .waitFor();
    await bob
      .getByRole("article")
      .filter({ hasText: `You recalled a message sent by ${people.alice.name}` })
      .waitFor();
  });

  it.runIf(isEverything)(
    "8-36 a message that failed stays failed after a reload, in its place, until the user retries, and does not move its chat",
    async () => {
      for (const page of [alice, bob]) await visit(page, "/conversation");
      await block(true);
      await openChat(alice, people.bob.name);
      await send(alice, "Are you there?");
      await message(alice, "Are you there?").getByText(REASON).waitFor();
      await back(alice);
      await openChat(alice, people.carol.name);
      await send(alice, "Hello Carol");
      await message(alice, "Hello Carol")
        .getByRole("img", { name: /^(Sent|Read)$/ })
        .waitFor();
      await back(alice);
      const before = await names();
      expect(before[0]).toContain(people.carol.name);

      await block(false);
      await alice.reload();
      await isLive(alice);
      await expect.poll(names).toEqual(before);
      await openChat(alice, people.bob.name);
      await message(alice, "Are you there?").getByText(REASON).waitFor();
      await send(alice, "A later one");
      // The row moves when the message comes.
      await conversationRow(bob, people.alice.name).filter({ hasText: "A later one" }).waitFor();
      await openChat(bob, people.alice.name);
      await message(bob, "A later one").waitFor();
      expect(await message(bob, "Are you there?").count()).toBe(0);
      const own = alice.getByRole("log", { name: "Messages" }).getByRole("article");
      await expect
        .poll(async () =>
          (await own.allInnerTexts()).slice(-2).map((text) => /Are you there|later one/.exec(text)?.[0]),
        )
        .toEqual(["Are you there", "later one"]);

      await message(alice, "Are you there?").getByRole("button", { name: "Retry" }).click();
      await message(bob, "Are you there?").waitFor();
    },
  );

  it("2-63 recent searches survive a reload, and another user does not see them", async () => {
    await visit(alice, "/conversation");
    await alice.reload();
    await isLive(alice);
    await alice.getByRole("link", { name: "Search" }).click();
    await alice.getByRole("button", { name: "Remove 广州" }).waitFor();
    await visit(alice, "/profile");
    await alice.getByRole("button", { name: "Sign out" }).click();
    await alice.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
    await alice.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await signIn(alice, users.product.origin, people.carol);
    await alice.getByRole("link", { name: "Search" }).click();
    await alice.getByText("Search friends, groups and messages").waitFor();
  });
});
