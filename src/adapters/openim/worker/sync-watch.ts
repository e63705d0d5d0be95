import type { SdkEvent } from "../connection/channel.ts";
import { fieldOf } from "./field.ts";
import type { SocketWatch } from "./frame-guard.ts";

/** REST calls by which a sync reads the lists of conversations, friends and groups. */
const LISTS =
  /\/(?:conversation|friend|group)\/get_(?:incremental_(?:conversations|friends|join_groups)|all_conversations|owner_conversation|friend_list|joined_group_list|full_(?:conversation_ids|friend_user_ids|join_group_ids))$/;

/** The requests by which a sync reads the newest messages of chats and what is unread (protocol section 1.5). */
const PULLS: ReadonlySet<number> = new Set([1002, 1006]);
/** Milliseconds. SDK 3.8.5 waits ten seconds for an answer; its wait starts a little earlier than this one. */
const PULL_PATIENCE = 9000;

export interface SyncWatch {
  hear(event: SdkEvent): void;
  /** `fetch` that checks the answers of the list calls. */
  fetch: typeof fetch;
  /** Watches the pulls of one socket. The end of an older socket says nothing about those of a newer one. */
  ofSocket(): SocketWatch;
}

/**
 * Reports a sync that failed without the SDK saying so.
 *
 * SDK 3.8.5 emits that the first sync has finished even if it could not read the lists or the newest messages, and
 * treats its incomplete data as complete from then on: conversations stay missing until a new message arrives in
 * them. A later sync whose messages did not arrive leaves them missing until the next message or connection. Without
 * an answer about what is unread, no chat is marked as unread until the next connection. So the first list call of a
 * first sync that fails, and the first pull of any sync that fails, emits `OnSyncServerFailed`, and the SDK's later
 * events of that sync are dropped.
 */
export function watchSync(tell: (event: SdkEvent) => void, doFetch: typeof fetch): SyncWatch {
  let state: "none" | "first" | "later" | "failed" = "none";
  const fail = () => {
    if (state !== "first" && state !== "later") return;
    tell({ name: "OnSyncServerFailed", data: state === "first", errCode: 0 });
    state = "failed";
  };
  return {
    hear(event) {
      if (event.name === "OnSyncServerStart") state = event.data === true ? "first" : "later";
      const isEnd = event.name === "OnSyncServerFinish" || event.name === "OnSyncServerFailed";
      if (state !== "failed" || !event.name.startsWith("OnSyncServer")) tell(event);
      if (isEnd) state = "none";
    },
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input);
      if (state !== "first" || !LISTS.test(new URL(url, self.location.href).pathname))
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
    ofSocket() {
      /** The pulls that have no answer yet, oldest first. */
      let pulls: { request: number; timer: ReturnType<typeof setTimeout> }[] = [];
      return {
        onSent({ request }) {
          if (PULLS.has(request)) pulls.push({ request, timer: setTimeout(fail, PULL_PATIENCE) });
        },
        onReceived({ request, isRefused }) {
          if (!PULLS.has(request)) return;
          const answered = pulls.find((pull) => pull.request === request);
          clearTimeout(answered?.timer);
          pulls = pulls.filter((pull) => pull !== answered);
          if (isRefused) fail();
        },
        onClosed() {
          if (pulls.length > 0) fail();
          for (const { timer } of pulls) clearTimeout(timer);
          pulls = [];
        },
      };
    },
  };
}

/** OpenIM answers errors with status 200 and its own error code. */
async function isAnswer(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null);
  return fieldOf(body, "errCode") === 0;
}
