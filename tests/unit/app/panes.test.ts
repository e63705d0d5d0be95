import { describe, expect, it } from "vitest";
import { callPlaceOf } from "../../../machines/app/call-place.ts";
import { chatInView, countAbove, panesOf } from "../../../machines/app/panes.ts";
import type { WindowWidth } from "../../../machines/domain/platform-events.ts";
import { placeOf } from "../../../machines/domain/route.ts";

const at = (width: WindowWidth, ...paths: string[]) => {
  const trail = paths.map(placeOf);
  return { width, trail, place: trail.at(-1) ?? placeOf("") };
};

const LIST = "/conversation";
const ANNA = "/chat?conversationID=anna";
const BEN = "/chat?conversationID=ben";
const DETAILS = "/singleSetting?conversationID=anna";

/** The history, last one in front, and the panes of the tabs, the chat and the page at each width. */
const TABLE: readonly [string[], Record<WindowWidth, string>][] = [
  [[LIST], { phone: "full - -", column: "full - -", two: "left - -", three: "left - -" }],
  [[LIST, ANNA], { phone: "- full -", column: "- full -", two: "left right -", three: "left right -" }],
  [[ANNA], { phone: "- full -", column: "- full -", two: "left right -", three: "left right -" }],
  [
    [LIST, ANNA, DETAILS],
    { phone: "- - full", column: "- - full", two: "left - right", three: "left middle side" },
  ],
  [
    [LIST, ANNA, DETAILS, "/userCard"],
    { phone: "- - full", column: "- - full", two: "left - right", three: "left middle side" },
  ],
  // A page that a tab opened has no chat beside it, even if there was one earlier.
  [
    [LIST, ANNA, "/contact", "/myGroup"],
    { phone: "- - full", column: "- - full", two: "left - right", three: "left - right" },
  ],
  [[DETAILS], { phone: "- - full", column: "- - full", two: "left - right", three: "left - right" }],
  [[LIST, ANNA, "/contact"], { phone: "full - -", column: "full - -", two: "left - -", three: "left - -" }],
  [["/nowhere"], { phone: "- - full", column: "- - full", two: "left - right", three: "left - right" }],
  [["/login"], { phone: "- - full", column: "- - full", two: "- - full", three: "- - full" }],
  [[LIST, ANNA, "/login"], { phone: "- - full", column: "- - full", two: "- - full", three: "- - full" }],
];

describe("11-21 panes", () => {
  it.each(TABLE)("%s", (trail, expected) => {
    for (const width of ["phone", "column", "two", "three"] as const) {
      const { tabs, chat, page } = panesOf(at(width, ...trail));
      expect([width, [tabs, chat, page].map((pane) => pane ?? "-").join(" ")]).toEqual([
        width,
        expected[width],
      ]);
    }
  });

  it("of a card that one chat opened, above another chat, has the nearest chat beside it", () => {
    expect(chatInView(at("three", LIST, ANNA, "/userCard", BEN, DETAILS))).toEqual(placeOf(BEN));
    expect(chatInView(at("two", LIST, ANNA, DETAILS))).toBeNull();
    expect(chatInView(at("three", LIST, ANNA, "/login"))).toBeNull();
  });
});

it.each([
  [[LIST], "tabs", 0],
  [[LIST, ANNA], "tabs", 1],
  [[LIST, ANNA, DETAILS], "tabs", 2],
  [[LIST, ANNA, DETAILS], "chat", 1],
  [[LIST, "/contact", ANNA], "tabs", 1],
  [[ANNA, DETAILS], "tabs", 2],
  [[LIST], "chat", 1],
] as const)("11-21 above the places %s: the %s have %d", (trail, base, count) => {
  expect(countAbove(trail.map(placeOf), base)).toBe(count);
});

const NARROW = { phone: "badge badge full full", column: "badge badge full full" };
/** There is room for a column beside the list and a chat. */
const FREE = { ...NARROW, two: "floating floating floating full", three: "docked floating floating full" };
const TAKEN = { ...FREE, three: "floating floating floating full" };

/**
 * The history, and where a call is at each width: a docked call, a minimised call, a call that rings here and a call
 * that does not, both before the user chooses.
 */
const CALLS: readonly [string[], Record<WindowWidth, string>][] = [
  [[LIST], FREE],
  [[LIST, ANNA], FREE],
  [[LIST, "/myGroup"], FREE],
  // The details of the chat stand where the call would.
  [[LIST, ANNA, DETAILS], TAKEN],
  [["/login"], TAKEN],
];

it.each(CALLS)("11-21 a call above %s", (trail, expected) => {
  for (const width of ["phone", "column", "two", "three"] as const) {
    const where = at(width, ...trail);
    for (const isRingingHere of [false, true]) {
      expect(callPlaceOf("full", isRingingHere, where)).toBe("full");
      const places = [
        callPlaceOf("docked", isRingingHere, where),
        callPlaceOf("minimised", isRingingHere, where),
        callPlaceOf("unchosen", true, where),
        callPlaceOf("unchosen", false, where),
      ];
      expect([width, places.join(" ")]).toEqual([width, expected[width]]);
    }
  }
});
