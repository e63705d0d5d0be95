import type { Page } from "playwright-core";
import { credentialsOf, post } from "./foreign-client.ts";
import type { Person } from "./people.ts";

/** A user of the server's REST API, without Parley. */
export interface RestUser {
  readonly userID: string;
  /** Posts to a path below `/api`. Resolves with `data`, rejects on any error code. */
  post(path: string, body: object): Promise<unknown>;
}

/** The user who is signed in on a page, with that page's token. */
export async function restUserAt(page: Page, origin: string): Promise<RestUser> {
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? "", key);
  return restUser(origin, await stored("IM_USERID"), await stored("IM_TOKEN"));
}

/** Signs in by password, as another device. */
export async function restUserOf(person: Person, origin: string): Promise<RestUser> {
  const { userID, imToken } = await credentialsOf(origin, person);
  return restUser(origin, userID, imToken);
}

function restUser(origin: string, userID: string, token: string): RestUser {
  return { userID, post: (path, body) => post(`${origin}/api${path}`, body, token) };
}
