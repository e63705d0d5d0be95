import type { SdkEvent } from "../connection/channel.ts";
import { fieldOf } from "./field.ts";

/** REST calls by which a sync reads the lists of conversations, friends and groups. */
const LISTS =
  /\/(?:conversation|friend|group)\/get_(?:incremental_(?:conversations|friends|join_groups)|all_conversations|owner_conversation|friend_list|joined_group_list|full_(?:conversation_ids|friend_user_ids|join_group_ids))$/;

export interface FirstSync {
  hear(event: SdkEvent): void;
  /** `fetch` that checks the answers of the list calls. */
  fetch: typeof fetch;
}

/**
 * Reports a failed first sync. SDK 3.8.5 emits that the first sync has finished even if it could not read the lists,
 * and treats its incomplete data as complete from then on: conversations stay missing until a new message arrives in
 * them. So the first list call that fails emits `OnSyncServerFailed`, and the SDK's later sync events are dropped.
 */
export function watchFirstSync(tell: (event: SdkEvent) => void, doFetch: typeof fetch): FirstSync {
  let state: "none" | "running" | "failed" = "none";
  const fail = () => {
    if (state !== "running") return;
    state = "failed";
    tell({ name: "OnSyncServerFailed", data: true, errCode: 0 });
  };
  return {
    hear(event) {
      if (event.name === "OnSyncServerStart") state = event.data === true ? "running" : "none";
      const isEnd = event.name === "OnSyncServerFinish" || event.name === "OnSyncServerFailed";
      if (state !== "failed" || !event.name.startsWith("OnSyncServer")) tell(event);
      if (isEnd) state = "none";
    },
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input);
      if (state !== "running" || !LISTS.test(new URL(url, self.location.href).pathname))
        return doFetch(input, init);
      try {
        const response = await doFetch(input, init);
        if (!(await isAnswer(response.clone()))) fail();
        return response;
      } catch (error) {
        fail();
        throw error;
      }
    },
  };
}

/** OpenIM answers errors with status 200 and its own error code. */
async function isAnswer(response: Response): Promise<boolean> {
  if (!response.ok) return false;
  const body: unknown = await response.json().catch(() => null);
  return fieldOf(body, "errCode") === 0;
}
