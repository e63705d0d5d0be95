import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hurry } from "./support/clock.ts";
import {
  back,
  conversationRow,
  message,
  openChat,
  people,
  send,
  type TwoUsers,
  twoUsers,
} from "./support/people.ts";

const burning = /^Disappears in \d+ seconds?$/;
const { alice: ALICE, bob: BOB } = people;

describe("burn after reading", () => {
  let users: TwoUsers;
  let alice: Page;
  let bob: Page;

  beforeAll(async () => {
    users = await twoUsers((page) => page.clock.install());
    ({ alice, bob } = users);
  });
  afterAll(() => users?.close());

  /** Checks both pages at once, because the countdown lasts only ten seconds. */
  const burns = (text: string) =>
    Promise.all([bob, alice].map((page) => message(page, text).getByLabel(burning).waitFor()));

  /** Lets the countdown on a page pass, and waits until the message is gone. */
  const burnt = (page: Page, text: string) =>
    hurry(page, async () => (await message(page, text).count()) === 0, "the message is gone");

  it("3-67 2-49 Alice turns burning on, Bob sees it, and read messages disappear on both sides for good", async () => {
    await openChat(bob, ALICE.name);
    await openChat(alice, BOB.name);
    await send(alice, "This stays");
    await message(bob, "This stays").waitFor();

    await alice.getByRole("button", { name: "Details" }).click();
    await alice.getByRole("switch", { name: "Disappearing messages" }).click();
    await alice.getByRole("button", { name: "My messages disappear after" }).click();
    await alice.getByRole("radiogroup").getByText("10 seconds").click();
    await alice
      .getByRole("button", { name: "My messages disappear after" })
      .getByText("10 seconds")
      .waitFor();
    await back(alice);
    await alice.getByPlaceholder("Disappears after 10 seconds").waitFor();
    await bob.getByPlaceholder("Disappears after 30 seconds").waitFor();
    await bob.getByText("Disappearing messages are on").waitFor();

    await back(bob);
    await send(alice, "This burns");
    await message(alice, "This burns").getByLabel("Disappears 10 seconds after reading").waitFor();
    await conversationRow(bob, ALICE.name).getByText("This burns").waitFor();
    await openChat(bob, ALICE.name);
    await burns("This burns");
    await Promise.all([alice, bob].map((page) => burnt(page, "This burns")));

    await send(alice, "This burns unseen");
    await burns("This burns unseen");
    await bob.goto("about:blank");
    await burnt(alice, "This burns unseen");

    // For both, the ten seconds are over when they come back.
    await Promise.all([alice, bob].map((page) => page.clock.fastForward(10_000)));
    await Promise.all([bob.goto(users.product.origin), alice.goto(users.product.origin)]);
    for (const [page, other] of [
      [bob, ALICE],
      [alice, BOB],
    ] as const) {
      await page.getByRole("list", { name: "Chat list" }).waitFor();
      expect(await conversationRow(page, other.name).getByText("This burns").count()).toBe(0);
      await openChat(page, other.name);
      await message(page, "This stays").waitFor();
      expect(await message(page, "This burns").count()).toBe(0);
    }
  });
});
