import * as v from "valibot";
import type { Moderation, ModerationOutcome } from "../messages.ts";
import { signMediaToken } from "./token.ts";

const timeoutMs = 5000;
/** Seconds. */
const tokenLifetime = 60;

/** The part of ParticipantInfo that is needed, in the JSON of protocol buffers: default values may be absent. */
const participantSchema = v.object({
  tracks: v.optional(
    v.array(
      v.object({
        sid: v.string(),
        type: v.optional(v.string(), "AUDIO"),
        muted: v.optional(v.boolean(), false),
      }),
    ),
    [],
  ),
});

const listSchema = v.object({ participants: v.optional(v.array(v.unknown()), []) });

/** Moderates rooms of a LiveKit server through its RoomService API (Twirp, JSON). */
export function createRoomService({
  url,
  apiKey,
  apiSecret,
}: Record<"url" | "apiKey" | "apiSecret", string>): {
  /** Whether a user may be in a room; true when the server does not say. */
  mayRun(room: string): Promise<boolean>;
  moderate(moderation: Moderation): Promise<ModerationOutcome>;
} {
  const key = { apiKey, secret: new TextEncoder().encode(apiSecret) };

  const call = async (method: string, room: string, body: object): Promise<unknown> => {
    const video = { room, roomAdmin: true, roomJoin: false };
    const token = await signMediaToken({ identity: "", name: "", video, lifetime: tokenLifetime }, key);
    const address = new URL(`/twirp/livekit.RoomService/${method}`, url.replace(/^ws/, "http"));
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response.json();
    await response.body?.cancel();
    throw new CallError(response.status);
  };

  const apply = async ({ room, identity, action }: Moderation): Promise<void> => {
    const member = { room, identity };
    if (action === "remove") {
      await call("RemoveParticipant", room, member);
      return;
    }
    const { tracks } = v.parse(participantSchema, await call("GetParticipant", room, member));
    for (const { sid, type, muted } of tracks) {
      if (type !== "AUDIO" || muted) continue;
      await call("MutePublishedTrack", room, { ...member, track_sid: sid, muted: true });
    }
  };

  return {
    mayRun: (room) =>
      call("ListParticipants", room, { room })
        .then(
          (answer) => v.parse(listSchema, answer).participants.length > 0,
          (error: unknown) => !isNotFound(error),
        )
        .catch(() => true),
    moderate: (moderation) =>
      apply(moderation).then(
        () => "done",
        (error: unknown) => (isNotFound(error) ? "notFound" : "unreachable"),
      ),
  };
}

function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

class CallError extends Error {
  constructor(readonly status: number) {
    super(`the LiveKit server answered ${status}`);
  }
}
