import { createHash } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { type Backend, createBackend, listen } from "../../../server/index.ts";

/** An account with its stored credentials and its data for the sign-in form. */
export interface Account {
  userID: string;
  nickname: string;
  phoneNumber: string;
  imToken: string;
  chatToken: string;
}

export const password = "bench2026";
/** The hash that a client sends. */
const sentPassword = createHash("md5").update(password).digest("hex");

export type Im = Backend["im"];

/** OpenIM's platform number of a browser. */
export const web = 5;

const entered = v.object({
  errCode: v.literal(0),
  data: v.object({ userID: v.string(), imToken: v.string(), chatToken: v.string() }),
});

/**
 * Creates a store in a new folder: accounts for `names`, then the data of `fill`. Tokens are signed with the store's
 * secret, so they stay valid for the next process that opens it.
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

/** Signs the account in again, which invalidates its older tokens. */
export async function signInAgain(origin: string, account: Account): Promise<Account> {
  const { phoneNumber } = account;
  const request = { areaCode: "+86", phoneNumber, password: sentPassword, platform: web };
  const answer = await post(`${origin}/chat/account/login`, request);
  return { ...account, ...v.parse(entered, answer).data };
}

/** Posts to the backend and resolves with the whole response body. */
export async function post(url: string, body: unknown, token = ""): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", operationID: "bench", token },
    body: JSON.stringify(body),
  });
  return response.json();
}

export const text = (content: string) => ({ contentType: 101, content: { content } });
