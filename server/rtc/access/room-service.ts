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

/** Moderates rooms of a LiveKit server through its RoomService API (Twirp, JSON). */
export function createRoomService({
  url,
  apiKey,
  apiSecret,
}: Record<"url" | "apiKey" | "apiSecret", string>): {
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
    moderate: (moderation) =>
      apply(moderation).then(
        () => "done",
        (error: unknown) => (error instanceof CallError && error.status === 404 ? "notFound" : "unreachable"),
      ),
  };
}

class CallError extends Error {
  constructor(readonly status: number) {
    super(`the LiveKit server answered ${status}`);
  }
}
