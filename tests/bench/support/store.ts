import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { type Backend, createBackend, listen } from "../../../server/index.ts";

/** Somebody who can sign in to the product: what the page keeps of a signed-in person, and how to get in by hand. */
export interface Account {
  userID: string;
  nickname: string;
  phoneNumber: string;
  imToken: string;
  chatToken: string;
}

/** The password of every account made here. */
export const password = "bench2026";
/** What a client sends of it. */
const sentPassword = createHash("md5").update(password).digest("hex");

export type Im = Backend["im"];

/** OpenIM's number for a browser. */
export const web = 5;

const entered = v.object({
  errCode: v.literal(0),
  data: v.object({ userID: v.string(), imToken: v.string(), chatToken: v.string() }),
});

/**
 * Makes a store in a folder of its own: accounts for `names`, then whatever `fill` puts into it. Tokens are signed with
 * the store's secret, so they hold for the process that opens it next.
 */
export async function createStore(
  names: readonly string[],
  fill: (im: Im, accounts: readonly Account[]) => void,
): Promise<{ folder: string; accounts: readonly Account[] }> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-store-"));
  const printed: string[] = [];
  const backend = createBackend({ data: folder, demo: false, print: (line) => printed.push(line) });
  const { origin, close } = await listen(backend);
  const accounts: Account[] = [];
  for (const [index, nickname] of names.entries()) {
    const phoneNumber = String(13_700_000_000 + index);
    accounts.push(await register(`${origin}/chat/account`, phoneNumber, nickname, printed));
  }
  fill(backend.im, accounts);
  await close();
  return { folder, accounts };
}

async function register(
  url: string,
  phoneNumber: string,
  nickname: string,
  printed: readonly string[],
): Promise<Account> {
  const phone = { areaCode: "+86", phoneNumber };
  await post(`${url}/code/send`, { ...phone, usedFor: 1 });
  const verifyCode = /\b(\d{6})\b/.exec(printed.at(-1) ?? "")?.[1];
  const user = {
    ...phone,
    nickname,
    faceURL: "",
    password: createHash("md5").update(password).digest("hex"),
  };
  const answer = await post(`${url}/register`, { verifyCode, platform: web, autoLogin: true, user });
  return { nickname, phoneNumber, ...v.parse(entered, answer).data };
}

/** Signs the account in anew, which makes its older tokens invalid. */
export async function signInAgain(origin: string, account: Account): Promise<Account> {
  const { phoneNumber } = account;
  const request = { areaCode: "+86", phoneNumber, password: sentPassword, platform: web };
  const answer = await post(`${origin}/chat/account/login`, request);
  return { ...account, ...v.parse(entered, answer).data };
}

/** Posts to the backend; resolves with its whole answer. */
export async function post(url: string, body: unknown, token = ""): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", operationID: "bench", token },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Content of a text message. */
export const text = (content: string) => ({ contentType: 101, content: { content } });
