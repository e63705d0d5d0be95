import { describe, expect, it } from "vitest";
import { createKeptDrafts } from "../../../../src/adapters/openim/send/unsaved-drafts.ts";
import { closedStorage, memoryStorage } from "../support/memory-storage.ts";

describe("4-63 a draft that the SDK has not saved", () => {
  it("is found by the next page, beside those of other chats", () => {
    const storage = memoryStorage();
    const drafts = createKeptDrafts(storage, () => "u1");
    drafts.keep("si_a", "Hi");
    drafts.keep("si_b", "Tea?");
    drafts.keep("si_a", "Hi Anna");
    expect(createKeptDrafts(storage, () => "u1").all()).toEqual([
      ["si_a", "Hi Anna"],
      ["si_b", "Tea?"],
    ]);
  });

  it("is of its user alone, and of nobody before the sign-in", () => {
    const storage = memoryStorage();
    let userID: string | null = "u1";
    const drafts = createKeptDrafts(storage, () => userID);
    drafts.keep("si_a", "Hi");
    for (const other of ["u2", null]) {
      userID = other;
      expect(drafts.all()).toEqual([]);
    }
  });

  it("is dropped once it is saved, unless it has changed meanwhile", () => {
    const storage = memoryStorage();
    const drafts = createKeptDrafts(storage, () => "u1");
    drafts.keep("si_a", "Hi");
    drafts.keep("si_b", "Tea?");
    drafts.removeSaved("si_b", "Te");
    drafts.removeSaved("si_a", "Hi");
    expect(drafts.all()).toEqual([["si_b", "Tea?"]]);
    drafts.removeSaved("si_b", "Tea?");
    expect(storage.length).toBe(0);
  });

  it("is none without access to storage, or if what is stored is broken", () => {
    const closed = createKeptDrafts(closedStorage(), () => "u1");
    closed.keep("si_a", "Hi");
    expect(closed.all()).toEqual([]);
    for (const text of ["{", "null", '{"si_a":1}']) {
      const broken = createKeptDrafts(memoryStorage({ "parley:drafts:u1": text }), () => "u1");
      expect(broken.all()).toEqual([]);
    }
  });
});
