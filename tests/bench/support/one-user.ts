import type { Browser } from "playwright-core";
import { inject } from "vitest";
import { launch } from "../../e2e/support/people.ts";
import { type Host, startHost } from "./host.ts";
import { type Account, createStore, type Im, text } from "./store.ts";

/** One account with its data on a host of its own, and a browser for its pages. */
export interface OneUser {
  readonly browser: Browser;
  readonly host: Host;
  readonly account: Account;
  close(): Promise<void>;
}

/** @param fill writes the data of the user `me` */
export async function oneUser(
  fill: (im: Im, me: string) => void,
  open: () => Promise<Browser> = launch,
): Promise<OneUser> {
  const { folder, accounts } = await createStore(["Ann"], (im, [ann]) => fill(im, ann?.userID ?? ""));
  const [account] = accounts;
  if (!account) throw new Error("No account");
  const [host, browser] = await Promise.all([startHost(folder, inject("site")), open()]);
  return {
    browser,
    host,
    account,
    async close() {
      await browser.close();
      await host.close();
    },
  };
}

/** Makes a friend of the user `me`. */
export function befriend(im: Im, me: string, userID: string, nickname: string): void {
  im.registerUser({ userID, nickname, faceURL: "" });
  im.makeFriends(me, userID);
}

/** Fills the list of chats: "Friend #1" and so on, who say hello. */
export function befriendMany(im: Im, me: string, count: number): void {
  for (let index = 1; index <= count; index += 1) {
    befriend(im, me, `friend${index}`, `Friend #${index}`);
    im.send({ from: `friend${index}`, to: me, ...text("Hello") });
  }
}
