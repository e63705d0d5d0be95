import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { decodeResponse } from "../server/support/gob-client.ts";
import { audit, prepareAudit } from "./support/audit.ts";
import { layGateway, unpacked } from "./support/gateway.ts";
import {
  back,
  conversationRow,
  isSent,
  message,
  openChat,
  people,
  send,
  signedIn,
  type TwoUsers,
  twoUsers,
  visit,
} from "./support/people.ts";

describe("two people chat", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers();
    ({ alice, bob } = users);
  });
  afterAll(() => users?.close());

  it("1-02 2-26 messages go both ways, and their sender sees that they were read", async () => {
    await openChat(alice, people.bob.name);
    await openChat(bob, people.alice.name);
    await send(alice, "Lunch at noon?");
    await message(bob, "Lunch at noon?").waitFor();
    await message(alice, "Lunch at noon?").getByRole("img", { name: "Read" }).waitFor();
    await send(bob, "Noon is perfect");
    await message(alice, "Noon is perfect").waitFor();
    expect(await message(alice, "Noon is perfect").count()).toBe(1);
    expect(await alice.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");
  });

  it("the peer's typing is shown until their message arrives", async () => {
    await bob.getByRole("textbox", { name: "Message" }).pressSequentially("On my w");
    await alice.getByText("typing…").waitFor();
    await send(bob, "On my way");
    await message(alice, "On my way").waitFor();
    await alice.getByText("typing…").waitFor({ state: "detached" });
    await message(bob, "On my way").getByRole("img", { name: "Read" }).waitFor();
  });

  it("the peer's typing is shown again if they go on at once after a message", async () => {
    const field = bob.getByRole("textbox", { name: "Message" });
    await field.pressSequentially("In a");
    await alice.getByText("typing…").waitFor();
    await send(bob, "In a minute");
    await field.pressSequentially("Or tw");
    await message(alice, "In a minute").waitFor();
    await alice.getByText("typing…").waitFor();
    await field.fill("");
    await alice.getByText("typing…").waitFor({ state: "detached" });
  });

  it("2-16 4-61 an unread message counts in the row, the tab and the title until it is seen", async () => {
    await alice.getByRole("button", { name: "Back" }).click();
    await conversationRow(alice, people.bob.name).getByText("In a minute").waitFor();
    await conversationRow(alice, people.bob.name)
      .getByRole("img", { name: /unread/ })
      .waitFor({ state: "detached" });
    const title = await alice.title();
    await send(bob, "Are you there?");
    await conversationRow(alice, "Are you there?").getByText("1", { exact: true }).waitFor();
    await expect.poll(() => alice.title()).not.toBe(title);
    await openChat(alice, people.bob.name);
    await message(alice, "Are you there?").waitFor();
    await message(bob, "Are you there?").getByRole("img", { name: "Read" }).waitFor();
    await expect.poll(() => alice.title()).toBe(title);
  });

  it("2-15 a press opens the chat although the pressed text changes before the release", async () => {
    await back(alice);
    await bob.getByRole("textbox", { name: "Message" }).pressSequentially("Loo");
    await conversationRow(alice, people.bob.name).getByText("typing…").hover();
    await alice.mouse.down();
    await send(bob, "Look at this");
    await conversationRow(alice, "Look at this").waitFor();
    await alice.mouse.up();
    await message(alice, "Look at this").waitFor();
    await alice.getByRole("textbox", { name: "Message" }).waitFor();
  });

  it("4-61 a long message is folded, and unfolding or folding it keeps the reading position", async () => {
    await send(bob, `Once upon a time. ${"And then it went on. ".repeat(470)}The end.`);
    const log = alice.getByRole("log", { name: "Messages" });
    const more = alice.getByRole("button", { name: "Show more" });
    await more.waitFor();
    // At the end, because the message was just received.
    await expect.poll(() => log.evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight)).toBe(0);
    const beginning = async () => (await message(alice, "Once upon a time.").boundingBox())?.y;
    const folded = await log.evaluate((it) => it.scrollHeight);
    const before = (await beginning()) ?? 0;
    await more.click();
    await message(alice, "The end.").waitFor();
    await expect.poll(() => log.evaluate((it) => it.scrollHeight)).toBeGreaterThan(folded + 1000);
    // Within one line: in about one of five runs the log moves by 37 px, for an unknown reason.
    await expect.poll(async () => Math.abs(((await beginning()) ?? 0) - before)).toBeLessThan(48);

    await alice.getByRole("button", { name: "Show less" }).click();
    await expect.poll(() => log.evaluate((it) => it.scrollHeight)).toBe(folded);
    await expect
      .poll(async () => {
        const [frame, top] = [await log.boundingBox(), await beginning()];
        return frame && top !== undefined && top >= frame.y && top < frame.y + frame.height;
      })
      .toBe(true);
  });

  it("4-62 a recalled message loses its text on both sides", async () => {
    await send(alice, "Forget this");
    await message(bob, "Forget this").waitFor();
    await isSent(alice, "Forget this");
    await alice.getByRole("log").getByText("Forget this").click({ button: "right" });
    await alice.getByRole("menuitem", { name: "Recall" }).click();
    await message(bob, "Forget this").waitFor({ state: "detached" });
    await message(alice, "Forget this").waitFor({ state: "detached" });
    await bob
      .getByText(/recalled a message/)
      .last()
      .waitFor();
  });

  it("a reply shows the message it answers", async () => {
    await send(bob, "Red or blue?");
    await alice.getByRole("log").getByText("Red or blue?").click({ button: "right" });
    await alice.getByRole("menuitem", { name: "Reply" }).click();
    await send(alice, "Blue, always");
    await message(bob, "Blue, always").getByText("Red or blue?").waitFor();
  });

  it("4-63 a draft is kept when leaving, shown in the list and restored", async () => {
    await alice.getByRole("textbox", { name: "Message" }).fill("Half a thought");
    await alice.getByRole("button", { name: "Back" }).click();
    await conversationRow(alice, "[Draft] Half a thought").waitFor();
    await openChat(alice, people.bob.name);
    expect(await alice.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Half a thought");
    await alice.getByRole("textbox", { name: "Message" }).fill("");
  });

  it("the field grows with its text up to five lines, and shrinks when the text is sent", async () => {
    const field = alice.getByRole("textbox", { name: "Message" });
    const height = async () => (await field.boundingBox())?.height ?? 0;
    const empty = await height();
    const heights: number[] = [];
    for (const line of ["One", "two", "three", "four", "five", "six"]) {
      await field.pressSequentially(line);
      heights.push(await height());
      await field.press("Shift+Enter");
    }
    const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = heights;
    expect([one, six]).toEqual([empty, five]);
    expect([three - two, four - three, five - four].map(Math.round)).toEqual(
      Array(3).fill(Math.round(two - one)),
    );
    expect(two).toBeGreaterThan(one + 10);
    await alice.getByRole("button", { name: "Send" }).click();
    await message(bob, "six").waitFor();
    expect([await field.inputValue(), await height()]).toEqual(["", empty]);
  });

  it.runIf(isEverything)(
    "an input method can compose a word while messages arrive and the draft is saved",
    async () => {
      const field = alice.getByRole("textbox", { name: "Message" });
      const devtools = await alice.context().newCDPSession(alice);
      const compose = (text: string) =>
        devtools.send("Input.imeSetComposition", {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await field.pressSequentially("At ");
      await compose("zhong");
      await bob.getByText("typing…").waitFor();
      await send(bob, "Well?");
      await message(alice, "Well?").waitFor();
      await bob.getByText("typing…").waitFor({ state: "detached" });
      await compose("zhongwu");
      await devtools.send("Input.insertText", { text: "中午" });
      expect(await field.inputValue()).toBe("At 中午");
      await field.press("Enter");
      await message(bob, "At 中午").waitFor();
      expect(await field.inputValue()).toBe("");
    },
  );

  it.runIf(isEverything)("4-63 a draft survives a reload right after its last letter", async () => {
    const field = alice.getByRole("textbox", { name: "Message" });
    await field.pressSequentially("Half a thought");
    await alice.reload();
    await conversationRow(alice, people.bob.name).getByText("Half a thought").waitFor();
    await openChat(alice, people.bob.name);
    await expect.poll(() => field.inputValue()).toBe("Half a thought");
    await field.fill("");
  });

  it("3-74 text that looks like HTML stays text", async () => {
    await send(alice, "<img src=x onerror=\"document.title='owned'\">");
    await message(bob, "<img src=x onerror=\"document.title='owned'\">").waitFor();
    expect(await bob.title()).not.toContain("owned");
    expect(await message(bob, "onerror").locator("img[src=x]").count()).toBe(0);
  });

  it.runIf(isEverything)("1-03 a group message reaches every member who is online", async () => {
    const carol = await signedIn(users.browser, users.product.origin, people.carol);
    await bob.getByRole("button", { name: "Back" }).click();
    await alice.getByRole("button", { name: "Back" }).click();
    const group = "Lake Trail Hikers";
    for (const page of [alice, bob, carol]) await openChat(page, group);
    await send(carol, "Saturday, eight o'clock, at the gate");
    for (const page of [alice, bob]) {
      await message(page, "Saturday, eight o'clock").waitFor();
      await message(page, "Saturday, eight o'clock").getByText(people.carol.name).waitFor();
    }
    await carol.context().close();
  });

  it("11-21 in a wide window the list, the chat and its details are side by side", async () => {
    const field = alice.getByRole("textbox", { name: "Message" });
    const details = alice.getByRole("region", { name: "Details" });
    const row = (name: string) =>
      alice.getByRole("list", { name: "Chat list" }).getByRole("listitem", { name, exact: true });
    await alice.setViewportSize({ width: 1440, height: 900 });
    await prepareAudit(alice);
    await row(people.carol.name).click();
    await alice.getByRole("heading", { level: 1, name: people.carol.name }).waitFor();
    await row(people.bob.name).click();
    await alice.getByRole("heading", { level: 1, name: people.bob.name }).waitFor();
    await row(people.bob.name).locator("[aria-current]").waitFor();
    // The field has the focus, without a click.
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await alice.keyboard.type("Side by side");
    await alice.getByRole("button", { name: "Details" }).click();
    await details.getByRole("heading", { name: "Chat details" }).waitFor();
    expect(await message(alice, "onerror").isVisible()).toBe(true);
    await expect.poll(() => audit(alice)).toEqual([]);

    await alice.setViewportSize({ width: 1000, height: 800 });
    await message(alice, "onerror").waitFor({ state: "hidden" });
    await expect.poll(() => audit(alice)).toEqual([]);
    await alice.keyboard.press("Escape");
    await message(alice, "onerror").waitFor();
    await alice.setViewportSize({ width: 390, height: 844 });
    await alice.getByRole("navigation", { name: "Main" }).waitFor({ state: "hidden" });
    expect(await field.inputValue()).toBe("Side by side");
    await field.fill("");

    await alice.setViewportSize({ width: 1440, height: 900 });
    const afterEscape = async () => {
      await alice.keyboard.press("Escape");
      return new URL(alice.url()).pathname;
    };
    // The window may not be wide yet at the first key; in a list a second key press does nothing.
    await expect.poll(afterEscape).toBe("/conversation");
    await alice.getByText("Choose a chat to start writing").waitFor();
    await expect.poll(() => audit(alice)).toEqual([]);
    await alice.setViewportSize({ width: 390, height: 844 });
  });

  it.runIf(isEverything)(
    "11-21 in a wide window keys lead to chats and search, and a menu opens at the pointer",
    async () => {
      const heading = (name: string) => alice.getByRole("heading", { level: 1, name }).waitFor();
      const current = alice.getByRole("list", { name: "Chat list" }).locator("[aria-current]");
      await alice.setViewportSize({ width: 1440, height: 900 });
      await alice.getByText("Choose a chat to start writing").waitFor();
      await alice.keyboard.press("?");
      const keys = alice.getByRole("dialog", { name: "Keyboard shortcuts" });
      await keys.getByText("Next chat").waitFor();
      await expect.poll(() => audit(alice)).toEqual([]);
      await alice.keyboard.press("Escape");
      await keys.waitFor({ state: "detached" });
      await alice.keyboard.press("Control+ArrowDown");
      await current.waitFor();
      const first = await current.getAttribute("data-conversation");
      await alice.keyboard.press("Alt+ArrowDown");
      await expect.poll(() => current.getAttribute("data-conversation")).not.toBe(first);
      await alice.keyboard.press("Control+k");
      await alice.getByRole("searchbox", { name: "Search" }).and(alice.locator(":focus")).waitFor();
      await alice.keyboard.type("Bob");
      await alice.getByRole("main").getByRole("button", { name: people.bob.name }).first().waitFor();
      await alice.keyboard.press("ArrowDown");
      await alice.keyboard.press("Enter");
      await heading(people.bob.name);

      const box = await message(alice, "onerror").getByText("onerror").boundingBox();
      if (!box) throw new Error("The message is not drawn");
      const pointer = { x: box.x + 20, y: box.y + 10 };
      await alice.mouse.click(pointer.x, pointer.y, { button: "right" });
      const menu = alice.getByRole("menu", { name: "Message actions" });
      const distance = async () => {
        const place = await menu.boundingBox();
        if (!place) return Number.POSITIVE_INFINITY;
        const { x, y, width, height } = place;
        const beside = (start: number, size: number, point: number) =>
          Math.min(Math.abs(start - point), Math.abs(start + size - point));
        return Math.max(beside(x, width, pointer.x), beside(y, height, pointer.y));
      };
      await expect.poll(distance).toBeLessThan(12);
      await expect.poll(() => audit(alice)).toEqual([]);
      await alice.keyboard.press("ArrowDown");
      await menu.getByRole("menuitem", { name: "Copy" }).and(alice.locator(":focus")).waitFor();
      await alice.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
      await heading(people.bob.name);
      await alice.setViewportSize({ width: 390, height: 844 });
    },
  );

  it("10-06 the focus stays among the messages when the focused message is deleted", async () => {
    await visit(alice, "/conversation");
    await openChat(alice, people.bob.name);
    await send(alice, "Not worth keeping");
    await isSent(alice, "Not worth keeping");
    const button = alice.getByRole("button", { name: /^Actions: .*Not worth keeping/ });
    await button.focus();
    await alice.keyboard.press("Enter");
    await alice.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await alice.getByRole("dialog", { name: "Delete this message?" }).waitFor();
    await alice.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await message(alice, "Not worth keeping").waitFor({ state: "detached" });
    await alice.getByRole("log", { name: "Messages" }).and(alice.locator(":focus")).waitFor();
    await alice.keyboard.press("ArrowUp");
    await alice
      .getByRole("button", { name: /^Actions: / })
      .and(alice.locator(":focus"))
      .waitFor();
  });

  it.runIf(isEverything)(
    "2-26 4-61 a message that a page counts before it has it is marked as read once it comes",
    async () => {
      const text = "Counted before it came";
      let isHeld = false;
      let hasCounted = false;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const gateway = await layGateway(users.product.origin, () => ({
        onReceived(packed) {
          const { reqIdentifier } = decodeResponse(unpacked(packed));
          if (isHeld && reqIdentifier === unreadCounts) hasCounted = true;
          const isMessage = reqIdentifier === push || reqIdentifier === pulledMessages;
          return isHeld && isMessage ? released.then(() => packed) : packed;
        },
      }));
      const prepare = (page: Page) =>
        page.addInitScript((wsUrl) => localStorage.setItem("wsUrl", wsUrl), gateway.wsUrl);
      const carol = await signedIn(users.browser, users.product.origin, people.carol, prepare);
      try {
        await openChat(carol, people.alice.name);
        await visit(alice, "/conversation");
        await openChat(alice, people.carol.name);
        const title = await carol.title();
        isHeld = true;
        await send(alice, text);
        await isSent(alice, text);
        const marked = carol.waitForRequest(/\/mark_conversation_as_read$/, { timeout: 0 }).catch(() => null);
        // A page that comes to the front asks what is unread, at most once in five seconds.
        await expect
          .poll(async () => {
            await carol.evaluate(comeToFront);
            return hasCounted;
          })
          .toBe(true);
        await Promise.race([marked, expect.poll(() => carol.title()).not.toBe(title)]);
        release();
        await message(carol, text).waitFor();
        await message(alice, text).getByRole("img", { name: "Read" }).waitFor();
      } finally {
        await carol.context().close();
        await gateway.close();
      }
    },
  );
});

/** OpenIM's request numbers. */
const [pulledMessages, unreadCounts, push] = [1002, 1006, 2001];

/** Runs in the page. */
function comeToFront(): void {
  for (const isHidden of [true, false]) {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }
}
