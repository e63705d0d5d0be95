import { gunzipSync } from "node:zlib";
import { JoinRequest, WrappedJoinRequest, WrappedJoinRequest_Compression } from "@livekit/protocol";
import { jwtVerify } from "jose";
import * as v from "valibot";
import { readMessage } from "../fields.ts";
import { maxJoin, maxMetadata, maxRequestFields, maxTracksInJoin } from "../limits.ts";
import { maxTokenLifetime, signMediaToken } from "./token.ts";

/** A user's rights in a room, from the token. Rights that are absent are granted, as in LiveKit. */
export interface Grant {
  room: string;
  identity: string;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  canPublish: boolean;
  canSubscribe: boolean;
  canPublishData: boolean;
  /** Empty: every source. */
  canPublishSources: string[];
  /** Seconds since epoch. */
  expiresAt: number;
}

/** Refuses a client; the client shows `text` to the user. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 503,
    readonly text: string,
  ) {
    super(text);
  }
}

const shortText = v.pipe(v.string(), v.maxLength(128));
const longText = v.pipe(v.string(), v.maxLength(maxMetadata));
const claimsSchema = v.object({
  sub: v.pipe(shortText, v.nonEmpty()),
  exp: v.number(),
  name: v.optional(shortText, ""),
  metadata: v.optional(longText, ""),
  attributes: v.optional(
    v.pipe(
      v.record(shortText, longText),
      v.check((attributes) => JSON.stringify(attributes).length <= maxMetadata),
    ),
    {},
  ),
  video: v.object({
    roomJoin: v.literal(true),
    room: v.pipe(shortText, v.nonEmpty()),
    canPublish: v.optional(v.boolean(), true),
    canSubscribe: v.optional(v.boolean(), true),
    canPublishData: v.optional(v.boolean(), true),
    canPublishSources: v.optional(v.pipe(v.array(shortText), v.maxLength(8)), []),
  }),
});

/**
 * Checks a LiveKit access token: HS256, issued by our key, not expired.
 * @throws Refusal 401
 */
export async function checkToken(token: string, key: { apiKey: string; secret: Uint8Array }): Promise<Grant> {
  let payload: unknown;
  try {
    const verified = await jwtVerify(token, key.secret, {
      algorithms: ["HS256"],
      issuer: key.apiKey,
      requiredClaims: ["exp"],
    });
    payload = verified.payload;
  } catch {
    throw new Refusal(401, "invalid token");
  }
  const claims = v.safeParse(claimsSchema, payload);
  if (!claims.success) throw new Refusal(401, "permissions denied");
  const { sub, exp, name, metadata, attributes, video } = claims.output;
  const { roomJoin: _, ...rights } = video;
  return { identity: sub, name, metadata, attributes, expiresAt: exp, ...rights };
}

/** Minimum lifetime of a renewed token in seconds: twice the renewal interval. */
const renewedLifetime = 10 * 60;

/** Returns a token with the same rights for a participant in the room, to reconnect after the first has expired. */
export function renewToken(
  { identity, name, metadata, attributes, expiresAt, ...video }: Grant,
  key: { apiKey: string; secret: Uint8Array },
): Promise<string> {
  const left = Math.floor(expiresAt - Date.now() / 1000);
  const lifetime = Math.min(Math.max(left, renewedLifetime), maxTokenLifetime);
  return signMediaToken({ identity, name, metadata, attributes, video, lifetime }, key);
}

/**
 * Parses the `join_request` parameter: base64url, padded, of a WrappedJoinRequest. A client that sends one uses a
 * single peer connection.
 * @throws Refusal 400, as LiveKit does
 */
export function parseJoinRequest(parameter: string): JoinRequest {
  const join = unwrapJoinRequest(parameter);
  if (join.addTrackRequests.length > maxTracksInJoin) {
    throw new Refusal(400, "too many tracks in join_request");
  }
  return join;
}

function unwrapJoinRequest(parameter: string): JoinRequest {
  if (!/^(?:[\w-]{4})*(?:[\w-]{2}==|[\w-]{3}=)?$/.test(parameter)) {
    throw new Refusal(400, "cannot base64 decode wrapped join request");
  }
  try {
    const unpacked = Buffer.from(parameter, "base64url");
    const { message: wrapped } = readMessage(WrappedJoinRequest, unpacked, maxRequestFields);
    const bytes =
      wrapped.compression === WrappedJoinRequest_Compression.GZIP
        ? gunzipSync(wrapped.joinRequest, { maxOutputLength: maxJoin })
        : wrapped.joinRequest;
    return readMessage(JoinRequest, bytes, maxRequestFields).message;
  } catch {
    throw new Refusal(400, "malformed join_request");
  }
}
