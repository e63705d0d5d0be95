// Serving content: whole and in ranges, its type and name, and that it never opens as a document.
// @vitest-environment node
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rangeOf } from "../../../server/objects/ranges.ts";
import { startBackend, type TestBackend } from "../support/backend.ts";
import { gifFrame, gifOf, isoPicture, pngOf } from "../support/pictures.ts";
import { bodyOf, mp4, noise, png, uploader, webm } from "../support/uploads.ts";

let backend: TestBackend;
let alice: ReturnType<typeof uploader>;
beforeAll(async () => {
  backend = await startBackend(["alice", "bob"]);
  alice = uploader(backend, "alice");
});
afterAll(() => backend.close());

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const sent = noise(10_000);
/** How browsers request pictures; the second form is used on insecure origins. */
const asPicture: readonly Record<string, string>[] = [
  { "Sec-Fetch-Dest": "image" },
  { Accept: "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8" },
];
const head = (response: Response, ...names: string[]) => names.map((name) => response.headers.get(name));

describe("an object's address", () => {
  it("returns the content, and the original for a thumbnail, too", async () => {
    const url = await alice.send(png, "msg_picture_1.png");
    const first = await fetch(url, { redirect: "manual" });
    expect([first.status, ...head(first, "cache-control")]).toEqual([302, "no-store"]);
    const thumbnail = await fetch(`${url}?height=640&type=image&width=640`);
    expect([thumbnail.status, ...head(thumbnail, "content-type")]).toEqual([200, "image/png"]);
    expect(await bodyOf(thumbnail)).toEqual(png);
    // Both redirect to the same address every time, so a browser loads it once.
    expect(thumbnail.url).toBe((await fetch(url)).url);
  });

  /** The address as clients request it; the server returns names unencoded. */
  const escaped = (url: string, name: string) =>
    url.slice(0, -name.length) + name.split("/").map(encodeURIComponent).join("/");

  it("3-77 is found with any file name, in the form that a real server gives", async () => {
    const names = ["a b.txt", "100%.txt", "what?#.txt", "发票 2026.pdf", "a\"b';c.txt", "..hidden", "%2e%2e"];
    for (const name of names) {
      const url = await alice.send(sent, `msg_file_1/${name}`);
      expect(url.startsWith(`${backend.origin}/object/alice/`) && url.endsWith(`/msg_file_1/${name}`)).toBe(
        true,
      );
      const response = await fetch(escaped(url, name));
      expect((await bodyOf(response)).equals(sent)).toBe(true);
      const [disposition = ""] = head(response, "content-disposition").map(String);
      expect(decodeURIComponent(disposition.replace("attachment; filename*=UTF-8''", ""))).toBe(name);
    }
    // A browser encodes an address of a real OpenIM server by itself.
    const encoded = await alice.send(sent, "msg_file_1/发票 2026.pdf");
    expect((await fetch(encoded.replace(/[^/]*$/, "发票 2026.pdf"))).status).toBe(200);
  });

  it("is found with any characters in its name", async () => {
    const character = fc.oneof(
      fc.constantFrom(..."./%?#&=+ ~'\"\\:;<>\0\n\u202e\ufeff\ud800"),
      fc.integer({ min: 1, max: 0x10_ffff }).map((code) => String.fromCodePoint(code)),
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: character, minLength: 1, maxLength: 60 }), async (name) => {
        const answer = await alice.send(sent, name).catch((error: unknown) => String(error));
        if (/^Error: .*100[12]/.test(answer)) {
          expect(name).toMatch(/\p{Cc}|\p{Cs}|\/|^\.{1,2}$/u);
          return;
        }
        expect(answer.startsWith(`${backend.origin}/object/alice/`) && answer.endsWith(`/${name}`)).toBe(
          true,
        );
        const response = await fetch(escaped(answer, name), { redirect: "manual" });
        expect(response.status).toBe(302);
        const last = new URL(response.headers.get("location") ?? "", backend.origin);
        expect((await fetch(last, { method: "HEAD" })).status).toBe(200);
      }),
      { numRuns: 60 },
    );
  });

  it("returns 404 if it was never given, also for other paths", async () => {
    for (const path of [
      "/object/alice/nobody.png",
      "/object/",
      "/object/%",
      "/object/%00",
      "/object/..%2f..%2fparley.sqlite",
      "/object/alice/%2e%2e/%2e%2e/parley.sqlite",
      "/object/_/files/",
      "/object/_/files/..%2fopen/x?sign=",
      "/object/toString",
    ]) {
      expect((await fetch(backend.origin + path)).status).toBe(404);
    }
  });

  it("accepts no bytes and no deletion", async () => {
    const url = await alice.send(sent, "f");
    for (const method of ["PUT", "POST", "DELETE"]) {
      expect((await fetch(url, { method, body: "x" })).status).toBe(405);
    }
    const preflight = await fetch(url, { method: "OPTIONS" });
    expect([preflight.status, ...head(preflight, "access-control-allow-origin")]).toEqual([204, "*"]);
  });
});

describe("a signed address", () => {
  it("is given to every signed-in user who knows the name", async () => {
    const { pathname } = new URL(await alice.send(sent, "signed.bin"));
    // The plain name leads to no content, because it could be guessed.
    expect((await fetch(`${backend.origin}/object/alice/signed.bin`)).status).toBe(404);
    const answer = await backend.post(
      "/object/access_url",
      { name: pathname.replace("/object/", ""), query: {} },
      backend.token("bob"),
    );
    expect(answer).toMatchObject({ errCode: 0, data: { expireTime: expect.any(Number) } });
    const url = /"url":"([^"]*)"/.exec(JSON.stringify(answer))?.[1] ?? "";
    expect((await bodyOf(fetch(url))).equals(sent)).toBe(true);
    expect(await backend.post("/object/access_url", { name: "alice/none" }, alice.token)).toMatchObject({
      errCode: 1004,
    });
  });

  it("opens no other content, no other name, and nothing after its end", async () => {
    const { url } = await fetch(await alice.send(sent, "f.bin"));
    const status = async (address: string) => (await fetch(address)).status;
    expect(await status(url)).toBe(200);
    expect(await status(url.replace("f.bin", "g.html"))).toBe(403);
    expect(await status(url.replace(/[0-9a-f]{32}/, "0".repeat(32)))).toBe(403);
    expect(await status(url.replace(/expires=\d+/, `expires=${"9".repeat(20)}`))).toBe(403);
    expect(await status(url.replace(/expires=\d+/, ""))).toBe(403);
    expect(await status(url.replace(/sign=.*/, "sign="))).toBe(403);
  });

  it("expires, and stays the same within a week, so that a browser can cache it", async () => {
    let time = Date.UTC(2026, 10, 23);
    const later = await startBackend(["alice"], { now: () => time });
    const url = await uploader(later, "alice").send(png, "a.png");
    const signed = (await fetch(url)).url;
    time += 2 * 24 * 60 * 60_000;
    expect((await fetch(url)).url).toBe(signed);
    time += 14 * 24 * 60 * 60_000;
    expect((await fetch(signed)).status).toBe(403);
    expect((await fetch(url)).status).toBe(200);
    await later.close();
  });
});

describe("content", () => {
  it.each([
    ["a picture", png, "image/png"],
    ["a GIF", gifOf(16, 16), "image/gif"],
    ["a voice", webm, "audio/webm"],
    ["a video", mp4, "video/mp4"],
    ["music", Buffer.from("ID3\x04 ................"), "audio/mpeg"],
  ])("of %s gets the type of its bytes, whatever its name", async (_, bytes, type) => {
    const response = await fetch(await alice.send(bytes, "page.html"));
    expect(head(response, "content-type", "content-disposition", "x-content-type-options")).toEqual([
      type,
      "inline; filename*=UTF-8''page.html",
      "nosniff",
    ]);
  });

  it.each([
    ["an SVG", svg, "a.svg"],
    ["a page", "<!doctype html><script>alert(1)</script>", "a.png"],
    ["a script", "alert(1)", "a.js"],
    ["a PDF", "%PDF-1.7 ............", "a.pdf"],
    ["a page that begins like a video", "    ftypevil<script>alert(1)</script>", "a.mp4"],
    ["a page that begins like a picture", "GIF<script>alert(1)</script>", "a.gif"],
    ["XML", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', "a.xhtml"],
    ["a picture of four thousand megapixels", pngOf(65_500, 65_500), "bomb.png"],
    ["a picture with a frame of 400 megapixels", gifOf(1, 1, [gifFrame(20_000, 20_000)]), "bomb.gif"],
    ["an AVIF", isoPicture("avif", 64, 64), "a.avif"],
  ])("of %s is served as a plain file", async (_, text, name) => {
    const url = await alice.send(Buffer.from(text), name);
    const response = await fetch(url);
    expect(head(response, "content-type", "content-disposition", "x-content-type-options")).toEqual([
      "application/octet-stream",
      `attachment; filename*=UTF-8''${name}`,
      "nosniff",
    ]);
    expect(head(response, "content-security-policy")).toEqual(["sandbox; default-src 'none'"]);
    // Not as a picture either, because a browser would decode it with any type.
    expect((await fetch(`${url}?type=image&width=640&height=640`)).status).toBe(415);
    for (const headers of asPicture) {
      expect((await fetch(url, { headers })).status).toBe(415);
      // Nor under the address that a download redirects to.
      expect((await fetch(response.url, { headers })).status).toBe(415);
    }
    // A browser asks again before it shows a cached copy.
    expect(head(response, "cache-control")).toEqual(["private, no-cache"]);
    const again = { "If-None-Match": String(response.headers.get("etag")) };
    expect((await fetch(response.url, { headers: again })).status).toBe(304);
    for (const headers of asPicture)
      expect((await fetch(response.url, { headers: { ...headers, ...again } })).status).toBe(415);
  });

  it("cannot break out of the header that contains its name", async () => {
    const response = await fetch(await alice.send(sent, 'a\'; x="b"; (c)*.txt'));
    expect(head(response, "content-disposition")[0]).toMatch(/^attachment; filename\*=UTF-8''[\w.%-]+$/);
  });

  it("is cached by a browser for good, and not sent again", async () => {
    const { url, headers } = await fetch(await alice.send(png, "f"));
    expect(headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    const etag = headers.get("etag") ?? "";
    for (const known of [etag, `"x", W/${etag}`, "*"]) {
      const again = await fetch(url, { headers: { "If-None-Match": known } });
      expect([again.status, (await bodyOf(again)).length]).toEqual([304, 0]);
    }
    expect((await fetch(url, { headers: { "If-None-Match": '"x"' } })).status).toBe(200);
  });

  it("may be shown on any page", async () => {
    const response = await fetch(await alice.send(png, "p.png"));
    expect(head(response, "access-control-allow-origin", "cross-origin-resource-policy")).toEqual([
      "*",
      "cross-origin",
    ]);
  });
});

describe("a range", () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await fetch(await alice.send(sent, "video")));
  });
  const ask = (range: string, more: Record<string, string> = {}) =>
    fetch(url, { headers: { Range: range, ...more } });

  it("returns those bytes, from the beginning, the middle and the end", async () => {
    for (const [range, from, to] of [
      ["bytes=0-", 0, 10_000],
      ["bytes=0-0", 0, 1],
      ["bytes=9000-99999999999999999999", 9000, 10_000],
      ["bytes=-500", 9500, 10_000],
      ["bytes=-99999999999999999999", 0, 10_000],
    ] as const) {
      const response = await ask(range);
      expect([response.status, ...head(response, "content-range", "content-length")]).toEqual([
        206,
        `bytes ${from}-${to - 1}/10000`,
        String(to - from),
      ]);
      expect((await bodyOf(response)).equals(sent.subarray(from, to))).toBe(true);
    }
  });

  it("beyond the end returns the length", async () => {
    for (const range of ["bytes=10000-", "bytes=99999999999999999999-", "bytes=-0"]) {
      const response = await ask(range);
      expect([response.status, ...head(response, "content-range")]).toEqual([416, "bytes */10000"]);
    }
  });

  it("that is malformed or multiple returns everything", async () => {
    for (const range of [
      "bytes=",
      "bytes=-",
      "bytes=5-2",
      "pages=1-2",
      "bytes=0-1,5-6",
      "bytes=a-b",
      "0-5",
    ]) {
      const response = await ask(range);
      expect([response.status, (await bodyOf(response)).length]).toEqual([200, 10_000]);
    }
  });

  it("of content that has changed returns everything", async () => {
    const etag = `"${/files\/(\w+)/.exec(url)?.[1]}"`;
    expect((await ask("bytes=0-9", { "If-Range": etag })).status).toBe(206);
    expect((await ask("bytes=0-9", { "If-Range": '"other"' })).status).toBe(200);
  });

  it("works for requests without a body, too", async () => {
    const whole = await fetch(url, { method: "HEAD" });
    expect([whole.status, ...head(whole, "content-length", "accept-ranges")]).toEqual([
      200,
      "10000",
      "bytes",
    ]);
    const part = await fetch(url, { method: "HEAD", headers: { Range: "bytes=0-9" } });
    expect([part.status, ...head(part, "content-length")]).toEqual([206, "10"]);
  });

  it("never leaves the content, for any header", () => {
    const odd = fc.oneof(
      fc.string(),
      fc.tuple(fc.bigInt(), fc.bigInt()).map(([a, b]) => `bytes=${a}-${b}`),
      fc.tuple(fc.nat(200), fc.nat(200)).map(([a, b]) => `bytes=${a}-${b}`),
      fc.nat(200).map((a) => `bytes=-${a}`),
      fc.nat(200).map((a) => `bytes=${a}-`),
    );
    fc.assert(
      fc.property(odd, fc.integer({ min: 1, max: 150 }), (header, size) => {
        const range = rangeOf(header, size);
        if (typeof range === "string") return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.first).toBeLessThanOrEqual(range.last);
        expect(range.last).toBeLessThan(size);
      }),
    );
  });

  it("whose reader disconnects halfway does not harm the server", async () => {
    const { url: large } = await fetch(await alice.send(noise(4_000_000), "large"), { method: "HEAD" });
    const controller = new AbortController();
    const response = await fetch(large, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    expect((await fetch(large, { method: "HEAD" })).status).toBe(200);
  });
});
