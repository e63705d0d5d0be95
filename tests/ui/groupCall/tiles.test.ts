import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createText } from "../../../src/i18n/text.ts";
import { gridOf, pagesOf } from "../../../src/screens/groupCall/grid.ts";
import { namesIn } from "../../../src/screens/groupCall/groupCallView.ts";
import { MOVE_PAUSE, NO_ORDER, nextOrder, type TileOrder } from "../../../src/screens/groupCall/tileOrder.ts";
import { people } from "./stage.tsx";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
const SIDEWAYS = { width: 844, height: 390 };

const some = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);

describe("the grid", () => {
  it.each([
    [1, 1, 1],
    [2, 1, 2],
    [3, 2, 2],
    [4, 2, 2],
    [5, 2, 3],
    [6, 2, 3],
    [7, 3, 3],
    [9, 3, 3],
    [12, 3, 3],
  ])("11-40 has on a phone for %i people %i columns and %i rows", (count, columns, rows) => {
    expect(gridOf(count, PHONE)).toEqual({ columns, rows, perPage: 9 });
  });

  it.each([
    [1, 1, 1],
    [2, 2, 1],
    [4, 2, 2],
    [6, 3, 2],
    [9, 3, 3],
    [16, 4, 4],
    [40, 4, 4],
  ])("11-40 has in a wide window for %i people %i columns and %i rows", (count, columns, rows) => {
    expect(gridOf(count, DESK)).toEqual({ columns, rows, perPage: 16 });
  });

  it("11-40 lies flat on a phone held sideways", () => {
    const { columns, rows, perPage } = gridOf(9, SIDEWAYS);
    expect(columns).toBeGreaterThan(rows);
    expect(perPage).toBe(9);
  });

  it("11-40 has a place for each member, and this user on the first page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 2, max: 16 }), (count, perPage) => {
        const pages = pagesOf(some(count), "me", perPage);
        expect(pages.flat().sort()).toEqual([...some(count), "me"].sort());
        expect(pages[0]).toContain("me");
        expect(pages.every((page) => page.length > 0 && page.length <= perPage)).toBe(true);
      }),
    );
  });
});

describe("the order of tiles", () => {
  const start: TileOrder = { ...NO_ORDER, userIDs: some(12) };
  const input = { userIDs: some(12), places: 8, speakers: [] };

  it("11-40 a speaker on a later page comes first", () => {
    const after = nextOrder(start, { ...input, speakers: ["user-10"], now: 10_000 });
    expect(after.userIDs.slice(0, 2)).toEqual(["user-10", "user-0"]);
    expect([...after.userIDs].sort()).toEqual([...some(12)].sort());
  });

  it("11-40 a speaker on the first page stays where it is", () => {
    expect(nextOrder(start, { ...input, speakers: ["user-3"], now: 10_000 })).toBe(start);
  });

  it("11-40 changes at most every three seconds", () => {
    const first = nextOrder(start, { ...input, speakers: ["user-10"], now: 10_000 });
    const soon = { ...input, speakers: ["user-11"], now: 10_000 + MOVE_PAUSE - 1 };
    expect(nextOrder(first, soon)).toBe(first);
    expect(nextOrder(first, { ...soon, now: soon.now + 1 }).userIDs[0]).toBe("user-11");
  });

  it("11-40 newcomers come last, and the place of a member who leaves is free at once", () => {
    const userIDs = ["new", ...some(12).slice(1)];
    expect(nextOrder(start, { ...input, userIDs, now: 0 }).userIDs).toEqual([...some(12).slice(1), "new"]);
  });
});

it.each([
  ["en", 2, "Anna, Ben"],
  ["zh", 2, "Anna、Ben"],
  ["zh", 0, ""],
  ["en", 6, "Anna, Ben, Cora, Dan"],
] as const)("11-48 the names for the system in %s, with %i others", (language, others, names) => {
  expect(namesIn({ people: people(others) }, createText(language).t)).toBe(names);
});
