import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialsOf } from "./support/foreign-client.ts";
import { back, conversationRow, launch, people, phone, press, signIn, visit } from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";
import { type RestUser, restUserAt, restUserOf } from "./support/rest.ts";

/**
 * Requests of friends and in groups, and the black list. The other users act over REST. This server notifies a user
 * before the chat has its line, the servers of the other suites after it.
 */
describe("requests", () => {
  const { bob, lilei, hanmeimei, dave } = people;
  /** A group of Bob's. Li Lei is not in it. */
  const club = "2026109999";
  const hikers = { groupID: "2026100001", name: "Lake Trail Hikers" };
  let product: Product;
  let browser: Browser;
  let bobs: Page;
  let leis: Page;
  /** Sends as Bob, Li Lei or Han Meimei, from a device without Parley. */
  let asBob: RestUser;
  let asLei: RestUser;
  let asMei: RestUser;

  beforeAll(async () => {
    const settings = { PARLEY_NOTIFICATION_FIRST: "on" };
    [product, browser] = await Promise.all([startProduct({ settings }), launch()]);
    bobs = await (await phone(browser)).newPage();
    leis = await (await phone(browser)).newPage();
    await Promise.all([signIn(bobs, product.origin, bob), signIn(leis, product.origin, lilei)]);
    asBob = await restUserAt(bobs, product.origin);
    asLei = await restUserAt(leis, product.origin);
    asMei = await restUserOf(hanmeimei, product.origin);
    await forgetEachOther();
  });
  afterAll(() => closeAll(browser, product));

  async function forgetEachOther() {
    for (const other of [asLei, asMei]) {
      const both = [
        [asBob, other],
        [other, asBob],
      ] as const;
      for (const [one, { userID: friendUserID }] of both) {
        await one.post("/friend/delete_friend", { ownerUserID: one.userID, friendUserID }).catch(() => {
          // They are not friends in the demo.
        });
      }
    }
  }

  const askBob = (from: RestUser, reqMsg: string) =>
    from.post("/friend/add_friend", { fromUserID: from.userID, toUserID: asBob.userID, reqMsg });
  const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
  const contact = (page: Page, name: string) =>
    page.getByRole("list", { name: "Friend list" }).getByRole("button", { name });
  const request = (page: Page, name: string) =>
    page.getByRole("list", { name: "Requests" }).getByRole("listitem").filter({ hasText: name });
  const colour = (page: Page, name: string, count: string) =>
    link(page, name)
      .getByText(count, { exact: true })
      .evaluate((badge) => getComputedStyle(badge).backgroundColor);
  const [tab, row] = ["Contacts, 1 pending", "New friends, 1 pending"];

  it("2-19 4-34 0-05 a friend request is counted, and the count changes its colour after the list was opened", async () => {
    await askBob(asLei, "Hello");
    await link(bobs, tab).click();
    // A later request of the same user replaces the first.
    await askBob(asLei, "I am Lei, from the book club");
    await link(bobs, row).waitFor();
    expect(await colour(bobs, row, "1")).toBe(await colour(bobs, tab, "1"));
    await link(bobs, row).click();
    await request(bobs, lilei.name).getByText("I am Lei, from the book club").waitFor();
    const requests = bobs.getByRole("list", { name: "Requests" }).getByRole("listitem");
    await expect.poll(() => requests.count()).toBe(1);
    const greeting = requests.getByText("I am Lei, from the book club");
    const [end, edge, hidden] = await greeting.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { right = 0 } = element.closest("button")?.getBoundingClientRect() ?? {};
      return [text.getBoundingClientRect().right, right, element.scrollHeight - element.clientHeight];
    });
    // Nothing is cut beside the two buttons.
    expect(end).toBeLessThanOrEqual(edge);
    expect(hidden).toBe(0);
    await back(bobs);
    await link(bobs, row).waitFor();
    await expect.poll(() => colour(bobs, row, "1")).not.toBe(await colour(bobs, tab, "1"));
  });

  it("2-33 2-54 4-31 after an accepted request both users are contacts", async () => {
    await link(leis, "Contacts").click();
    await contact(leis, people.alice.name).waitFor();
    expect(await contact(leis, bob.name).count()).toBe(0);
    await link(bobs, row).click();
    await press(bobs, `Accept ${lilei.name}'s request`);
    await request(bobs, lilei.name).getByText("Accepted").waitFor();
    await contact(leis, bob.name).waitFor();
    await back(bobs);
    await contact(bobs, lilei.name).waitFor();
    await link(bobs, "Contacts").waitFor();
    await link(bobs, "New friends").waitFor();
    // Lei's other device gives Bob a remark: there is still one entry.
    const friend = { ownerUserID: asLei.userID, friendUserIDs: [asBob.userID] };
    await asLei.post("/friend/update_friends", { ...friend, remark: "Trail Bob" });
    await contact(leis, "Trail Bob").waitFor();
    await contact(leis, bob.name).waitFor({ state: "detached" });
  });

  it("2-55 2-80 a declined request says so and cannot be answered again", async () => {
    await askBob(asMei, "Do you remember me?");
    await link(bobs, row).click();
    await request(bobs, hanmeimei.name).getByText("Do you remember me?").click();
    await bobs.getByRole("button", { name: "Accept" }).waitFor();
    await press(bobs, "Decline");
    await bobs.getByText("Declined").waitFor();
    await expect.poll(() => bobs.getByRole("button", { name: /Accept|Decline/ }).count()).toBe(0);
    await back(bobs);
    await link(bobs, "Received friend requests").click();
    await bobs.getByRole("heading", { name: "Received friend requests" }).waitFor();
    await request(bobs, hanmeimei.name).getByText("Declined").waitFor();
    await request(bobs, lilei.name).getByText("Accepted").waitFor();
    await back(bobs);
    await back(bobs);
    await contact(bobs, lilei.name).waitFor();
    expect(await contact(bobs, hanmeimei.name).count()).toBe(0);
  });

  it("2-19 2-54 the owner of a group sees a request to join, and accepts it", async () => {
    const { groupID, name } = hikers;
    await asBob.post("/group/set_group_info_ex", { groupID, needVerification: 1 });
    await leis.getByRole("link", { name: /^Messages/ }).click();
    const asking = { groupID, reqMessage: "May I come along?", joinSource: 3 };
    await asLei.post("/group/join_group", { ...asking, inviterUserID: asLei.userID });
    await link(bobs, "Contacts, 1 pending").waitFor();
    await link(bobs, "Group requests, 1 pending").click();
    await request(bobs, lilei.name).getByText("May I come along?").waitFor();
    expect(await conversationRow(leis, name).count()).toBe(0);
    await press(bobs, `Accept ${lilei.name}'s request`);
    await request(bobs, lilei.name).getByText("Accepted").waitFor();
    await conversationRow(leis, name).click();
    await leis.getByRole("textbox", { name: "Message" }).waitFor();
    await back(bobs);
    await link(bobs, "Contacts").waitFor();
  });

  it("2-54 3-53 a new group shows its name in the member's list, has a notice, and can be written in", async () => {
    const groupInfo = { groupID: club, groupName: "Book Club", groupType: 2 };
    const memberUserIDs = [asLei.userID, asMei.userID];
    await asBob.post("/group/create_group", { groupInfo, ownerUserID: asBob.userID, memberUserIDs });
    await back(leis);
    await conversationRow(leis, "Book Club").click();
    await leis.getByRole("log").getByText("Trail Bob created the group").waitFor();
    await leis.getByRole("textbox", { name: "Message" }).waitFor();
  });

  it("2-57 2-82 a user who has left rejoins an open group at once, and a closed group after approval", async () => {
    const came = leis.getByRole("log").getByText("You joined the group");
    for (const [count, needVerification] of [
      [1, 2],
      [2, 0],
    ] as const) {
      await asBob.post("/group/set_group_info_ex", { groupID: club, needVerification });
      await asLei.post("/group/quit_group", { groupID: club, userID: asLei.userID });
      await leis.getByText("You're no longer in this group").waitFor();
      await visit(leis, `/groupCard?groupID=${club}`);
      await press(leis, needVerification === 2 ? "Join group" : "Request to join");
      await press(leis, needVerification === 2 ? "Join" : "Send");
      if (needVerification === 0) {
        await link(bobs, "Group requests, 1 pending").click();
        await press(bobs, `Accept ${lilei.name}'s request`);
        await back(bobs);
      }
      await press(leis, "Message");
      await leis.getByRole("textbox", { name: "Message" }).waitFor();
      await expect.poll(() => came.count()).toBe(count);
    }
  });

  it("2-67 the black list shows what another device does, and removes a user", async () => {
    const { userID: blackUserID } = await credentialsOf(product.origin, dave);
    await link(bobs, "Blocked people").click();
    await bobs.getByText("Nobody is blocked").waitFor();
    await asBob.post("/friend/add_black", { ownerUserID: asBob.userID, blackUserID });
    await press(bobs, `Unblock ${dave.name}`);
    await bobs.getByRole("dialog").getByRole("button", { name: "Unblock" }).click();
    await bobs.getByText("Nobody is blocked").waitFor();
  });
});
