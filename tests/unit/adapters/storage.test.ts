import { describe, expect, it } from "vitest";
import { Failure } from "../../../machines/vocabulary/failures.ts";
import { createStorage } from "../../../src/adapters/storage.ts";
import { closedStorage, memoryStorage } from "./support/memory-storage.ts";

const item = { clientMsgID: "a1", conversationID: "si_a_b", text: "hi", replyTo: null };

describe("storage", () => {
  it("1-12 keeps the language for the browser session", () => {
    const session = memoryStorage();
    const local = memoryStorage();
    createStorage({ session, local }).writeLanguage("zh");
    expect(createStorage({ session, local }).readLanguage()).toBe("zh");
    expect(createStorage({ session: memoryStorage(), local }).readLanguage()).toBeNull();
  });

  it("2-66 keeps on this device that new messages make no sound; without a word they do", () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    expect(createStorage(browser).readSound()).toBe(true);
    createStorage(browser).writeSound(false);
    expect(createStorage(browser).readSound()).toBe(false);
    createStorage(browser).writeSound(true);
    expect(createStorage(browser).readSound()).toBe(true);
    expect(browser.local.length).toBe(0);
  });

  it("2-66 a closed storage leaves the sound on, and does no harm", () => {
    const storage = createStorage({ session: closedStorage(), local: closedStorage() });
    storage.writeSound(false);
    expect(storage.readSound()).toBe(true);
  });

  it("8-36 keeps what waits to be sent, apart for each person", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    await createStorage(browser).writeOutbox({ userID: "u1", items: [item, { ...item, replyTo: "b2" }] });
    expect(await createStorage(browser).readOutbox({ userID: "u1" })).toEqual([
      item,
      { ...item, replyTo: "b2" },
    ]);
    expect(await createStorage(browser).readOutbox({ userID: "u2" })).toEqual([]);
  });

  it("2-97 keeps the record of a call that waits to be sent", async () => {
    const browser = { session: memoryStorage(), local: memoryStorage() };
    const call = { roomID: "r1", mediaType: "voice", result: "noAnswer", durationSeconds: 0 } as const;
    await createStorage(browser).writeOutbox({ userID: "u1", items: [{ ...item, text: "", call }] });
    expect(await createStorage(browser).readOutbox({ userID: "u1" })).toEqual([{ ...item, text: "", call }]);
  });

  it("8-36 leaves nothing behind when all is sent", async () => {
    const local = memoryStorage();
    const storage = createStorage({ session: memoryStorage(), local });
    await storage.writeOutbox({ userID: "u1", items: [item] });
    await storage.writeOutbox({ userID: "u1", items: [] });
    expect(local.length).toBe(0);
  });

  it.each(["{", "null", "{}", '[{"clientMsgID":"a1"}]', '[{"clientMsgID":"","conversationID":"c"}]'])(
    "8-36 takes the corrupt outbox %s for an empty one",
    async (text) => {
      const local = memoryStorage({ "parley:outbox:u1": text });
      const storage = createStorage({ session: memoryStorage(), local });
      expect(await storage.readOutbox({ userID: "u1" })).toEqual([]);
    },
  );

  it("1-12 does without storage the browser denies", async () => {
    const storage = createStorage({ session: closedStorage(), local: closedStorage() });
    storage.writeLanguage("en");
    expect(storage.readLanguage()).toBeNull();
    expect(await storage.readOutbox({ userID: "u1" })).toEqual([]);
    await expect(storage.writeOutbox({ userID: "u1", items: [item] })).rejects.toThrow(Failure);
  });
});
