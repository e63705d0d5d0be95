import type { AccountPort } from "../../../machines/ports/account.ts";
import type { ServerAddresses } from "../config.ts";

const PATH = "/demo/people";
/** Timeout in milliseconds. */
const TIMEOUT = 5000;

/** Asks the page's own server for demo users (11-02), until an answer shows that it has none. */
export function createDemo(
  addresses: () => Pick<ServerAddresses, "chatUrl">,
  origin: string,
): AccountPort["loadDemoPeople"] {
  let isOffered = true;
  return async () => {
    // A chat server on another host does not know the demo users of this server.
    if (!isOffered || !addresses().chatUrl.startsWith(`${origin}/`)) return [];
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(origin + PATH, { headers, signal: AbortSignal.timeout(TIMEOUT) });
      // Servers of single-page apps answer any path with the page.
      isOffered = answer.ok && /json/.test(answer.headers.get("Content-Type") ?? "");
      if (!isOffered) return [];
      const { demoPeopleIn } = await import("./demo-people.ts");
      return demoPeopleIn(await answer.json());
    } catch {
      return [];
    }
  };
}
