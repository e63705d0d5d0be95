import { createHmac, timingSafeEqual } from "node:crypto";
import { decoded } from "./names.ts";

/** Below it lies what is signed. Nobody's user id is "_", so it is nobody's name. */
const storage = "/object/_";
const weekMs = 7 * 24 * 60 * 60_000;

/** One of the signed addresses, taken apart and found to be ours. */
export type Signed =
  | { kind: "part"; uploadID: string; partNumber: number }
  | { kind: "file"; contentID: string; fileName: string }
  | { kind: "refused"; reason: "SignatureDoesNotMatch" | "Request has expired" | "NoSuchKey" };

export type Addresses = ReturnType<typeof createAddresses>;

/** Addresses that are their own permission: what a PUT or GET may touch is signed into them. */
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
    /** Where a part is PUT, for as long as the upload lasts. */
    part: (uploadID: string, partNumber: number) =>
      signed(`${storage}/uploads/${uploadID}/${partNumber}`, {}, signatureOf("part", uploadID, partNumber)),

    /**
     * Where content is read for one to two weeks. It ends with a week, so that it is the same address all week
     * long, and a browser keeps what it has read.
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

    /** What a signed address allows; undefined for any other. */
    open: (path: string, query: URLSearchParams): Signed | undefined => {
      if (!path.startsWith(`${storage}/`)) return undefined;
      const rest = path.slice(storage.length + 1);
      return rest.startsWith("files/") ? openFile(rest, query) : openPart(rest, query);
    },
  };
}
