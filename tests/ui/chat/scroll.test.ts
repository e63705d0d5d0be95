import { describe, expect, it } from "vitest";
import { LogScroll, type RowsChange } from "../../../src/screens/chat/LogScroll.ts";

/** A fake log: 800 px are visible of `content` px. `told` records the callbacks. */
function aLog(content: number) {
  const told: string[] = [];
  const element = document.createElement("div");
  const size = { content, isCovered: false };
  Object.defineProperty(element, "clientHeight", { get: () => (size.isCovered ? 0 : 800) });
  Object.defineProperty(element, "scrollHeight", { get: () => size.content });
  let top = 0;
  Object.defineProperty(element, "scrollTop", {
    get: () => top,
    set: (value: number) => {
      top = Math.max(0, Math.min(value, size.content - 800));
    },
  });
  const scroll = new LogScroll({
    onReachBottom: () => void told.push("bottom"),
    onLeaveBottom: () => void told.push("above"),
    onNearStart: () => void told.push("start"),
    onNearEnd: () => void told.push("end"),
  });
  const moveTo = (value: number) => {
    element.scrollTop = value;
    scroll.look();
  };
  const grow = (by: number, change: Partial<RowsChange> = {}) => {
    size.content += by;
    scroll.rowsChanged({ isDetached: false, sentID: null, isHeld: false, ...change });
  };
  /** Pixels added above since `spotAt` was called: positions move down by them. */
  const above = { height: 0 };
  const spotAt = (height: number) => {
    const before = above.height;
    return () => height + above.height - before;
  };
  const attach = () => scroll.attach(element, spotAt);
  const comeAbove = (height: number) => {
    above.height += height;
    size.content += height;
  };
  const detach = attach();
  const cover = () => {
    size.isCovered = true;
  };
  return { cover, element, scroll, told, moveTo, grow, attach, detach, comeAbove };
}

describe("the scroll of the log", () => {
  it("4-61 opens at the end and follows it, also when rows or the keyboard change its size", () => {
    const { element, scroll, grow, told } = aLog(3000);
    expect(element.scrollTop).toBe(2200);
    grow(60);
    expect(element.scrollTop).toBe(2260);
    grow(0);
    scroll.resized();
    expect(element.scrollTop).toBe(2260);
    expect(told).not.toContain("above");
  });

  it("4-61 a small scroll keeps following the end, a large one stops it, and coming back resumes it", () => {
    const { moveTo, grow, element, told } = aLog(5000);
    moveTo(4170);
    expect(told).not.toContain("above");
    moveTo(3000);
    expect(told.filter((word) => word === "above")).toHaveLength(1);
    grow(500);
    expect(element.scrollTop).toBe(3000);
    moveTo(4690);
    expect(told.filter((word) => word === "bottom")).toHaveLength(1);
  });

  it("4-61 new messages move no row while the user selects some, and the end is followed again after it", () => {
    const { element, grow, moveTo, scroll, told } = aLog(3000);
    grow(0, { isHeld: true });
    expect(element.scrollTop).toBe(2200);
    expect(told.at(-1)).not.toBe("above");
    for (const height of [36, 36, 120]) grow(height, { isHeld: true });
    scroll.resized();
    expect(element.scrollTop).toBe(2200);
    expect(told).toContain("above");
    moveTo(2392);
    grow(0);
    grow(36);
    expect(element.scrollTop).toBe(2428);
  });

  it("leaves the end when the window moves into the past while the log is covered", () => {
    const { cover, grow, told } = aLog(3000);
    cover();
    grow(0, { isDetached: true, sentID: null });
    expect(told.filter((word) => word === "above")).toHaveLength(1);
  });

  it("scrolls to the end once for each own message", () => {
    const { moveTo, grow, element } = aLog(5000);
    moveTo(2000);
    grow(60, { isDetached: false, sentID: "a" });
    expect(element.scrollTop).toBe(4260);
    moveTo(2000);
    grow(60, { isDetached: false, sentID: "a" });
    expect(element.scrollTop).toBe(2000);
  });

  it("the end of a detached window is not the end of the conversation", () => {
    const { moveTo, grow, element, told } = aLog(5000);
    grow(0, { isDetached: true, sentID: null });
    expect(told).toContain("above");
    moveTo(4200);
    expect(told).not.toContain("bottom");
    expect(told).toContain("end");
    grow(1000, { isDetached: true, sentID: null });
    expect(element.scrollTop).toBe(4200);
  });

  it("an own message scrolls nothing while the window is detached", () => {
    const { moveTo, grow, element, told } = aLog(5000);
    grow(0, { isDetached: true, sentID: null });
    moveTo(2000);
    grow(60, { isDetached: true, sentID: "a" });
    expect(element.scrollTop).toBe(2000);
    expect(told).not.toContain("bottom");
  });

  it("asks for older messages before the start is reached", () => {
    const { moveTo, told } = aLog(9000);
    told.length = 0;
    moveTo(4000);
    expect(told).not.toContain("start");
    moveTo(900);
    expect(told).toContain("start");
  });

  it("2-03 restores its position", () => {
    const { element, moveTo, attach, detach } = aLog(5000);
    moveTo(1234);
    detach();
    element.scrollTop = 0;
    attach();
    expect(element.scrollTop).toBe(1234);
  });

  it("2-03 restores its position after a page loaded above it behind another screen", () => {
    const { element, moveTo, attach, detach, comeAbove } = aLog(5000);
    moveTo(1234);
    // The list has made room above, and no scroll event has come yet.
    comeAbove(300);
    element.scrollTop = 1534;
    detach();
    element.scrollTop = 0;
    comeAbove(2000);
    attach();
    expect(element.scrollTop).toBe(3534);
  });
});
