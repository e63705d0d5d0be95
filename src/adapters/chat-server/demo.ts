import type { AccountPort } from "../../../machines/ports/account.ts";
import type { ServerAddresses } from "../config.ts";

/** Where the embedded backend says whom one may sign in as. */
const PATH = "/demo/people";
/** Milliseconds an answer may take. */
const TIMEOUT = 5000;

/**
 * Asks the server the page is from whether it offers demo people (11-02). What is not plainly such an offer is none;
 * once a server has answered otherwise it is not asked again.
 */
export function createDemo(
  addresses: () => Pick<ServerAddresses, "chatUrl">,
  origin: string,
): AccountPort["loadDemoPeople"] {
  let isOffered = true;
  return async () => {
    // A chat server elsewhere does not know the people of this one.
    if (!isOffered || !addresses().chatUrl.startsWith(`${origin}/`)) return [];
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(origin + PATH, { headers, signal: AbortSignal.timeout(TIMEOUT) });
      // Servers of single pages answer any path with the page.
      isOffered = answer.ok && /json/.test(answer.headers.get("Content-Type") ?? "");
      if (!isOffered) return [];
      const { demoPeopleIn } = await import("./demo-people.ts");
      return demoPeopleIn(await answer.json());
    } catch {
      return [];
    }
  };
}
