import { describe, expect, it } from "vitest";
import { moveBetween, type ScreenMove } from "../../../machines/app/screen-moves.ts";
import type { WindowWidth } from "../../../machines/domain/platform-events.ts";
import { placeOf } from "../../../machines/domain/route.ts";

const at = (width: WindowWidth, paths: readonly string[]) => {
  const trail = paths.map(placeOf);
  return { width, trail, place: trail.at(-1) ?? placeOf("") };
};

const LIST = "/conversation";
const ANNA = "/chat?conversationID=anna";
const BEN = "/chat?conversationID=ben";
const DETAILS = "/singleSetting?conversationID=anna";

/** The history before and after, last one in front, and the move on a phone and in a window with panes. */
const TABLE: readonly [string[], string[], phone: ScreenMove, panes: ScreenMove][] = [
  [[LIST], [LIST, ANNA], "deeper", "none"],
  [[LIST, ANNA], [LIST, ANNA, DETAILS], "deeper", "none"],
  [[LIST, ANNA, DETAILS], [LIST, ANNA], "back", "none"],
  [[LIST, ANNA, DETAILS], [LIST], "back", "none"],
  [[LIST, ANNA], [LIST], "back", "none"],
  [[LIST], [LIST, "/contact"], "tab", "tab"],
  [[LIST, "/contact"], [LIST], "tab", "tab"],
  [[LIST], ["/profile"], "tab", "tab"],
  // A new group replaces the form.
  [[LIST, "/createGroup"], [LIST, ANNA], "none", "none"],
  [[LIST, ANNA], [LIST, BEN], "none", "none"],
  // A tab above a page is nearer to the start.
  [[LIST, ANNA], [LIST, ANNA, "/contact"], "back", "tab"],
  [[LIST, ANNA, "/contact"], [LIST, ANNA], "deeper", "tab"],
  // An address that was entered has no list behind it.
  [[ANNA], [LIST], "back", "none"],
  [[ANNA], [ANNA, DETAILS], "deeper", "none"],
  [["/login"], ["/login", "/getCode"], "deeper", "deeper"],
  [["/login", "/getCode"], ["/login"], "back", "back"],
  [["/login"], [LIST], "none", "none"],
  [[LIST, ANNA], ["/login"], "none", "none"],
  [[], [LIST], "none", "none"],
  [[], [LIST, ANNA], "none", "none"],
];

describe("11-56 screens move", () => {
  it.each(TABLE)("from %s to %s: %s, %s", (before, now, phone, panes) => {
    for (const width of ["phone", "column"] as const)
      expect([width, moveBetween(at(width, before), at(width, now))]).toEqual([width, phone]);
    for (const width of ["two", "three"] as const)
      expect([width, moveBetween(at(width, before), at(width, now))]).toEqual([width, panes]);
  });

  it("not when the window gets another width meanwhile", () => {
    expect(moveBetween(at("phone", [LIST]), at("two", [LIST, ANNA]))).toBe("none");
  });
});
