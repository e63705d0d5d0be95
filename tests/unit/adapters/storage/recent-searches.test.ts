import { describe, expect, it } from "vitest";
import { createRecentSearches } from "../../../../src/adapters/storage/recent-searches.ts";
import { createStorage } from "../../../../src/adapters/storage/storage.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

const SEARCHES = ["广州", `100% "sure"`, "it's"];

describe("recent searches", () => {
  it("2-63 are stored for each user", async () => {
    const storage = memoryStorage();
    await createRecentSearches(storage).writeSearches({ userID: "u1", searches: SEARCHES });
    expect(await createRecentSearches(storage).readSearches({ userID: "u1" })).toEqual(SEARCHES);
    expect(await createRecentSearches(storage).readSearches({ userID: "u2" })).toEqual([]);
  });

  it("2-63 leave no entry after they are cleared", async () => {
    const storage = memoryStorage();
    const store = createRecentSearches(storage);
    await store.writeSearches({ userID: "u1", searches: SEARCHES });
    await store.writeSearches({ userID: "u1", searches: [] });
    expect(storage.length).toBe(0);
  });

  it("4-15 are deleted for all users, and other entries stay", async () => {
    const storage = memoryStorage({ "parley:outbox:u1": "[]", other: "x" });
    const store = createRecentSearches(storage);
    for (const userID of ["u1", "u2", "u3"]) await store.writeSearches({ userID, searches: SEARCHES });
    createStorage({ session: memoryStorage(), local: storage }).forgetSearches();
    expect(await store.readSearches({ userID: "u2" })).toEqual([]);
    expect([storage.length, storage.getItem("parley:outbox:u1"), storage.getItem("other")]).toEqual([
      2,
      "[]",
      "x",
    ]);
  });

  it.each(["{broken", '{"a":1}', "null", "[1]"])(
    "3-34 are empty if the stored value is %s",
    async (stored) => {
      const store = createRecentSearches(memoryStorage({ "parley:searches:u1": stored }));
      expect(await store.readSearches({ userID: "u1" })).toEqual([]);
    },
  );

  it("are empty in a browser without storage, and storing fails", async () => {
    const local = closedStorage();
    const store = createRecentSearches(local);
    expect(await store.readSearches({ userID: "u1" })).toEqual([]);
    expect(() => createStorage({ session: local, local }).forgetSearches()).not.toThrow();
    await expect(store.writeSearches({ userID: "u1", searches: SEARCHES })).rejects.toMatchObject({
      code: "unknown",
    });
  });
});
