// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, inMemory, openDatabase } from "../../../server/store/database.ts";

describe("effects after a commit", () => {
  let db: Database;
  beforeEach(() => {
    db = openDatabase(inMemory);
  });
  afterEach(() => db.close());

  it("all run, also when one fails: the change is stored, and the failure is logged", () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const done: string[] = [];
    const change = db.transaction(() => {
      db.afterCommit(() => done.push("before"));
      db.afterCommit(() => {
        throw new Error("no such file");
      });
      db.afterCommit(() => done.push("after"));
      return "stored";
    });
    expect(change()).toBe("stored");
    expect(done).toEqual(["before", "after"]);
    expect(logged.mock.calls.flat().join(" ")).toContain("no such file");
  });
});
