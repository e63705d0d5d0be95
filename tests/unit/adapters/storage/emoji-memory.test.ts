import { describe, expect, it } from "vitest";
import { NO_EMOJIS, RECENT_EMOJIS, withEmoji } from "../../../../machines/domain/emoji.ts";
import { createEmojiMemory } from "../../../../src/adapters/storage/emoji-memory.ts";
import { createStorage } from "../../../../src/adapters/storage/storage.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const MEMORY = { recent: ["🦉", "👍🏽"], tone: 3 as const, stickers: ["party", "ok"] as const };

describe("recent emoji", () => {
  it("are stored for each user", async () => {
    const storage = memoryStorage();
    await createEmojiMemory(storage).writeEmojis({ userID: "u1", memory: MEMORY });
    expect(await createEmojiMemory(storage).readEmojis({ userID: "u1" })).toEqual(MEMORY);
    expect(await createEmojiMemory(storage).readEmojis({ userID: "u2" })).toEqual(NO_EMOJIS);
  });

  it("are none, and hands are yellow, before the user chooses", async () => {
    const read = await createEmojiMemory(memoryStorage()).readEmojis({ userID: "u1" });
    expect(read).toEqual({ recent: [], tone: 0, stickers: [] });
  });

  it.each([0, 1, 2, 3, 4, 5] as const)("have the skin colour %d that the user chose before", async (tone) => {
    const storage = memoryStorage();
    await createEmojiMemory(storage).writeEmojis({ userID: "u1", memory: { ...MEMORY, tone } });
    expect((await createEmojiMemory(storage).readEmojis({ userID: "u1" })).tone).toBe(tone);
  });

  it("4-15 are deleted for all users, and other entries stay", async () => {
    const storage = memoryStorage({ "parley:outbox:u1": "[]" });
    const store = createEmojiMemory(storage);
    for (const userID of ["u1", "u2", "u3"]) await store.writeEmojis({ userID, memory: MEMORY });
    createStorage({ session: memoryStorage(), local: storage }).forgetEmojis();
    expect(await store.readEmojis({ userID: "u2" })).toEqual(NO_EMOJIS);
    expect([storage.length, storage.getItem("parley:outbox:u1")]).toEqual([1, "[]"]);
  });

  it.each(["{broken", "null", '{"recent":["🦉"],"tone":9}', '{"recent":[1],"tone":0}'])(
    "3-34 are empty if the stored value is %s",
    async (stored) => {
      const store = createEmojiMemory(memoryStorage({ "parley:emojis:u1": stored }));
      expect(await store.readEmojis({ userID: "u1" })).toEqual(NO_EMOJIS);
    },
  );

  it("are at most 32, and each at most 40 characters long", async () => {
    const recent = ["x".repeat(41), "", ...Array.from({ length: 99 }, (_, index) => `${index}`)];
    const stored = JSON.stringify({ recent, tone: 0 });
    const read = await createEmojiMemory(memoryStorage({ "parley:emojis:u1": stored })).readEmojis({
      userID: "u1",
    });
    expect(read.recent).toEqual(recent.slice(2, 34));
  });

  it("are read although their stickers are missing or unknown", async () => {
    const read = (stickers: unknown) =>
      createEmojiMemory(
        memoryStorage({ "parley:emojis:u1": JSON.stringify({ recent: ["🦉"], tone: 0, stickers }) }),
      ).readEmojis({ userID: "u1" });
    const none = { recent: ["🦉"], tone: 0, stickers: [] };
    for (const broken of [undefined, null, "ok", ["../etc"], [7]]) expect(await read(broken)).toEqual(none);
    const many = ["ok", "ok", "no", "cry", "love", "busy"];
    expect(await read(many)).toEqual({ ...none, stickers: ["ok", "no", "cry", "love"] });
  });

  it("are newest first, without duplicates, and drop the oldest", () => {
    expect(withEmoji(["🌳", "🦉"], "🦉")).toEqual(["🦉", "🌳"]);
    const full = Array.from({ length: RECENT_EMOJIS }, (_, index) => `${index}`);
    expect(withEmoji(full, "🦉")).toEqual(["🦉", ...full.slice(0, -1)]);
  });

  it("are empty in a browser without storage, and storing fails", async () => {
    const local = closedStorage();
    const store = createEmojiMemory(local);
    expect(await store.readEmojis({ userID: "u1" })).toEqual(NO_EMOJIS);
    expect(() => createStorage({ session: local, local }).forgetEmojis()).not.toThrow();
    await expect(store.writeEmojis({ userID: "u1", memory: MEMORY })).rejects.toMatchObject({
      code: "unknown",
    });
  });
});
