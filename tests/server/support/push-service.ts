import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import * as v from "valibot";

const utf8 = new TextEncoder();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

const Claims = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ aud: v.string(), exp: v.number(), sub: v.string() }),
);
const Header = v.pipe(v.string(), v.parseJson(), v.object({ alg: v.literal("ES256") }));

/** A push as the browser gets it. */
export interface DeliveredPush {
  text: string;
  ttl: string;
  urgency: string;
  /** Bytes of the encrypted body. */
  size: number;
}

/** A browser that has subscribed, and what it got. */
export interface PushedBrowser {
  /** The body of a request to subscribe. */
  subscription: {
    endpoint: string;
    p256dh: string;
    auth: string;
    language: string;
    previews: boolean;
    sound: boolean;
  };
  received: DeliveredPush[];
  /** Every later push to it is answered with this status. */
  answers(status: number, headers?: Record<string, string>): void;
  /** Requests to it get no answer. */
  hangs: boolean;
  /** Requests, also those that were refused. */
  requests: number;
}

/**
 * A push service on this machine (RFC 8030). It checks the server's signature (RFC 8292), and its browsers decrypt
 * (RFC 8291). A request that breaks a rule is answered with 400 and noted in `problems`.
 */
export async function startPushService(publicKey: () => string) {
  const browsers = new Map<string, PushedBrowser & { take(request: IncomingMessage, body: Buffer): void }>();
  const problems: string[] = [];
  let isSilent = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const browser = browsers.get(request.url ?? "");
    if (isSilent || browser?.hangs) return;
    if (browser === undefined) {
      problems.push(`no browser at ${request.url}`);
      response.writeHead(404).end();
      return;
    }
    browser.requests += 1;
    const { status, headers } = statusOf.get(browser) ?? { status: 201, headers: {} };
    try {
      checkSignature(request, origin(), publicKey());
      if (status === 201) browser.take(request, Buffer.concat(chunks));
      response.writeHead(status, headers).end();
    } catch (error) {
      problems.push(String(error));
      response.writeHead(400).end();
    }
  });
  const statusOf = new Map<PushedBrowser, { status: number; headers: Record<string, string> }>();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  const origin = () => `http://127.0.0.1:${address.port}`;

  return {
    problems,
    /** From now on it takes requests and does not answer. */
    goSilent: () => {
      isSilent = true;
    },
    browser(settings: { previews?: boolean; sound?: boolean; language?: "en" | "zh" } = {}): PushedBrowser {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString("hex")}`;
      const browser = {
        subscription: {
          endpoint: origin() + path,
          p256dh: base64url(ecdh.getPublicKey()),
          auth: base64url(auth),
          language: settings.language ?? "en",
          previews: settings.previews ?? true,
          sound: settings.sound ?? true,
        },
        received: [] as DeliveredPush[],
        hangs: false,
        requests: 0,
        answers(status: number, headers: Record<string, string> = {}) {
          statusOf.set(browser, { status, headers });
        },
        take({ headers }: IncomingMessage, body: Buffer) {
          if (headers["content-encoding"] !== "aes128gcm") throw new Error("not aes128gcm");
          browser.received.push({
            text: decrypt(body, ecdh, auth),
            ttl: String(headers.ttl),
            urgency: String(headers.urgency),
            size: body.length,
          });
        },
      };
      browsers.set(path, browser);
      return browser;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** @throws unless the request is signed for this service with the key to which browsers subscribed (RFC 8292) */
function checkSignature({ headers }: IncomingMessage, origin: string, publicKey: string): void {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  if (key !== publicKey) throw new Error("signed with another key");
  const [header = "", claims = "", signature = ""] = token.split(".");
  const plain = (part: string) => Buffer.from(part, "base64url").toString();
  v.parse(Header, plain(header));
  const point = Buffer.from(key, "base64url");
  const jwk: JsonWebKey = {
    kty: "EC",
    crv: "P-256",
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
  };
  const isSigned = verify(
    "sha256",
    utf8.encode(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("the signature is wrong");
  const { aud, exp, sub } = v.parse(Claims, plain(claims));
  if (aud !== origin) throw new Error(`signed for ${aud}`);
  const seconds = exp - Date.now() / 1000;
  if (seconds <= 0 || seconds > 24 * 60 * 60) throw new Error("it expires too early or too late");
  if (!/^(mailto:|https:)/.test(sub)) throw new Error("there is no contact");
}

/** Decrypts a body of one record (RFC 8188, RFC 8291). */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const serverKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([utf8.encode("WebPush: info\0"), browser.getPublicKey(), serverKey]);
  const secret = Buffer.from(hkdfSync("sha256", browser.computeSecret(serverKey), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0) throw new Error("the last record has no delimiter");
  return padded.subarray(0, end).toString();
}
