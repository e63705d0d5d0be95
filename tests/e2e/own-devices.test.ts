import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialsOf, foreignClient, post } from "./support/foreign-client.ts";
import {
  back,
  conversationRow,
  isLive,
  launch,
  message,
  openChat,
  type Person,
  people,
  phone,
  signIn,
} from "./support/people.ts";
import { closeAll, type Product, startProduct } from "./support/product.ts";

/** OpenIM's platform id of an Android phone. */
const ANDROID = 2;
const isGone = { state: "detached" } as const;

/** Alice has two devices: a browser, and a phone without Parley. */
describe("the devices of one user", () => {
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let alice: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    context = await phone(browser);
    alice = await context.newPage();
    await signIn(alice, product.origin, people.alice);
    await isLive(alice);
  });
  afterAll(() => closeAll(browser, product));

  const row = ({ name }: Person) => alice.getByRole("listitem", { name, exact: true });
  const messages = () => alice.getByRole("log", { name: "Messages" }).getByRole("article");

  /** Clears Alice's chats with these users on her phone. */
  async function clearOnPhone(...others: readonly Person[]): Promise<void> {
    const { userID, imToken } = await credentialsOf(product.origin, people.alice, ANDROID);
    const conversationIDs = await Promise.all(
      others.map(async (other) => {
        const { userID: otherID } = await credentialsOf(product.origin, other, ANDROID);
        return `si_${[userID, otherID].sort().join("_")}`;
      }),
    );
    const deleteSyncOpt = { IsSyncSelf: true, IsSyncOther: false };
    const body = { userID, conversationIDs, deleteSyncOpt };
    await post(`${product.origin}/api/msg/clear_conversation_msg`, body, imToken);
  }

  it("4-64 a chat that the phone clears while Parley is closed loses its messages here, too", async () => {
    for (const other of [people.bob, people.carol]) {
      await openChat(alice, other.name);
      await messages().nth(1).waitFor();
      await back(alice);
    }
    await alice.close();
    await clearOnPhone(people.bob, people.carol);
    const carol = await foreignClient(product.origin, people.carol);
    const { userID } = await credentialsOf(product.origin, people.alice, ANDROID);
    await carol.sendText(userID, "A new start");
    carol.close();
    alice = await context.newPage();
    await alice.goto(product.origin);
    await conversationRow(alice, "A new start").waitFor();
    await row(people.bob).waitFor(isGone);
    await openChat(alice, people.carol.name);
    await message(alice, "A new start").waitFor();
    await expect.poll(() => messages().count()).toBe(1);
  });

  it("4-64 and so does a chat that is open meanwhile", async () => {
    await clearOnPhone(people.carol);
    await message(alice, "A new start").waitFor(isGone);
    await back(alice);
    await isLive(alice);
    await row(people.carol).waitFor(isGone);
  });
});
