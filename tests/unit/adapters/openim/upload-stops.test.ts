import { describe, expect, it, vi } from "vitest";
import { watchUploads } from "../../../../src/adapters/openim/worker/upload-stops.ts";

const HOST = "https://im.test";
const BEGIN = `${HOST}/api/object/initiate_multipart_upload`;
const COMPLETE = `${HOST}/api/object/complete_multipart_upload`;
const bodyFor = (name: string) => new TextEncoder().encode(JSON.stringify({ name: `xa/${name}`, size: 9 }));

interface Sent {
  url: string;
  isAborted: boolean;
}

/** A server that signs `sign` for each upload and never answers a part. */
function setUp(sign: unknown, uploadID = "up1") {
  const sent: Sent[] = [];
  const uploads = watchUploads(async (input, init) => {
    const request = { url: String(input), isAborted: false };
    sent.push(request);
    if (init?.method !== "PUT")
      return Response.json({ errCode: 0, data: { url: "", upload: { uploadID, sign } } });
    return new Promise((_, reject) =>
      init.signal?.addEventListener("abort", () => {
        request.isAborted = true;
        reject(new DOMException("aborted", "AbortError"));
      }),
    );
  });
  const begin = (name: string) => uploads.fetch(BEGIN, { method: "POST", body: bodyFor(name) });
  const complete = (name: string) => uploads.fetch(COMPLETE, { method: "POST", body: bodyFor(name) });
  const put = (url: string, signal?: AbortSignal) =>
    uploads.fetch(url, { method: "PUT", ...(signal ? { signal } : {}) }).then(
      () => "answered",
      () => "refused",
    );
  return { uploads, sent, begin, complete, put };
}

const ownParts = { url: "", parts: [{ partNumber: 1, url: `${HOST}/object/_/uploads/up1/1?sign=a` }] };
const sharedAddress = { url: `${HOST}/bucket/openim/data/hash?x=1`, parts: [{ partNumber: 1, url: "" }] };

describe("an upload that is stopped", () => {
  it.each([
    ["the parts have addresses of their own", ownParts, `${HOST}/object/_/uploads/up1/1?sign=a`],
    ["a later part is signed separately", ownParts, `${HOST}/object/_/uploads/up1/40?sign=b`],
    ["the parts share one address", sharedAddress, `${HOST}/bucket/openim/data/hash?uploadId=5&partNumber=2`],
  ])("ends its running part and refuses further ones: %s", async (_, sign, url) => {
    const { uploads, sent, begin, put } = setUp(sign);
    await begin("msg_video_1.webm");
    const first = put(url);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    uploads.stop("msg_video_1.webm");
    expect(await first).toBe("refused");
    expect(sent[1]?.isAborted).toBe(true);
    expect(await put(url)).toBe("refused");
    expect(sent).toHaveLength(2);
  });

  it("does not begin if it is stopped while the SDK reads the file", async () => {
    const { uploads, sent, begin } = setUp(ownParts);
    uploads.stop("msg_file_1/a b.txt");
    await expect(begin("msg_file_1/a b.txt")).rejects.toThrow();
    expect(sent).toEqual([]);
  });

  it("leaves other uploads alone, also one of the same bytes", async () => {
    const { uploads, sent, begin, put } = setUp(ownParts);
    await begin("one");
    await begin("two");
    uploads.stop("one");
    void put(ownParts.parts[0]?.url ?? "");
    void put(`${HOST}/object/_/uploads/up7/1?sign=a`);
    await vi.waitFor(() => expect(sent).toHaveLength(4));
    expect(sent.some(({ isAborted }) => isAborted)).toBe(false);
  });
});

it("the SDK can still end a part of an upload itself", async () => {
  const { sent, begin, put } = setUp(ownParts);
  await begin("one");
  const own = new AbortController();
  const part = put(ownParts.parts[0]?.url ?? "", own.signal);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  own.abort();
  expect(await part).toBe("refused");
});

it("an upload that is complete is forgotten, and an answer that cannot be read changes nothing", async () => {
  const { begin, complete, uploads, sent, put } = setUp("nonsense", "");
  await begin("one");
  expect((await complete("one")).ok).toBe(true);
  uploads.stop("other");
  void put(`${HOST}/somewhere`);
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.isAborted).toBe(false);
});
