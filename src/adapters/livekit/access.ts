import * as v from "valibot";
import { Secret } from "../../../machines/domain/secret.ts";
import type { PostToChatServer } from "../chat-server/chat-server.ts";
import type { CredentialStore } from "../storage/credentials.ts";

/** The chat server's answer: the media server's address and a token to enter one room as the user (3-21). */
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

const Done = v.pipe(
  v.unknown(),
  v.transform(() => {}),
);

const Made = v.object({
  madeBy: v.pipe(
    v.nullish(v.string(), ""),
    v.transform((userID) => userID || null),
  ),
});

export interface AccessDependencies {
  post: PostToChatServer;
  credentials: Pick<CredentialStore, "mediaToken">;
}

/** Access to media rooms. A join uses up the access of its room. */
export function createAccess({ post, credentials }: AccessDependencies) {
  const granted = new Map<string, Access>();
  return {
    /** Requests access (7-09). Rejects with a `Failure`. */
    async request({ roomID, userID }: { roomID: string; userID: string }): Promise<void> {
      const answer = await post({
        path: "/user/rtc/get_token",
        body: { room: roomID, identity: userID },
        token: credentials.mediaToken(),
        answer: Granted,
      });
      granted.set(roomID, { userID, ...answer });
    },
    /** Returns and removes the last access for a room, or null. */
    take(roomID: string): Access | null {
      const access = granted.get(roomID) ?? null;
      granted.delete(roomID);
      return access;
    },
    moderate: ({ roomID, userID, what }: { roomID: string; userID: string; what: "mute" | "remove" }) =>
      post({
        path: "/user/rtc/moderate",
        body: { room: roomID, identity: userID, action: what },
        token: credentials.mediaToken(),
        answer: Done,
      }),
    roomInfo: ({ roomID }: { roomID: string }) =>
      post({
        path: "/user/rtc/room",
        body: { room: roomID },
        token: credentials.mediaToken(),
        answer: Made,
      }),
  };
}
