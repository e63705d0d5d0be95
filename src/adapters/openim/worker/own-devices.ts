import { fieldOf } from "./field.ts";
import { bodyOf } from "./repeats.ts";

/** REST calls that remove messages for the user alone. */
const REMOVALS = /\/msg\/(?:delete_msgs|clear_conversation_msg|user_clear_all_msg)$/;

/**
 * Wraps `fetch` so that the server reports removed messages to the other devices of the user. SDK 3.8.5 never asks for
 * that: a device that has stored the messages would show them for good.
 *
 * @param onClear is called when this device clears chats, with their ids or "all"
 */
export function tellOwnDevices(
  doFetch: typeof fetch,
  onClear: (conversationIDs: readonly unknown[] | "all") => void = () => {},
): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const body = REMOVALS.test(url) ? removalIn(init) : null;
    if (body === null) return doFetch(input, init);
    const ids = fieldOf(body, "conversationIDs");
    if (url.endsWith("all_msg")) onClear("all");
    else if (Array.isArray(ids)) onClear(ids);
    const deleteSyncOpt = { IsSyncSelf: true, IsSyncOther: false };
    return doFetch(input, {
      ...init,
      body: new TextEncoder().encode(JSON.stringify({ ...body, deleteSyncOpt })),
    });
  };
}

/** Returns null for a body that is no JSON object. */
function removalIn(init: RequestInit | undefined): object | null {
  try {
    const body: unknown = JSON.parse(bodyOf(init) ?? "");
    return typeof body === "object" && !Array.isArray(body) ? body : null;
  } catch {
    return null;
  }
}
