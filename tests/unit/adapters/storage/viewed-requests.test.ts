import { beforeEach, describe, expect, it } from "vitest";
import { createViewedApplications } from "../../../../src/adapters/storage/viewed-requests.ts";
import { memoryStorage } from "../support/memory-storage.ts";

const VIEWED = { friend: ["bob_1795000000000"], group: ["carol_1795000000001", "bob_1795000000002"] };

describe("viewed contact requests", () => {
  let local: Storage;
  beforeEach(() => {
    local = memoryStorage();
  });
  const store = () => createViewedApplications(local);
  const keys = () => Array.from({ length: local.length }, (_, index) => local.key(index) ?? "");

  it("3-32 3-33 are stored for each user and kind", async () => {
    await store().writeViewed({ userID: "alice", viewed: VIEWED });
    expect(await store().readViewed({ userID: "alice" })).toEqual(VIEWED);
    expect(await store().readViewed({ userID: "dave" })).toEqual({ friend: [], group: [] });
    const stored = keys().map((key) => local.getItem(key));
    expect(stored.sort()).toEqual(
      ['["bob_1795000000000"]', '["carol_1795000000001","bob_1795000000002"]'].sort(),
    );
  });

  it.each(["{broken", '{"a":1}', "null", "[1]"])(
    "3-34 are empty if the stored list is invalid (%s)",
    async (stored) => {
      await store().writeViewed({ userID: "alice", viewed: VIEWED });
      for (const key of keys()) local.setItem(key, stored);
      expect(await store().readViewed({ userID: "alice" })).toEqual({ friend: [], group: [] });
      await store().writeViewed({ userID: "alice", viewed: VIEWED });
      expect(await store().readViewed({ userID: "alice" })).toEqual(VIEWED);
    },
  );

  it("3-34 are empty in a browser without storage, and storing fails", async () => {
    const refuse = () => {
      throw new DOMException("closed", "SecurityError");
    };
    const closed = createViewedApplications({ getItem: refuse, setItem: refuse });
    expect(await closed.readViewed({ userID: "alice" })).toEqual({ friend: [], group: [] });
    await expect(closed.writeViewed({ userID: "alice", viewed: VIEWED })).rejects.toMatchObject({
      code: "unknown",
    });
  });
});
