import { createHmac, timingSafeEqual } from "node:crypto";
import { decoded } from "./names.ts";

/** Mount of signed URLs. "_" is never a user id, so it collides with no object name. */
const storage = "/object/_";
const weekMs = 7 * 24 * 60 * 60_000;

export type Signed =
  | { kind: "part"; uploadID: string; partNumber: number }
  | { kind: "file"; contentID: string; fileName: string }
  | { kind: "refused"; reason: "SignatureDoesNotMatch" | "Request has expired" | "NoSuchKey" };

export type Addresses = ReturnType<typeof createAddresses>;

/** Signed URLs: the signature fixes what a PUT or GET may touch. */
export function createAddresses(secret: string, now: () => number) {
  const signatureOf = (...what: (string | number)[]) =>
    createHmac("sha256", secret)
      .update(["object", ...what].join("\n"))
      .digest();
  const isRight = (given: string, expected: Buffer) => {
    const actual = Buffer.from(given, "base64url");
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };
  const signed = (path: string, query: Record<string, string>, signature: Buffer) =>
    `${path}?${new URLSearchParams({ ...query, sign: signature.toString("base64url") })}`;

  function openPart(rest: string, query: URLSearchParams): Signed {
    const [, uploadID = "", number = ""] = /^uploads\/([0-9a-f]{1,64})\/([1-9]\d{0,4})$/.exec(rest) ?? [];
    const partNumber = Number(number);
    if (uploadID === "") return { kind: "refused", reason: "NoSuchKey" };
    if (!isRight(query.get("sign") ?? "", signatureOf("part", uploadID, partNumber))) {
      return { kind: "refused", reason: "SignatureDoesNotMatch" };
    }
    return { kind: "part", uploadID, partNumber };
  }

  function openFile(rest: string, query: URLSearchParams): Signed {
    const [, contentID = "", encoded = ""] = /^files\/([0-9a-f]{32})\/([^/]+)$/.exec(rest) ?? [];
    const fileName = decoded(encoded);
    if (contentID === "" || fileName === undefined) return { kind: "refused", reason: "NoSuchKey" };
    const expires = query.get("expires") ?? "";
    if (!isRight(query.get("sign") ?? "", signatureOf("file", contentID, fileName, expires))) {
      return { kind: "refused", reason: "SignatureDoesNotMatch" };
    }
    if (Number(expires) <= now()) return { kind: "refused", reason: "Request has expired" };
    return { kind: "file", contentID, fileName };
  }

  return {
    /** URL for the PUT of a part, valid as long as the upload. */
    part: (uploadID: string, partNumber: number) =>
      signed(`${storage}/uploads/${uploadID}/${partNumber}`, {}, signatureOf("part", uploadID, partNumber)),

    /**
     * URL to read content, valid for one to two weeks. Expiry is at the end of a week, so the URL is the same all
     * week and browsers can cache it.
     */
    file: (contentID: string, fileName: string) => {
      const expireTime = (Math.floor(now() / weekMs) + 2) * weekMs;
      const expires = String(expireTime);
      const path = `${storage}/files/${contentID}/${encodeURIComponent(fileName)}`;
      return {
        url: signed(path, { expires }, signatureOf("file", contentID, fileName, expires)),
        expireTime,
      };
    },

    open: (path: string, query: URLSearchParams): Signed | undefined => {
      if (!path.startsWith(`${storage}/`)) return undefined;
      const rest = path.slice(storage.length + 1);
      return rest.startsWith("files/") ? openFile(rest, query) : openPart(rest, query);
    },
  };
}
