// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import type { AddressEvent } from "../../../../machines/domain/route.ts";
import { createAddress } from "../../../../src/adapters/platform/address.ts";
import { frameHistory } from "../../../../src/adapters/platform/frame-history.ts";

const LIST = { path: "/conversation", search: "" };
const CHAT = { path: "/chat", search: "conversationID=si_1_2" };

afterEach(async () => {
  // A step that a test has begun last also ends.
  await new Promise((resolve) => window.setTimeout(resolve));
  history.replaceState(null, "", "/");
});

function inFrame() {
  history.replaceState(null, "", LIST.path);
  const address = createAddress(frameHistory(window));
  address.replace(LIST);
  const reported: AddressEvent[] = [];
  const stop = address.addressEvents((event) => reported.push(event));
  return { address, reported, stop };
}

it("writes again after a step back that leads out of the history", async () => {
  const history = frameHistory(window);
  // The browser ignores a step beyond its first entry, and reports nothing.
  const go = (delta = 0) => {
    if (delta > -2) history.go(delta);
  };
  const address = createAddress({ ...history, go });
  const stop = address.addressEvents(() => {});
  vi.useFakeTimers();
  address.cover();
  address.back(2);
  address.push({ path: "/contact", search: "" });
  await vi.runAllTimersAsync();
  expect(address.currentPlace().path).toBe("/contact");
  vi.useRealTimers();
  stop();
});

it("11-03 going back in a frame uses the frame's own history and not the window's", async () => {
  const { address, reported, stop } = inFrame();
  const length = history.length;
  address.push(CHAT);
  expect(location.pathname + location.search).toBe("/chat?conversationID=si_1_2");
  expect(history.length).toBe(length);
  address.back();
  await expect.poll(() => reported).toEqual([{ type: "address.changed", place: LIST, steps: -1 }]);
  expect(address.currentPlace()).toEqual(LIST);
  stop();
});

it("11-03 going back two steps in a frame skips the page between and stops at the first page", async () => {
  const { address, reported, stop } = inFrame();
  address.push(CHAT);
  address.push({ path: "/contact", search: "" });
  address.back(2);
  await expect.poll(() => reported).toEqual([{ type: "address.changed", place: LIST, steps: -2 }]);
  expect(address.currentPlace()).toEqual(LIST);
  stop();
});

it("11-24 going back in a frame closes an open layer first", async () => {
  const { address, reported, stop } = inFrame();
  address.push(CHAT);
  address.cover();
  address.back();
  await expect.poll(() => reported).toEqual([{ type: "address.uncovered" }]);
  expect(address.currentPlace()).toEqual(CHAT);
  address.back();
  await expect.poll(() => reported.at(-1)).toEqual({ type: "address.changed", place: LIST, steps: -1 });
  stop();
});

it("11-03 a push in a frame waits for a pending step back, and the first page has nothing behind it", async () => {
  const { address, reported, stop } = inFrame();
  address.cover();
  address.push(CHAT);
  await expect.poll(() => address.currentPlace()).toEqual(CHAT);
  expect(reported).toEqual([]);
  address.back();
  await expect.poll(() => reported).toEqual([{ type: "address.changed", place: LIST, steps: -1 }]);
  address.back();
  address.push(CHAT);
  expect(address.currentPlace()).toEqual(CHAT);
  stop();
});
