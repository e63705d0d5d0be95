import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DownloadEvent } from "../../../../machines/domain/download.ts";
import { createDownloads } from "../../../../src/adapters/media/downloads.ts";

const ORIGIN = "https://parley.example";
const FILE = { clientMsgID: "m1", url: "/objects/1", fileName: "page.html", bytes: 10 };
/** 64 MiB. */
const LARGEST = 64 * 1024 * 1024;

interface Link {
  href: string;
  download: string;
  target: string;
}

let followed: Link[];
/** The links in the page, and what a link was when it was followed. */
let inPage: Set<unknown>;
let wasSafe: boolean[];
let made: Blob[];
let answer: (signal: AbortSignal) => Promise<Response>;
let asked: [url: string, options: RequestInit][];

beforeEach(() => {
  followed = [];
  inPage = new Set();
  wasSafe = [];
  made = [];
  asked = [];
  answer = async () => new Response("<b>hello</b>");
  vi.stubGlobal("fetch", (url: string, options: RequestInit & { signal: AbortSignal }) => {
    asked.push([url, options]);
    return answer(options.signal);
  });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", {
    body: { append: (link: unknown) => void inPage.add(link) },
    createElement: () => {
      const link = {
        href: "",
        download: "",
        target: "",
        rel: "",
        click: () => {
          followed.push({ href: link.href, download: link.download, target: link.target });
          wasSafe.push(inPage.has(link) && link.rel === "noopener noreferrer");
        },
        remove: () => void inPage.delete(link),
      };
      return link;
    },
  });
  vi.spyOn(URL, "createObjectURL").mockImplementation((bytes) => {
    if (bytes instanceof Blob) made.push(bytes);
    return `blob:${made.length}`;
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});

function download(file = FILE): Promise<DownloadEvent[]> {
  const told: DownloadEvent[] = [];
  return new Promise((resolve) => {
    createDownloads({ origin: ORIGIN }).download(file, (event) => {
      told.push(event);
      if (event.type !== "download.progress") resolve(told);
    });
  });
}

/** A body with chunks of these sizes in bytes; with `isBroken` it fails at its end. */
function pieces(sizes: readonly number[], isBroken = false): ReadableStream {
  const left = [...sizes];
  return new ReadableStream({
    pull(controller) {
      const size = left.shift();
      if (size !== undefined) controller.enqueue(new Uint8Array(size));
      else if (isBroken) controller.error(new TypeError("gone"));
      else controller.close();
    },
  });
}

describe("a download", () => {
  it("3-77 saves the file under its own name with a type that no browser opens as a page", async () => {
    answer = async () => new Response("<b>hello</b>", { headers: { "Content-Type": "text/html" } });
    const told = await download();
    expect(told.at(-1)).toEqual({ type: "download.saved" });
    expect(followed).toEqual([{ href: "blob:1", download: "page.html", target: "" }]);
    expect(made[0]?.type).toBe("application/octet-stream");
    expect(await made[0]?.text()).toBe("<b>hello</b>");
    expect(asked[0]?.[1].credentials).toBe("omit");
  });

  it("3-77 follows a link in the page that tells the other page nothing, and leaves no link there", async () => {
    await download();
    await download({ ...FILE, bytes: LARGEST + 1 });
    expect(wasSafe).toEqual([true, true]);
    expect(inPage.size).toBe(0);
  });

  it("3-77 gives the memory of a saved file back after a minute", async () => {
    const freed = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
    await download();
    vi.advanceTimersByTime(59_999);
    expect(freed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(freed).toHaveBeenCalledWith("blob:1");
  });

  it("3-77 reads no further when it leaves a file to the browser", async () => {
    let isCancelled = false;
    const sizes = [LARGEST, 1];
    answer = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(sizes.shift() ?? 1)),
          cancel: () => {
            isCancelled = true;
          },
        }),
      );
    expect((await download()).at(-1)).toEqual({ type: "download.left" });
    expect(isCancelled).toBe(true);
  });

  it("3-77 reports progress by the Content-Length", async () => {
    answer = async () => new Response(pieces([25, 25, 50]), { headers: { "Content-Length": "100" } });
    expect(await download()).toEqual([
      { type: "download.progress", share: 0.25 },
      { type: "download.progress", share: 0.5 },
      { type: "download.progress", share: 1 },
      { type: "download.saved" },
    ]);
  });

  it("3-77 reports progress by the size in the message without a Content-Length, and at most 1", async () => {
    answer = async () => new Response(pieces([5, 10]));
    expect(await download()).toEqual([
      { type: "download.progress", share: 0.5 },
      { type: "download.progress", share: 1 },
      { type: "download.saved" },
    ]);
  });

  it("3-77 saves a file of unknown size without progress", async () => {
    answer = async () => new Response(pieces([5, 10]));
    expect(await download({ ...FILE, bytes: 0 })).toEqual([{ type: "download.saved" }]);
  });

  it("3-77 reports at most about a hundred progress events", async () => {
    answer = async () => new Response(pieces(Array.from({ length: 2000 }, () => 1)));
    const told = await download({ ...FILE, bytes: 2000 });
    expect(told.length).toBeLessThan(103);
  });

  it.each([
    ["by the size in the message", { ...FILE, bytes: LARGEST + 1 }, () => new Response("x"), 0],
    [
      "by the Content-Length",
      FILE,
      () => new Response("x", { headers: { "Content-Length": String(LARGEST + 1) } }),
      1,
    ],
    ["by the received bytes", FILE, () => new Response(pieces([LARGEST, 1])), 1],
  ])(
    "3-77 leaves a file that is too large for memory to the browser: %s",
    async (_, file, response, requests) => {
      answer = async () => response();
      expect((await download(file)).at(-1)).toEqual({ type: "download.left" });
      expect(followed).toEqual([{ href: "/objects/1", download: "page.html", target: "_blank" }]);
      expect([made.length, asked.length]).toEqual([0, requests]);
    },
  );

  it("3-77 does not fetch a local file", async () => {
    const told = await download({ ...FILE, url: "blob:https://parley.example/1" });
    expect(told).toEqual([{ type: "download.saved" }]);
    expect(asked).toEqual([]);
    expect(followed[0]?.href).toBe("blob:https://parley.example/1");
  });

  it.each([
    [400, "fileMissing"],
    [403, "fileMissing"],
    [404, "fileMissing"],
    [410, "fileMissing"],
    [408, "network"],
    [425, "network"],
    [429, "network"],
    [500, "network"],
    [302, "network"],
  ])("3-77 fails for status %i with its cause, and saves nothing", async (status, failure) => {
    answer = async () => new Response("no", { status });
    expect(await download()).toEqual([{ type: "download.failed", failure }]);
    expect([followed.length, made.length]).toEqual([0, 0]);
  });

  it("3-77 fails when the connection breaks, and saves no partial file", async () => {
    answer = async () => new Response(pieces([5], true));
    expect((await download()).at(-1)).toEqual({ type: "download.failed", failure: "network" });
    expect(followed).toEqual([]);
  });

  it("3-77 leaves a file on a host without CORS to the browser, but only while online", async () => {
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    const elsewhere = { ...FILE, url: "https://elsewhere.example/1" };
    expect(await download(elsewhere)).toEqual([{ type: "download.left" }]);
    expect(followed[0]).toMatchObject({ href: "https://elsewhere.example/1", target: "_blank" });
    expect(await download()).toEqual([{ type: "download.failed", failure: "network" }]);
    vi.stubGlobal("navigator", { onLine: false });
    expect(await download(elsewhere)).toEqual([{ type: "download.failed", failure: "network" }]);
    expect(followed).toHaveLength(1);
  });

  it("3-77 does not save a file of this device that is cancelled", async () => {
    const told: DownloadEvent[] = [];
    const file = { ...FILE, url: "blob:https://parley.example/1" };
    createDownloads({ origin: ORIGIN }).download(file, (event) => void told.push(event))();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect([told, followed]).toEqual([[], []]);
  });

  it("3-77 aborts the request when it is cancelled, and reports and saves nothing", async () => {
    const told: DownloadEvent[] = [];
    const ended = new Promise<void>((resolve) => {
      answer = (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            reject(new DOMException("", "AbortError"));
            resolve();
          });
        });
    });
    const elsewhere = { ...FILE, url: "https://elsewhere.example/1" };
    const giveUp = createDownloads({ origin: ORIGIN }).download(elsewhere, (event) => void told.push(event));
    giveUp();
    await ended;
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect([told, followed, made]).toEqual([[], [], []]);
  });
});
