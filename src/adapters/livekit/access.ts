import * as v from "valibot";
import { Secret } from "../../../machines/domain/secret.ts";
import type { PostToChatServer } from "../chat-server/chat-server.ts";
import type { CredentialStore } from "../storage/credentials.ts";

/** What the chat server grants: where the media server is, and the right to enter one room as oneself (3-21). */
export interface Access {
  userID: string;
  /** `ws:` or `wss:`. */
  serverUrl: string;
  token: Secret;
}

const Granted = v.object({
  serverUrl: v.pipe(
    v.string(),
    v.regex(/^(http|ws)s?:\/\//i),
    v.transform((url) => url.replace(/^http/i, "ws")),
  ),
  token: v.pipe(
    v.string(),
    v.minLength(1),
    v.transform((token) => new Secret(token)),
  ),
});

export interface AccessDependencies {
  post: PostToChatServer;
  credentials: Pick<CredentialStore, "mediaToken">;
}

/** Access to media rooms; each one granted is used up by one join. */
export function createAccess({ post, credentials }: AccessDependencies) {
  const granted = new Map<string, Access>();
  return {
    /** Asks for access (7-09); rejects with a `Failure`. */
    async request({ roomID, userID }: { roomID: string; userID: string }): Promise<void> {
      const answer = await post({
        path: "/user/rtc/get_token",
        body: { room: roomID, identity: userID },
        token: credentials.mediaToken(),
        answer: Granted,
      });
      granted.set(roomID, { userID, ...answer });
    },
    /** The access that was granted last, or null when there is none. */
    take(roomID: string): Access | null {
      const access = granted.get(roomID) ?? null;
      granted.delete(roomID);
      return access;
    },
  };
}
