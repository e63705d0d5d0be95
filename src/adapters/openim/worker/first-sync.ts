import type { SdkEvent } from "../connection/channel.ts";
import { fieldOf } from "./field.ts";

/** The REST calls by which a synchronisation reads the lists of conversations, friends and groups. */
const LISTS =
  /\/(?:conversation|friend|group)\/get_(?:incremental_(?:conversations|friends|join_groups)|all_conversations|owner_conversation|friend_list|joined_group_list|full_(?:conversation_ids|friend_user_ids|join_group_ids))$/;

/** Looks on while a new device is filled. */
export interface FirstSync {
  /** Hears of every event of the SDK. */
  hear(event: SdkEvent): void;
  /** `fetch` under observation. */
  fetch: typeof fetch;
}

/**
 * SDK 3.8.5 says that the first synchronisation of a device has finished also when the lists could not be read, and
 * takes what it has for everything from then on: conversations stay away until somebody writes in them. So it has
 * failed as soon as one of them could not be read; what the SDK says of it afterwards is kept back.
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

/** OpenIM answers errors with 200 and a code of its own. */
async function isAnswer(response: Response): Promise<boolean> {
  if (!response.ok) return false;
  const body: unknown = await response.json().catch(() => null);
  return fieldOf(body, "errCode") === 0;
}
