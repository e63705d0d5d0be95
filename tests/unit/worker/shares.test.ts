import { beforeEach, describe, expect, it } from "vitest";
import { SHARES } from "../../../src/worker/rules.ts";
import {
  dropShare,
  dropStaleShare,
  keepShare,
  readShare,
  receivedShare,
} from "../../../src/worker/shares.ts";
import { memoryCaches } from "../adapters/support/memory-caches.ts";

const NOW = 1_000_000_000;
const HOUR = 60 * 60 * 1000;

function formOf(parts: Record<string, string | File | readonly File[]>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) for (const one of [part].flat()) form.append(name, one);
  return form;
}

const PHOTO = new File(["\u0001\u0002"], "photo.jpg", { type: "image/jpeg" });
const NOTES = new File(["words"], "notes.txt", { type: "text/plain" });

describe("a share in the service worker", () => {
  let caches: CacheStorage;
  beforeEach(() => {
    caches = memoryCaches();
  });
  const keep = (form: FormData, shareID = "one") =>
    keepShare(caches, receivedShare(form), { shareID, now: NOW });

  it("11-57 reaches the page with its text and its files", async () => {
    await keep(
      formOf({ title: "News", text: "Two\nlines", url: "https://example.com/", files: [PHOTO, NOTES] }),
    );
    const share = await readShare(caches, { shareID: "one", now: NOW + HOUR - 1 });
    expect(share?.text).toBe("News\nTwo\nlines\nhttps://example.com/");
    expect(share?.files.map(({ name, type, size }) => [name, type, size])).toEqual([
      ["photo.jpg", "image/jpeg", 2],
      ["notes.txt", "text/plain", 5],
    ]);
    expect(await share?.files[1]?.text()).toBe("words");
    expect(share).toMatchObject({ leftOut: 0, isCut: false });
  });

  it("11-57 takes a form from any source, and drops values of the wrong kind", () => {
    const form = formOf({ title: NOTES, text: [NOTES], files: "no file", other: "x" });
    expect(receivedShare(form)).toEqual({ text: "", files: [], leftOut: 0, isCut: false });
    expect(receivedShare(formOf({ text: "x", files: new File([], "") })).files).toEqual([]);
    expect(receivedShare(formOf({ text: "x", files: new File([], "empty.txt") })).files).toHaveLength(1);
    expect(receivedShare(formOf({ text: "x", files: new File(["x"], "") })).files).toHaveLength(1);
    const named = formOf({ files: new File(["x"], "../a\u202eb.png", { type: "image/png" }) });
    expect(receivedShare(named).files[0]?.name).toBe("..ab.png");
  });

  it("11-57 is found by its id, and replaced by a newer one", async () => {
    await keep(formOf({ text: "First" }));
    await keep(formOf({ text: "Second" }), "two");
    expect(await readShare(caches, { shareID: "one", now: NOW })).toBeNull();
    expect(await readShare(caches, { shareID: "", now: NOW })).toBeNull();
    expect((await readShare(caches, { shareID: "two", now: NOW }))?.text).toBe("Second");
  });

  it("11-57 is dropped by its id, not with the id of an older one", async () => {
    await keep(formOf({ text: "First" }));
    await keep(formOf({ text: "Second" }), "two");
    await dropShare(caches, "one");
    expect(await caches.has(SHARES)).toBe(true);
    await dropShare(caches, "two");
    expect(await caches.has(SHARES)).toBe(false);
    await dropShare(caches, "two");
    expect(await caches.keys()).toEqual([]);
  });

  it("11-57 is not offered after an hour, and dropped with the next page", async () => {
    await keep(formOf({ text: "First" }));
    await dropStaleShare(caches, NOW + HOUR - 1);
    expect(await caches.has(SHARES)).toBe(true);
    expect(await readShare(caches, { shareID: "one", now: NOW + HOUR })).toBeNull();
    await dropStaleShare(caches, NOW + HOUR);
    expect(await caches.keys()).toEqual([]);
    await dropStaleShare(caches, NOW);
    expect(await caches.keys()).toEqual([]);
  });

  it.each<[string, Record<string, string | File>]>([
    ["too long a text", { text: "x".repeat(10_001), isCut: "no", leftOut: "0" }],
    ["a missing field", { text: "x", isCut: "no" }],
    ["a count that is none", { text: "x", isCut: "no", leftOut: "-1" }],
    ["a file for a text", { text: NOTES, isCut: "no", leftOut: "0" }],
    ["a text for a file", { text: "x", isCut: "no", leftOut: "0", files: "x" }],
    [
      "too long a name",
      { text: "x", isCut: "no", leftOut: "0", files: new File(["x"], `${"x".repeat(201)}`) },
    ],
  ])("11-57 the page takes no entry with %s", async (_, entry) => {
    const response = new Response(formOf(entry), {
      headers: { "Parley-Share": "one", "Parley-Shared-At": String(NOW) },
    });
    await (await caches.open(SHARES)).put("/share", response);
    expect(await readShare(caches, { shareID: "one", now: NOW })).toBeNull();
  });
});
