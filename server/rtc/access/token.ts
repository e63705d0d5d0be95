/** Seconds. Short, in case a token leaks; clients in a room get fresh ones. */
export const maxTokenLifetime = 60 * 60;

/** The claims of an access token, in LiveKit's terms. */
export interface MediaClaims {
  identity: string;
  name: string;
  metadata?: string;
  attributes?: Record<string, string>;
  video: { room: string } & Record<string, unknown>;
  /** Seconds from now. */
  lifetime: number;
}

/** Returns a LiveKit access token: HS256, rights in `video`. */
export async function signMediaToken(
  { identity, lifetime, video, ...claims }: MediaClaims,
  key: { apiKey: string; secret: Uint8Array },
): Promise<string> {
  // Loaded late: the main thread needs it only for the first call.
  const { SignJWT } = await import("jose");
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims, video: { roomJoin: true, ...video } })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(key.apiKey)
    .setSubject(identity)
    .setNotBefore(now - 60)
    .setExpirationTime(now + lifetime)
    .sign(key.secret);
}
