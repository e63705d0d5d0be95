import * as v from "valibot";

/** Network states that the embedded backend can simulate for a user: `POST /demo/network`. */
export const NETWORKS = ["online", "slow", "cut"] as const;
export type Network = (typeof NETWORKS)[number];

/** Unknown page token, for example after a restart of the backend. */
const UNKNOWN_PAGE = 401;
/** The user is not a demo user. */
const NOT_OFFERED = 403;

const Page = v.object({ token: v.string() });

let page: Promise<string> | null = null;

async function askForToken(): Promise<string> {
  const answer = await fetch("/demo/page", { method: "POST" });
  if (!answer.ok) throw new Error(`The server gives no token: ${answer.status}`);
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
 * Resolves with true after the change, with false if the user is not a demo user. Rejects if the request fails or is
 * refused for another reason.
 */
export async function setNetwork(userID: string, state: Network): Promise<boolean> {
  let answer = await post(userID, state);
  if (answer.status === UNKNOWN_PAGE) {
    page = null;
    answer = await post(userID, state);
  }
  if (answer.status === NOT_OFFERED) return false;
  if (!answer.ok) throw new Error(`The server does not change the network: ${answer.status}`);
  return true;
}

const Offer = v.object({ people: v.array(v.object({ userID: v.string(), phoneNumber: v.string() })) });

export type DemoPerson = v.InferOutput<typeof Offer>["people"][number];

/** Returns the demo users of this server, which /duo needs; empty if it has none. */
export async function loadDemoPeople(): Promise<readonly DemoPerson[]> {
  try {
    const answer = await fetch("/demo/people", { headers: { Accept: "application/json" } });
    return answer.ok ? v.parse(Offer, await answer.json()).people : [];
  } catch {
    return [];
  }
}
