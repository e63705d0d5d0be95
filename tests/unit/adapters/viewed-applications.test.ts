import { beforeEach, describe, expect, it } from "vitest";
import { createViewedApplications } from "../../../src/adapters/viewed-applications.ts";

const fromBob = { userID: "bob", createTime: 1_795_000_000_000 };
const fromCarol = { userID: "carol", createTime: 1_795_000_000_001 };

describe("viewed applications", () => {
  beforeEach(() => localStorage.clear());

  it("3-32 a viewed friend application is remembered for this person as fromUserID_createTime", () => {
    const viewed = createViewedApplications(localStorage);
    viewed.markViewed("alice", "friend", [fromBob]);
    expect(createViewedApplications(localStorage).isViewed("alice", "friend", fromBob)).toBe(true);
    expect(Object.values(localStorage)).toEqual(['["bob_1795000000000"]']);
    expect(viewed.isViewed("dave", "friend", fromBob)).toBe(false);
  });

  it("3-33 group applications have a list of their own, as userID_createTime", () => {
    const viewed = createViewedApplications(localStorage);
    viewed.markViewed("alice", "group", [fromBob]);
    expect(viewed.isViewed("alice", "group", fromBob)).toBe(true);
    expect(viewed.isViewed("alice", "friend", fromBob)).toBe(false);
  });

  it("3-34 a later application of the same person is new, and what is gone is forgotten", () => {
    const viewed = createViewedApplications(localStorage);
    viewed.markViewed("alice", "friend", [fromBob]);
    expect(viewed.isViewed("alice", "friend", { ...fromBob, createTime: fromBob.createTime + 1 })).toBe(
      false,
    );
    viewed.markViewed("alice", "friend", [fromCarol]);
    expect(viewed.isViewed("alice", "friend", fromBob)).toBe(false);
  });

  it.each(["{broken", '{"a":1}', "null", "[1]"])("3-34 a corrupt list (%s) counts as empty", (stored) => {
    const viewed = createViewedApplications(localStorage);
    viewed.markViewed("alice", "friend", [fromBob]);
    for (const key of Object.keys(localStorage)) localStorage.setItem(key, stored);
    expect(viewed.isViewed("alice", "friend", fromBob)).toBe(false);
    viewed.markViewed("alice", "friend", [fromBob]);
    expect(viewed.isViewed("alice", "friend", fromBob)).toBe(true);
  });
});
