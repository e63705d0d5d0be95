import { createHash } from "node:crypto";
import * as v from "valibot";
import type { TestBackend } from "./backend.ts";

/**
 * Uploads by hand, step by step, as the SDKs make them; written from openim-real, independently of the
 * server.
 */

export const mebibyte = 1024 * 1024;
export const partBytes = 5 * mebibyte;

export const md5 = (bytes: Uint8Array | string) => createHash("md5").update(bytes).digest("hex");

export type Bytes = Uint8Array<ArrayBuffer>;

export function cut(bytes: Bytes) {
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, i) =>
    bytes.subarray(i * partBytes, (i + 1) * partBytes),
  );
  const md5s = parts.map(md5);
  return { bytes, parts, md5s, hash: md5(md5s.join(",")), size: bytes.length };
}
export type Cut = ReturnType<typeof cut>;

/** Bytes that are no picture and differ at every place. */
export function noise(length: number, seed = 1): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(length);
  for (let i = 0, state = seed; i < length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  bytes.write("NOIS");
  return bytes;
}

export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
export const webm = Buffer.concat([
  Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581", "hex"),
  Buffer.from("....A_OPUS....OpusHead"),
  noise(280),
]);
export const mp4 = Buffer.concat([
  Buffer.from("\0\0\0\x18ftypisom\0\0\x02\0isomiso2", "latin1"),
  Buffer.from("....moov....hdlr....vide....soun"),
  noise(800),
]);

const part = v.object({ partNumber: v.number(), url: v.string(), query: v.null(), header: v.null() });
const sign = v.object({ url: v.literal(""), query: v.null(), header: v.null(), parts: v.array(part) });
const upload = v.object({
  uploadID: v.string(),
  partSize: v.number(),
  expireTime: v.number(),
  sign,
});
const initiated = v.object({ url: v.string(), upload: v.nullable(upload) });
const named = v.object({ url: v.string() });

export function uploader(backend: TestBackend, userID: string, token = backend.token(userID)) {
  const { call } = backend;
  const steps = {
    token,
    initiate: (file: Cut, name: string, rest: object = {}) =>
      call(
        "/object/initiate_multipart_upload",
        {
          hash: file.hash,
          size: file.size,
          partSize: partBytes,
          maxParts: Math.min(file.parts.length, 20),
          cause: "",
          name: `${userID}/${name}`,
          contentType: "",
          urlPrefix: "",
          ...rest,
        },
        token,
        initiated,
      ),
    /** Starts an upload of content with an unknown hash. */
    async begin(file: Cut, name: string, rest: object = {}) {
      const answer = await steps.initiate(file, name, rest);
      if (answer.upload === null) throw new Error("the hash was known");
      return answer.upload;
    },
    sign: (uploadID: string, ...partNumbers: number[]) =>
      call("/object/auth_sign", { uploadID, partNumbers }, token, sign),
    put: (url: string | undefined, bytes: Bytes) => fetch(url ?? "", { method: "PUT", body: bytes }),
    async complete(uploadID: string, file: Cut, name: string) {
      const body = { uploadID, parts: file.md5s, name: `${userID}/${name}`, contentType: "", cause: "" };
      return (await call("/object/complete_multipart_upload", body, token, named)).url;
    },
    /** Uploads the whole content; returns its address. */
    async send(bytes: Bytes, name: string): Promise<string> {
      const file = cut(bytes);
      const { url, upload } = await steps.initiate(file, name);
      if (upload === null) return url;
      for (const [i, bytes] of file.parts.entries()) await steps.put(upload.sign.parts[i]?.url, bytes);
      return steps.complete(upload.uploadID, file, name);
    },
  };
  return steps;
}

export const bodyOf = async (response: Response | Promise<Response>) =>
  Buffer.from(await (await response).arrayBuffer());
