import { beforeEach, describe, expect, it, vi } from "vitest";
import { createOwnFiles } from "../../../../src/adapters/storage/own-files.ts";
import { memoryDatabases, memoryKeyRange } from "../support/memory-database.ts";

const CAT = new Blob(["a cat"], { type: "image/png" });

let browser: ReturnType<typeof memoryDatabases>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  browser = memoryDatabases();
  vi.stubGlobal("IDBKeyRange", memoryKeyRange);
});

/** Another page of the browser: it has nothing in memory. */
const open = (prefix?: string) => createOwnFiles(() => browser.factory, prefix);
const textIn = async (files = open(), key = "u1/a/bytes") => (await files.read(key))?.text();

describe("the files of unsent messages", () => {
  it("8-36 are there for the next page", async () => {
    await open().keep("u1/a/bytes", CAT);
    expect(await textIn()).toBe("a cat");
    expect(await textIn(open(), "u1/b/bytes")).toBeUndefined();
  });

  it("8-36 are there that an earlier version of Parley has kept", async () => {
    const entries = new Map<IDBValidKey, unknown>([["u1/a/bytes", CAT]]);
    browser.databases.set("parley-files", { version: 1, stores: new Map([["files", entries]]) });
    expect(await textIn()).toBe("a cat");
    await open().keep("u1/b/bytes", CAT);
    expect([...entries.keys()]).toEqual(["u1/a/bytes", "u1/b/bytes"]);
  });

  it("are apart for each profile of the browser", async () => {
    await open().keep("u1/a/bytes", CAT);
    await open("b:").keep("u1/b/bytes", CAT);
    expect([await textIn(open("b:")), await textIn(open(), "u1/b/bytes")]).toEqual([undefined, undefined]);
    expect([await textIn(), await textIn(open("b:"), "u1/b/bytes")]).toEqual(["a cat", "a cat"]);
  });

  it("8-36 are gone for this page and the next after they are dropped, and so is their address", async () => {
    const revoke = vi.spyOn(URL, "revokeObjectURL");
    const files = open();
    await files.keep("u1/a/bytes", CAT);
    const address = await files.addressOf("u1/a/bytes");
    await files.drop("u1/a/bytes");
    expect([await textIn(files), await files.addressOf("u1/a/bytes"), await textIn()]).toEqual([
      undefined,
      "",
      undefined,
    ]);
    expect(revoke).toHaveBeenCalledWith(address);
    await files.keep("u1/a/bytes", CAT);
    expect(await files.addressOf("u1/a/bytes")).not.toBe(address);
  });

  it("have one address each", async () => {
    const files = open();
    await files.keep("u1/a/bytes", CAT);
    await files.keep("u1/b/bytes", CAT);
    const [one, same, other] = [
      await files.addressOf("u1/a/bytes"),
      await files.addressOf("u1/a/bytes"),
      await files.addressOf("u1/b/bytes"),
    ];
    expect(one).toMatch(/^blob:/);
    expect([one === same, one === other]).toEqual([true, false]);
  });

  it("8-36 are deleted only if they belong to the user, to no message, and are not in use", async () => {
    const before = open();
    for (const key of ["u1/wanted/bytes", "u1/left/bytes", "u2/left/bytes", "u1/wanted/u1/"])
      await before.keep(key, CAT);
    const files = open();
    await files.keep("u1/new/bytes", CAT);
    await files.sweep("u1/", (key) => key.startsWith("u1/wanted/"));
    const [database] = browser.databases.values();
    expect([...(database?.stores.get("files")?.keys() ?? [])]).toEqual([
      "u1/wanted/bytes",
      "u2/left/bytes",
      "u1/wanted/u1/",
      "u1/new/bytes",
    ]);
  });

  it("4-14 8-36 are gone for this page and the next after the sign-out of their user, those of others stay", async () => {
    const revoke = vi.spyOn(URL, "revokeObjectURL");
    const files = open();
    await open().keep("u1/old/bytes", CAT);
    for (const key of ["u1/a/bytes", "u1/a/poster", "u11/a/bytes", "u2/a/bytes"]) await files.keep(key, CAT);
    const address = await files.addressOf("u1/a/bytes");
    await files.clear("u1/");
    const [database] = browser.databases.values();
    expect([...(database?.stores.get("files")?.keys() ?? [])]).toEqual(["u11/a/bytes", "u2/a/bytes"]);
    expect(await textIn(files)).toBeUndefined();
    expect(revoke).toHaveBeenCalledWith(address);
  });

  it("4-14 8-36 that come after the sign-out are not kept, and are kept again after the next sign-in", async () => {
    const files = open();
    await files.clear("u1/");
    await files.keep("u1/late/bytes", CAT);
    expect([await textIn(files, "u1/late/bytes"), await textIn(open(), "u1/late/bytes")]).toEqual([
      undefined,
      undefined,
    ]);
    await files.sweep("u1/", () => true);
    await files.keep("u1/new/bytes", CAT);
    expect(await textIn(open(), "u1/new/bytes")).toBe("a cat");
  });

  it("8-36 of a message sent right after the next sign-in stay, although the sign-out waits for the database", async () => {
    const files = open();
    const clearing = files.clear("u1/");
    const sweeping = files.sweep("u1/", () => true);
    const keeping = files.keep("u1/new/bytes", CAT);
    await Promise.all([clearing, sweeping, keeping]);
    expect(await textIn(open(), "u1/new/bytes")).toBe("a cat");
  });

  it("8-36 last as long as the page if the browser has no room, no database, or refuses it", async () => {
    browser.state.isFull = true;
    const full = open();
    await full.keep("u1/a/bytes", CAT);
    expect(await textIn(full)).toBe("a cat");
    browser.state.isFull = false;
    browser.state.isRefusing = true;
    for (const files of [open(), createOwnFiles(() => undefined)]) {
      await files.keep("u1/a/bytes", CAT);
      expect([await textIn(files), await textIn(files, "u1/b/bytes")]).toEqual(["a cat", undefined]);
      await files.sweep("u1/", () => false);
      await files.drop("u1/a/bytes");
      expect(await textIn(files)).toBeUndefined();
    }
  });

  it("8-36 wait ten seconds for a database that never opens", async () => {
    browser.state.isHanging = true;
    const files = open();
    let isKept = false;
    void files.keep("u1/a/bytes", CAT).then(() => {
      isKept = true;
    });
    await vi.advanceTimersByTimeAsync(9999);
    expect(isKept).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect([isKept, await textIn(files)]).toEqual([true, "a cat"]);
  });

  it("8-36 are kept again when the database opens at a later attempt", async () => {
    browser.state.isRefusing = true;
    const files = open();
    await files.keep("u1/a/bytes", CAT);
    browser.state.isRefusing = false;
    await files.keep("u1/b/bytes", CAT);
    expect([await textIn(), await textIn(open(), "u1/b/bytes")]).toEqual([undefined, "a cat"]);
  });

  it("8-36 that were read stay for this page when the browser loses the database", async () => {
    await open().keep("u1/a/bytes", CAT);
    const files = open();
    await files.read("u1/a/bytes");
    browser.state.isFull = true;
    expect(await textIn(files)).toBe("a cat");
  });

  it("that are no files are none", async () => {
    const entries = new Map<IDBValidKey, unknown>([["u1/a/bytes", "a cat"]]);
    browser.databases.set("parley-files", { version: 1, stores: new Map([["files", entries]]) });
    expect([await textIn(), await open().addressOf("u1/a/bytes")]).toEqual([undefined, ""]);
  });

  it("say in the console once that they last as long as the page", async () => {
    browser.state.isRefusing = true;
    const files = open();
    for (const key of ["a", "b", "c"]) await files.keep(key, CAT);
    expect(console.warn).toHaveBeenCalledOnce();
  });
});
