import { type ChildProcess, spawn } from "node:child_process";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { decodeResponse } from "../server/support/gob-client.ts";
import { type ForeignClient, foreignClient } from "./support/foreign-client.ts";
import { layGateway, unpacked } from "./support/gateway.ts";
import { conversationRow, launch, message, openChat, people, phone, submitSignIn } from "./support/people.ts";
import { type Product, startProduct } from "./support/product.ts";

/** OpenIM's request numbers for the newest sequence numbers of all chats, and for a push. */
const [newestNumbers, push] = [1001, 2001];

/** Number of rounds; set HOLE_ROUNDS=50 for a longer test. */
const rounds = Number(process.env.HOLE_ROUNDS ?? (isEverything ? 2 : 1));
/** Processes that keep the machine busy. The browser tests beside this one do it as well. */
const loops = isEverything ? 2 : 1;

describe.runIf(isEverything)("11-19 a chat without gaps", () => {
  let product: Product;
  let browser: Browser;
  let bob: ForeignClient;
  let aliceID: string;
  let busy: ChildProcess[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    bob = await foreignClient(product.origin, people.bob);
    const alice = await foreignClient(product.origin, people.alice);
    aliceID = alice.userID;
    alice.close();
    busy = Array.from({ length: loops }, () => spawn(process.execPath, ["-e", "for(;;);"]));
  });
  afterAll(async () => {
    for (const each of busy) each.kill("SIGKILL");
    bob?.close();
    await browser?.close();
    await product?.close();
  });

  it.each(Array.from({ length: rounds }, (_, index) => index + 1))(
    "round %i: a new device shows every message that arrives during its first sync",
    async (round) => {
      const context = await phone(browser);
      const page = await context.newPage();
      const said: string[] = [];
      const say = async (): Promise<void> => {
        const text = `Round ${round}, word ${said.length + 1}.`;
        said.push(text);
        await bob.sendText(aliceID, text);
      };
      try {
        await submitSignIn(page, product.origin, people.alice);
        await page.getByRole("list", { name: "Chat list" }).waitFor();
        await say();
        const opened = openChat(page, people.bob.name);
        await say();
        await opened;
        await say();
        await message(page, `Round ${round}, word`).first().waitFor();
        await say();
        await message(page, said.at(-1) ?? "").waitFor();
        await say();
        await say();
        await message(page, said.at(-1) ?? "").waitFor();
        await expect.poll(() => shown(page, `Round ${round}, `)).toEqual(said);
      } finally {
        await context.close();
      }
    },
  );

  it("a message that the server does not push, as the user has just connected, comes by itself", async () => {
    const text = "Sent when you came.";
    let isSaid = false;
    const gateway = await layGateway(product.origin, () => ({
      onReceived(packed) {
        const { reqIdentifier } = decodeResponse(unpacked(packed));
        if (reqIdentifier === newestNumbers && !isSaid) {
          isSaid = true;
          void bob.sendText(aliceID, text);
        }
        return reqIdentifier === push ? null : packed;
      },
    }));
    const context = await phone(browser);
    try {
      await context.addInitScript((wsUrl) => localStorage.setItem("wsUrl", wsUrl), gateway.wsUrl);
      const page = await context.newPage();
      await submitSignIn(page, product.origin, people.alice);
      await conversationRow(page, people.bob.name).getByText(text).waitFor();
    } finally {
      await context.close();
      await gateway.close();
    }
  });
});

async function shown(page: Page, prefix: string): Promise<string[]> {
  const texts = await page.getByRole("log", { name: "Messages" }).getByRole("article").allTextContents();
  return texts.flatMap((text) => {
    const found = new RegExp(`${prefix}word \\d+\\.`).exec(text);
    return found ? [found[0]] : [];
  });
}
