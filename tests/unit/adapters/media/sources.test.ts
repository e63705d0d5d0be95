import { beforeEach, describe, expect, it, vi } from "vitest";
import { createSources } from "../../../../src/adapters/media/sources.ts";

const PAGE = { href: "https://parley.example/conversation" };
const OWN = "https://parley.example/object/a.png";
const STRANGER = "https://stranger.example:8443/a.png";
const CHOSEN = "http://10.0.0.1:10002/object/a.png";
/** The header of a PNG of 300 by 200 pixels. */
const PNG = Uint8Array.from(atob("iVBORw0KGgoAAAANSUhEUgAAASwAAADICAIAAAA="), (letter) =>
  letter.charCodeAt(0),
);
/** The same header with 20 000 by 20 000 pixels. */
const HUGE = Uint8Array.from(atob("iVBORw0KGgoAAAANSUhEUgAATiAAAE4gCAIAAAA="), (letter) =>
  letter.charCodeAt(0),
);

describe("loading a URL from another user", () => {
  let asked: [url: string, init: RequestInit | undefined][];
  let answer: () => Response;
  beforeEach(() => {
    asked = [];
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      asked.push([url, init]);
      return answer();
    });
  });

  const origins = { built: new Set(["https://parley.example"]), chosen: new Set(["http://10.0.0.1:10002"]) };
  const sourcesOf = () => createSources(() => origins, PAGE);
  const serve = (body: Uint8Array<ArrayBuffer> | ReadableStream, type = "image/png") => {
    answer = () => new Response(body, { headers: { "Content-Type": type } });
  };

  it.each([OWN, "/object/a.png", "blob:https://parley.example/1"])("uses own storage directly: %s", (url) => {
    const sources = sourcesOf();
    expect([sources.srcOf(url), sources.foreignHostOf(url)]).toEqual([url, null]);
  });

  it("uses https for own storage that is addressed by http", () => {
    expect(sourcesOf().srcOf("http://parley.example/object/a.png")).toBe(OWN);
  });

  it.each([
    [STRANGER, "stranger.example:8443"],
    ["//stranger.example/a.png", "stranger.example"],
    ["/\\stranger.example/a.png", "stranger.example"],
    [" \thttps://stranger.example/a.png", "stranger.example"],
    ["https://parley.example.stranger.example/a.png", "parley.example.stranger.example"],
    ["https://parley.example@stranger.example/a.png", "stranger.example"],
    ["http://stranger.example/a.png", "stranger.example"],
    ["https://parley.example:444/a.png", "parley.example:444"],
  ])("does not load from a foreign host without consent, and names it: %s", (url, host) => {
    const sources = sourcesOf();
    expect([sources.srcOf(url), sources.foreignHostOf(url)]).toEqual([null, host]);
  });

  it.each(["", "data:image/gif;base64,R0lGODlh", "javascript:alert(1)", "https://", "file:///etc/passwd"])(
    "rejects %s",
    async (url) => {
      const sources = sourcesOf();
      expect([sources.srcOf(url), sources.foreignHostOf(url)]).toEqual([null, null]);
      expect(await sources.load(url, "picture")).toBe(false);
      expect(asked).toEqual([]);
    },
  );

  it("loads a foreign picture on demand, without cookies and referrer, into memory", async () => {
    serve(PNG);
    const sources = sourcesOf();
    const told = vi.fn();
    sources.subscribe(told);
    const both = [sources.load(STRANGER, "picture"), sources.load(STRANGER, "picture")];
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(sources.srcOf(STRANGER)).toMatch(/^blob:/);
    expect(told).toHaveBeenCalledTimes(1);
    expect(asked).toMatchObject([[STRANGER, { credentials: "omit", referrerPolicy: "no-referrer" }]]);
  });

  it("rejects a picture with too many pixels", async () => {
    serve(HUGE);
    const sources = sourcesOf();
    expect(await sources.load(STRANGER, "picture")).toBe(false);
    expect(sources.srcOf(STRANGER)).toBeNull();
  });

  it.each([
    ["an HTML page", "text/html"],
    ["an SVG", "image/svg+xml"],
  ])("rejects %s, whatever its name", async (_, type) => {
    serve(new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), type);
    expect(await sourcesOf().load(STRANGER, "picture")).toBe(false);
  });

  it("stops an endless response", async () => {
    const cancelled = vi.fn();
    const chunk = new Uint8Array(1024 * 1024);
    serve(new ReadableStream({ pull: (stream) => stream.enqueue(chunk), cancel: cancelled }));
    expect(await sourcesOf().load(STRANGER, "picture")).toBe(false);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it("fails for an unreachable server", async () => {
    answer = () => {
      throw new TypeError("Failed to fetch");
    };
    expect(await sourcesOf().load(STRANGER, "picture")).toBe(false);
  });

  it("3-35 loads from a storage that the running client names, without consent", async () => {
    serve(PNG);
    const sources = sourcesOf();
    expect([sources.srcOf(CHOSEN), sources.foreignHostOf(CHOSEN)]).toEqual([null, null]);
    expect(await sources.load(CHOSEN, "picture")).toBe(true);
    expect(sources.srcOf(CHOSEN)).toMatch(/^blob:/);
  });

  it("3-35 shows such a storage directly if it has no CORS", async () => {
    answer = () => {
      throw new TypeError("Failed to fetch");
    };
    const sources = sourcesOf();
    expect(await sources.load(CHOSEN, "picture")).toBe(true);
    expect(sources.srcOf(CHOSEN)).toBe(CHOSEN);
  });

  it("4-17 removes what was loaded when the user leaves, and the next user loads it only on demand", async () => {
    serve(PNG);
    const sources = sourcesOf();
    await sources.load(STRANGER, "picture");
    const src = sources.srcOf(STRANGER);
    const revoke = vi.spyOn(URL, "revokeObjectURL");
    const told = vi.fn();
    sources.subscribe(told);
    sources.forget();
    expect(sources.srcOf(STRANGER)).toBeNull();
    expect(revoke.mock.calls).toEqual([[src]]);
    expect(told).toHaveBeenCalledOnce();
    expect(await sources.load(STRANGER, "picture")).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it("4-17 keeps nothing of a load that ends after its user has left, and does not disturb that of the next user", async () => {
    const responses: ((response: Response) => void)[] = [];
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => responses.push(resolve)));
    const answerNext = () =>
      responses.shift()?.(new Response(PNG, { headers: { "Content-Type": "image/png" } }));
    const sources = sourcesOf();
    const before = sources.load(STRANGER, "picture");
    await vi.waitFor(() => expect(responses).toHaveLength(1));
    sources.forget();
    const after = sources.load(STRANGER, "picture");
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    answerNext();
    expect(await before).toBe(false);
    expect(sources.srcOf(STRANGER)).toBeNull();
    expect(sources.load(STRANGER, "picture")).toBe(after);
    answerNext();
    expect(await after).toBe(true);
    expect(sources.srcOf(STRANGER)).toMatch(/^blob:/);
  });

  it("removes the oldest media when the memory limit is reached", async () => {
    const bytes = new Uint8Array(60 * 1024 * 1024);
    serve(bytes, "video/mp4");
    const sources = sourcesOf();
    const films = ["/1.mp4", "/2.mp4", "/3.mp4"].map((path) => `https://stranger.example${path}`);
    for (const film of films) expect(await sources.load(film, "video")).toBe(true);
    expect(films.map((film) => sources.srcOf(film) === null)).toEqual([true, false, false]);
  });
});
