import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { connectGob, type GobClient } from "../server/support/gob-client.ts";
import { contentTypes, hostileMessage } from "../server/support/hostile.ts";
import { connectForeign, credentialsOf, post } from "./support/foreign-client.ts";
import { type LenientGateway, layLenientGateway } from "./support/lenient-gateway.ts";
import {
  conversationRow,
  isSent,
  launch,
  message,
  openChat,
  type Person,
  people,
  phone,
  send,
  signIn,
  visit,
} from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";
import { restUserOf } from "./support/rest.ts";

const group = { groupID: "2026100001", name: "Lake Trail Hikers" };
/** Number of random messages with wrong fields, for the group and for each victim. */
const attempts = isEverything ? 40 : 16;

/** Quotes in quotes and records in records, nested as SDKs nest them. */
const quotes = (depth: number) =>
  `${'{"text":"re","quoteMessage":{"contentType":114,"quoteElem":'.repeat(depth)}{}${"}}".repeat(depth)}`;
const records = (depth: number) =>
  `${'{"title":"t","multiMessage":[{"contentType":107,"mergeElem":'.repeat(depth)}{}${"}]}".repeat(depth)}`;

/** Keys of the contents of all types. Each gets values of a wrong type. */
const keys =
  "content text data extension description uuid sourceUrl dataSize duration soundType videoUrl videoType videoSize " +
  "snapshotUrl snapshotWidth fileName fileSize fileType sourcePicture bigPicture snapshotPicture url width " +
  "multiMessage title abstractList quoteMessage atUserList atUsersInfo isAtSelf messageEntityList latitude " +
  "longitude detail msgTips index userID nickname faceURL ex";
const wrongValues = isEverything ? [7, "text", [], [null, 5], { a: 1 }, null, true, -1e300] : [7, [null, 5]];
const wrongTypes = contentTypes.flatMap((contentType) =>
  wrongValues.map((value) => ({
    contentType,
    content: JSON.stringify(Object.fromEntries(keys.split(" ").map((key) => [key, value]))),
  })),
);

/** What the embedded backend passes on. Its limit is 300 levels. */
const allowed = [
  ...wrongTypes,
  { contentType: 114, content: quotes(145) },
  { contentType: 107, content: records(95) },
  { contentType: 110, content: JSON.stringify({ data: "[".repeat(100_000) + "]".repeat(100_000) }) },
  { contentType: 110, content: '{"data":"{\\"customType\\":200,\\"data\\":5}"}' },
  { contentType: 101, content: '{"content":"\\ud800"}' },
  { contentType: 101, content: '{"content":"a\\u0000b"}' },
  { contentType: 101, content: JSON.stringify({ content: "x".repeat(200_000) }) },
];

/** What only a real server passes on. Thousands of levels stop the SDK for good, so no other message arrives either. */
const refused = [
  ...[101, 106, 107, 114, 117].map((contentType) => ({ contentType, content: quotes(3000) })),
  { contentType: 107, content: records(2500) },
  ...[101, 110, 114].map((contentType) => ({
    contentType,
    content: `{"content":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  })),
  ...["no json", "5", "null", "[]", '"text"', '{"content":', '{"duration":1e999}'].flatMap((content, index) =>
    [101, 103, 110, 113]
      .filter((_, at, types) => isEverything || at === index % types.length)
      .map((contentType) => ({ contentType, content })),
  ),
];

/** Dave's client sends what no SDK sends. Carol sends normal messages before, between and after. */
describe("hostile messages", () => {
  let product: Product;
  let gateway: LenientGateway;
  let browser: Browser;
  let bob: Page;
  let ids: { alice: string; bob: string; dave: string };
  let dave: GobClient;
  let carol: GobClient;
  /** Lines that Carol has sent to the group and to each victim. */
  const good: string[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    gateway = await layLenientGateway(product.origin);
    ids = { alice: await idOf(people.alice), bob: await idOf(people.bob), dave: await idOf(people.dave) };
    [dave, carol] = [await connect(people.dave), await connect(people.carol)];
    bob = await newPhone();
    await signIn(bob, product.origin, people.bob);
    await openChat(bob, group.name);
    await attack();
  });
  afterAll(() => closeAll(browser, gateway, product));

  const idOf = async (person: Person) => (await credentialsOf(product.origin, person)).userID;

  async function connect(person: Person): Promise<GobClient> {
    const { userID, imToken } = await credentialsOf(product.origin, person);
    return connectGob(product.origin, { userID, token: imToken });
  }

  /** A new phone whose gateway passes on more than the backend. */
  async function newPhone(): Promise<Page> {
    const context = await phone(browser);
    await context.addInitScript((wsUrl) => localStorage.setItem("wsUrl", wsUrl), gateway.wsUrl);
    return context.newPage();
  }

  async function attack(): Promise<void> {
    const victims = [{ recvID: ids.alice }, { recvID: ids.bob }];
    await carolWrites();
    const masked = refused.map(({ content, ...rest }) => ({ ...rest, content: gateway.disguise(content) }));
    for (const [index, hostile] of [...masked, ...allowed].entries()) {
      // Both victims read the group, so their own chats share the messages.
      const own = victims.filter((_, at) => isEverything || at === index % victims.length);
      for (const target of [{ groupID: group.groupID }, ...own])
        await dave.send({ ...target, ...hostile }).catch(ignore);
      if (index % 8 === 7) await carolWrites();
    }
    for (const to of [{ groupID: group.groupID }, { userID: ids.alice }, { userID: ids.bob }])
      for (const bytes of fc.sample(hostileMessage(ids.dave, to), { seed: 7, numRuns: attempts })) {
        await Promise.race([dave.request(1003, bytes).catch(ignore), dave.closed]);
        // The server sometimes closes a socket that sends too much invalid data.
        if (dave.socket.readyState !== dave.socket.OPEN) dave = await connect(people.dave);
      }
    await carolWrites();
  }

  async function carolWrites(): Promise<void> {
    const line = `Line ${good.length + 1} of Carol.`;
    good.push(line);
    const content = JSON.stringify({ content: line });
    for (const to of [{ groupID: group.groupID }, { recvID: ids.alice }, { recvID: ids.bob }])
      await carol.send({ ...to, content });
  }

  /**
   * Scrolls the open chat up and down until every line of Carol's was seen. It scrolls only when there is room: on a
   * busy machine two turns of the wheel arrive as one, and skipped rows are read on the way back.
   */
  async function expectAllLines(page: Page): Promise<void> {
    const log = page.getByRole("log", { name: "Messages" });
    const missing = new Set(good);
    let turn = -600;
    await message(page, good.at(-1) ?? "").waitFor();
    await log.hover();
    await expect
      .poll(
        async () => {
          // Some messages are 200 000 characters long; Carol's lines are short.
          const shown = log.getByRole("article");
          for (const words of await shown.evaluateAll((rows) =>
            rows.map((row) => row.textContent.slice(0, 200)),
          ))
            for (const line of missing) if (words.includes(line)) missing.delete(line);
          const hasRoom = await log.evaluate(
            ({ scrollTop, scrollHeight, clientHeight }, up) =>
              up ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1,
            turn < 0,
          );
          if (!hasRoom) turn = -turn;
          await page.mouse.wheel(0, turn);
          return [...missing];
        },
        { interval: 60 },
      )
      .toEqual([]);
  }

  async function leave(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Back" }).click();
  }

  /** Both chats with Carol's lines are complete, Dave's chat opens, and sending works. */
  async function expectUsable(page: Page): Promise<void> {
    for (const chat of [group.name, people.carol.name]) {
      const rows = page.getByRole("list", { name: "Chat list" });
      const row = rows.getByRole("listitem", { name: chat, exact: true });
      await row.getByText(good.at(-1) ?? "").waitFor();
      await openChat(page, chat);
      await expectAllLines(page);
      await leave(page);
    }
    await openChat(page, people.dave.name);
    await dave.send({ recvID: page === bob ? ids.bob : ids.alice, content: '{"content":"Sorry."}' });
    await message(page, "Sorry.").waitFor();
    await send(page, "Never mind.");
    await expect
      .poll(() => dave.received().some(({ content }) => content.includes("Never mind.")))
      .toBe(true);
    await leave(page);
  }

  it("do not harm a device that is online", async () => {
    await message(bob, good.at(-1) ?? "").waitFor();
    await leave(bob);
    await expectUsable(bob);
  });

  it("do not harm a new device", async () => {
    const alice = await newPhone();
    await signIn(alice, product.origin, people.alice);
    await expectUsable(alice);
  });

  it.runIf(isEverything)("do not paint over the message above with piled up accents", async () => {
    await openChat(bob, people.dave.name);
    const above = "These words stay readable.";
    await send(bob, above);
    await isSent(bob, above);
    const words = message(bob, above).getByText(above);
    const before = await words.screenshot();
    const accents = Array.from({ length: 20 }, (_, index) => String.fromCharCode(0x300 + index)).join("");
    const content = JSON.stringify({ content: `Tower ${`A${accents.repeat(3)}`.repeat(12)}` });
    await dave.send({ recvID: ids.bob, content });
    await message(bob, "Tower").waitFor();
    await expect.poll(async () => before.equals(await words.screenshot())).toBe(true);
  });

  it.runIf(isEverything)("10 do not stop the page when a very long text is unfolded", async () => {
    await visit(bob, "/conversation");
    await openChat(bob, people.dave.name);
    await dave.send({ recvID: ids.bob, content: JSON.stringify({ content: "\u0645".repeat(100_000) }) });
    const long = message(bob, "\u0645".repeat(100)).last();
    await long.getByRole("button", { name: "Show more" }).click();
    await long.getByRole("button", { name: "Show less" }).waitFor();
    // A browser lays out a paragraph of these letters in a time that grows with the square of its length.
    const longest = await long.evaluate((article) => {
      const texts = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      let most = 0;
      while (texts.nextNode()) most = Math.max(most, texts.currentNode.nodeValue?.length ?? 0);
      return most;
    });
    expect(longest).toBeLessThanOrEqual(4000);
    await long.getByRole("button", { name: "Show less" }).click();
    await send(bob, "Too long for me.");
    await isSent(bob, "Too long for me.");
    await leave(bob);
  });

  it.runIf(isEverything)(
    "10 do not stop the page when the user searches for a letter that a message repeats",
    async () => {
      const content = `${"-".repeat(3000)}${"q".repeat(200_000)}`;
      await dave.send({ recvID: ids.bob, content: JSON.stringify({ content }) });
      await visit(bob, "/conversation");
      await openChat(bob, people.dave.name);
      await bob.getByRole("button", { name: "Details" }).click();
      await bob.getByRole("button", { name: "Search in chat" }).click();
      await bob.getByRole("searchbox", { name: "Search in chat" }).fill("q");
      await bob.locator("mark").first().waitFor();
      await bob.getByRole("searchbox", { name: "Search in chat" }).fill("Sorry");
      await bob.locator("mark", { hasText: "Sorry" }).first().waitFor();
      await bob.keyboard.press("Escape");
      await visit(bob, "/conversation");
    },
  );

  describe("with a name or an announcement that no line holds", () => {
    /** A single grapheme, wider than a line in most fonts. */
    const wide = `\u{1f468}${"\u200d\u{1f469}".repeat(80)}`;

    async function createGroup(groupName: string): Promise<string> {
      const { post, userID } = await restUserOf(people.dave, product.origin);
      const groupInfo = { groupName, notification: groupName, groupType: 2 };
      const made = await post("/group/create_group", {
        ownerUserID: userID,
        memberUserIDs: [ids.bob],
        groupInfo,
      });
      return v.parse(v.object({ groupInfo: v.object({ groupID: v.string() }) }), made).groupInfo.groupID;
    }

    it.runIf(isEverything)("do not cover the button beside the name of a group", async () => {
      const copy = bob.getByRole("button", { name: "Copy group ID" });
      const groupID = await createGroup(wide);
      await visit(bob, `/groupSetting?groupID=${group.groupID}`);
      await bob.getByRole("heading", { name: group.name }).waitFor();
      const alone = await copy.screenshot();
      await visit(bob, `/groupSetting?groupID=${groupID}`);
      await bob.getByText(`Group ID ${groupID}`).waitFor();
      expect(alone.equals(await copy.screenshot())).toBe(true);
    });

    it.runIf(isEverything)("leave room for the page below the name of a group", async () => {
      const groupID = await createGroup("W".repeat(255));
      await visit(bob, `/groupSetting?groupID=${groupID}`);
      await bob.getByText(`Group ID ${groupID}`).waitFor();
      const box = await bob.getByRole("heading", { name: "WWWW" }).boundingBox();
      expect(box?.height).toBeLessThan(300);
    });

    it.runIf(isEverything)("end with the announcement's own box", async () => {
      const groupID = await createGroup(wide);
      await visit(bob, `/chat?conversationID=sg_${groupID}`);
      const notice = message(bob, "announced");
      await notice.waitFor();
      const isBeside = await notice.evaluate((article) => {
        const { right, bottom } = article.getBoundingClientRect();
        return !article.contains(document.elementFromPoint(right + 6, bottom - 12));
      });
      expect(isBeside).toBe(true);
    });

    it.runIf(isEverything)("leave the time of a message in a merged history in view", async () => {
      const inner = {
        clientMsgID: "inner",
        sendID: ids.dave,
        senderNickname: "W".repeat(200),
        contentType: 101,
      };
      const multiMessage = [{ ...inner, sendTime: Date.now(), textElem: { content: "Short words" } }];
      const content = JSON.stringify({ title: "Walk", abstractList: ["Short words"], multiMessage });
      await dave.send({ recvID: ids.bob, contentType: 107, content });
      await visit(bob, "/conversation");
      await openChat(bob, people.dave.name);
      await bob.getByRole("button", { name: "Open chat history: Walk" }).last().click();
      const history = bob.getByRole("dialog", { name: "Walk" });
      await history.getByText("Short words").waitFor();
      const { x, width } = (await history.locator("time").boundingBox()) ?? expect.fail("no time");
      expect(x + width).toBeLessThanOrEqual(390);
      await bob.keyboard.press("Escape");
      await history.waitFor({ state: "detached" });
    });

    it.runIf(isEverything)("stay within the window of a group call that rings", async () => {
      const groupID = await createGroup("Hikers");
      const android = 2;
      const { userID, imToken, chatToken } = await credentialsOf(product.origin, people.dave, android);
      await post(
        `${product.origin}/chat/user/update`,
        { userID, platform: android, nickname: "W".repeat(64) },
        chatToken,
      );
      await visit(bob, "/conversation");
      await conversationRow(bob, "WWWW").first().waitFor();
      const caller = await connectForeign(product.origin, { userID, imToken }, android);
      const invitation = {
        roomID: randomUUID(),
        inviterUserID: userID,
        inviteeUserIDList: [ids.bob],
        groupID,
        mediaType: "audio",
        sessionType: 3,
        timeout: 60,
      };
      await caller.signal(ids.bob, 200, invitation);
      const line = bob.getByRole("dialog", { name: "Call" }).getByRole("status").filter({ hasText: "WWWW" });
      await line.waitFor();
      const words = await line.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      });
      expect(words.left).toBeGreaterThanOrEqual(0);
      expect(words.right).toBeLessThanOrEqual(390);
      await caller.signal(ids.bob, 203, invitation);
      caller.close();
    });
  });
});

function ignore(): void {}
