import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  accept,
  badge,
  call,
  caller,
  callRows,
  close,
  connected,
  dial,
  free,
  hangUp,
  hears,
  holdings,
  overlay,
  peer,
  release,
  until,
} from "./support/calls.ts";
import { foreignClient } from "./support/foreign-client.ts";
import { goToChat, isLive, openChat, people, phone, signIn, told } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** OpenIM's custom types of call messages. */
const [invitation, cancellation, callRecord] = [200, 203, 100];

describe("how calls end", () => {
  let product: Product;
  let alice: Page;
  let bob: Page;
  let carol: Page;

  beforeAll(async () => {
    product = await startProduct();
    [alice, bob, carol] = await Promise.all([
      caller(product.origin, people.alice),
      caller(product.origin, people.bob),
      caller(product.origin, people.carol),
    ]);
    await Promise.all([
      openChat(alice, people.bob.name),
      openChat(bob, people.alice.name),
      openChat(carol, people.bob.name),
    ]);
  });
  afterEach(() => release(alice, bob, carol));
  afterAll(async () => {
    await close(alice, bob, carol);
    await product?.close();
  });

  it("4-84 4-95 2-97 both sides see the duration after either side hangs up", async () => {
    await call(alice, bob);
    await hangUp(alice);
    await free(alice, bob);
    for (const page of [alice, bob]) await callRows(page, /^Voice call \d\d:\d\d/).waitFor();

    await call(alice, bob, "Video call");
    await hangUp(bob);
    await free(alice, bob);
    for (const page of [alice, bob]) await callRows(page, /^Video call \d\d:\d\d/).waitFor();
  });

  it("4-82 4-94 2-97 a declined call ends, and the caller sees that it was declined", async () => {
    await dial(alice);
    await overlay(bob).getByRole("button", { name: "Accept" }).waitFor();
    await told(alice, "Call declined", () => hangUp(bob));
    await free(alice, bob);
    for (const page of [alice, bob]) await callRows(page, /^Declined/).waitFor();
  });

  it("4-83 4-96 2-97 a cancelled call stops ringing and is a missed call for the callee", async () => {
    await dial(alice, "Video call");
    await overlay(bob).getByText("Incoming video call").waitFor();
    await hangUp(alice);
    await free(alice, bob);
    await callRows(alice, /^Cancelled/).waitFor();
    await callRows(bob, /^Missed video call/).waitFor();
  });

  it("4-87 2-97 a third user sees that the line is busy, and their call does not ring", async () => {
    await call(alice, bob);
    await told(carol, "The line is busy", () => dial(carol));
    await free(carol);
    await callRows(carol, /^Line busy/).waitFor();
    await peer(bob, people.alice).waitFor();
    expect(await overlay(bob).getByRole("button", { name: "Accept" }).count()).toBe(0);
    await Promise.all([hears(alice), hears(bob)]);
    await hangUp(bob);
    await free(alice, bob);
  });

  it("4-88 two users who call each other at the same moment end up in one call", async () => {
    const rows = async (page: Page) => callRows(page, /^Voice call/).count();
    const before = await rows(alice);
    // Neither sends an invitation before both have dialled.
    let letBothInvite = () => {};
    const bothMayInvite = new Promise<void>((resolve) => {
      letBothInvite = resolve;
    });
    for (const page of [alice, bob])
      await page.route("**/user/rtc/get_token", async (route) => {
        await bothMayInvite;
        await route.continue();
      });
    try {
      await Promise.all([dial(alice), dial(bob)]);
      for (const page of [alice, bob]) await overlay(page).waitFor();
    } finally {
      letBothInvite();
    }
    await connected(alice, bob);
    for (const page of [alice, bob]) await page.unrouteAll();
    await Promise.all([hears(alice), hears(bob)]);
    for (const page of [alice, bob])
      await until(async () => (await holdings(page)).connections === 1, "there is one connection");
    await hangUp(alice);
    await free(alice, bob);
    for (const page of [alice, bob]) await until(async () => (await rows(page)) === before + 1, "one record");
  });

  it("0-06 4-70 2-97 an unanswered call frees both sides after half a minute", async () => {
    await dial(carol);
    await overlay(bob).getByRole("button", { name: "Accept" }).waitFor();
    await peer(bob, people.carol).waitFor();
    await told(carol, "No answer", () => {});
    await free(carol, bob);
    await callRows(carol, /^No answer/).waitFor();
    await goToChat(bob, people.carol);
    await callRows(bob, /^Missed voice call/)
      .nth(1)
      .waitFor(); // the call while the line was busy, and this one
  });

  it("0-08 1-17 4-59 3-11 an invitation is a custom message that is not stored, and rings no longer than its timeout", async () => {
    await goToChat(bob, people.dave);
    const dave = await foreignClient(product.origin, people.dave);
    try {
      await dial(bob);
      const { sendID, data, seq } = await dave.next(invitation);
      expect(seq).toBe(0);
      expect(data).toMatchObject({
        inviterUserID: sendID,
        inviteeUserIDList: [dave.userID],
        roomID: expect.stringMatching(/./),
        mediaType: "audio",
        sessionType: 1,
        timeout: 30,
        platformID: 5,
      });
      await hangUp(bob);
      expect((await dave.next(cancellation)).data.roomID).toBe(data.roomID);
      expect((await dave.next(callRecord)).data).toMatchObject({ roomID: data.roomID, result: "cancelled" });
      const stored = await dave.stored(sendID);
      expect(stored.map(({ customType }) => customType)).toEqual([callRecord]);

      await dave.signal(sendID, invitation, {
        inviterUserID: dave.userID,
        inviteeUserIDList: [sendID],
        groupID: "",
        roomID: "a-room-of-daves",
        timeout: 12,
        mediaType: "video",
        sessionType: 1,
      });
      await overlay(bob).getByText("Incoming video call").waitFor();
      await peer(bob, people.dave).waitFor();
      // at most 5 s after its timeout; the default of 30 s would take longer than this wait
      await overlay(bob).waitFor({ state: "detached", timeout: 30_000 });
    } finally {
      dave.close();
    }
  });

  it("2-97 0-13 a user who was offline during the call finds it in the chat and in the call list", async () => {
    await dial(bob, "Video call");
    await overlay(bob).getByText("Waiting for an answer").waitFor();
    await hangUp(bob);
    await free(bob);
    await callRows(bob, /^Cancelled/)
      .nth(1)
      .waitFor();

    const browser = carol.context().browser();
    if (!browser) throw new Error("Carol has no browser");
    const dave = await (await phone(browser)).newPage();
    await signIn(dave, product.origin, people.dave);
    await openChat(dave, people.bob.name);
    await callRows(dave, /^Missed video call/).waitFor();
    await callRows(dave, /^Missed voice call/).waitFor();
    // Dave's own call that nobody answered, recorded by Bob's side
    await callRows(dave, /^No answer/).waitFor();
    expect(await callRows(dave, /call/).count()).toBe(3);

    expect(await listedCalls(dave)).toEqual([
      "Bob Li Missed video call",
      "Bob Li Outgoing video call · No answer",
      "Bob Li Missed voice call",
    ]);
    await dave.context().close();
  });

  it("2-97 the call list shows every call with its outcome, and the missed ones separately", async () => {
    expect(await listedCalls(bob)).toEqual([
      "Dave Chen Outgoing video call · Cancelled",
      "Dave Chen Missed video call",
      "Dave Chen Outgoing voice call · Cancelled",
      "Carol Wang Missed voice call",
      expect.stringMatching(/^Alice Zhang (Outgoing|Incoming) voice call · \d\d:\d\d$/),
      expect.stringMatching(/^Alice Zhang Incoming voice call · \d\d:\d\d$/),
      "Carol Wang Missed voice call",
      "Alice Zhang Missed video call",
      "Alice Zhang Incoming voice call · Declined",
      expect.stringMatching(/^Alice Zhang Incoming video call · \d\d:\d\d$/),
      expect.stringMatching(/^Alice Zhang Incoming voice call · \d\d:\d\d$/),
    ]);
    await bob.getByRole("radio", { name: "Missed" }).click();
    expect(await rowsOf(bob)).toEqual([
      "Dave Chen Missed video call",
      "Carol Wang Missed voice call",
      "Carol Wang Missed voice call",
      "Alice Zhang Missed video call",
    ]);
    await bob.getByRole("listitem").filter({ hasText: people.alice.name }).getByRole("button").click();
    await overlay(alice).getByText("Incoming video call").waitFor();
    await accept(alice);
    await connected(alice, bob);
    expect(await badge(bob).count()).toBe(0);
  });

  it("2-97 4-61 answered and declined calls are not unread, a missed call is", async () => {
    await bob.goto(`${product.origin}/conversation`);
    const row = bob
      .getByRole("list", { name: "Chat list" })
      .getByRole("listitem", { name: people.carol.name, exact: true });
    const unread = row.getByRole("img", { name: "1 unread message", exact: true });
    const tabOf = (name: string) =>
      bob.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
    const nothingUnread = async () => {
      await unread.waitFor({ state: "detached" });
      await tabOf("Messages").waitFor();
    };
    await row.waitFor();
    await isLive(bob);
    await nothingUnread();

    await call(carol, bob);
    await hangUp(bob);
    await free(carol, bob);
    await row.getByText(/Voice call.* \d\d:\d\d/).waitFor();
    await nothingUnread();

    await dial(carol);
    await overlay(bob).getByRole("button", { name: "Accept" }).waitFor();
    await hangUp(bob);
    await free(carol, bob);
    await row.getByText(/Voice call.* Declined/).waitFor();
    await nothingUnread();

    await dial(carol);
    await overlay(bob).getByText("Incoming voice call").waitFor();
    await hangUp(carol);
    await free(carol, bob);
    // only this one of the three records is unread, also on the server, which would otherwise count all three
    await unread.waitFor();
    await tabOf("Messages, 1 unread").waitFor();
  });

  const listedCalls = async (page: Page) => {
    if (await page.getByRole("textbox", { name: "Message" }).isVisible())
      await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.getByRole("link", { name: /^Workbench/ }).click();
    await page.getByRole("main").getByRole("button", { name: "Call record" }).click();
    return rowsOf(page);
  };

  /** The texts of the list's rows, without the time. */
  const rowsOf = async (page: Page) => {
    const list = page.getByRole("list", { name: "Call record" });
    await list.getByRole("listitem").first().waitFor();
    const texts = await list.getByRole("listitem").allInnerTexts();
    return texts.map((text) => {
      const lines = text.split("\n").map((line) => line.trim());
      const [name, ...rest] = lines.filter(({ length }) => length > 1); // an avatar may be a letter
      return `${name} ${rest.find((line) => /call/i.test(line)) ?? ""}`;
    });
  };
});
