import * as v from "valibot";

/** How a phone's network is made to be, by the embedded backend: `POST /demo/network`. */
export const NETWORKS = ["online", "slow", "cut"] as const;
export type Network = (typeof NETWORKS)[number];

/** What the backend answers to a page whose token it does not know, as after its own restart. */
const UNKNOWN_PAGE = 401;
/** What it answers about a user who is none of the demo's people. */
const NOT_OFFERED = 403;

const Page = v.object({ token: v.string() });

/** The token by which the backend knows this page; asked for once. */
let page: Promise<string> | null = null;

async function askForToken(): Promise<string> {
  const answer = await fetch("/demo/page", { method: "POST" });
  if (!answer.ok) throw new Error(`no token: ${answer.status}`);
  return v.parse(Page, await answer.json()).token;
}

async function post(userID: string, state: Network): Promise<Response> {
  page ??= askForToken();
  try {
    return await fetch("/demo/network", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Demo-Page": await page },
      body: JSON.stringify({ userID, state }),
    });
  } catch (error) {
    page = null;
    throw error;
  }
}

/**
 * Resolves with true once it is so, with false for a user who is none of the demo's people; rejects where the server
 * says no, or nothing.
 */
export async function setNetwork(userID: string, state: Network): Promise<boolean> {
  let answer = await post(userID, state);
  if (answer.status === UNKNOWN_PAGE) {
    page = null;
    answer = await post(userID, state);
  }
  if (answer.status === NOT_OFFERED) return false;
  if (!answer.ok) throw new Error(`the network stays as it is: ${answer.status}`);
  return true;
}

/** Whether this server has demo people, and so two phones. */
export async function hasDemo(): Promise<boolean> {
  try {
    const answer = await fetch("/demo/people", { headers: { Accept: "application/json" } });
    return answer.ok && /json/.test(answer.headers.get("Content-Type") ?? "");
  } catch {
    return false;
  }
}
