// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import type { AddressEvent } from "../../../../machines/domain/route.ts";
import { createAddress } from "../../../../src/adapters/platform/address.ts";
import { frameHistory } from "../../../../src/adapters/platform/frame-history.ts";

const LIST = { path: "/conversation", search: "" };
const CHAT = { path: "/chat", search: "conversationID=si_1_2" };
const DETAILS = { path: "/groupSetting", search: "groupID=1" };

afterEach(async () => {
  // A step that a test has begun last also ends.
  await new Promise((resolve) => window.setTimeout(resolve));
  history.replaceState(null, "", "/");
});

/** Opens pages one above the other, reloads, and leads to the list, as the route guard does. */
function reloadedAt(...pages: (typeof LIST)[]) {
  history.replaceState(null, "", "/");
  const shared = frameHistory(window);
  const before = createAddress(shared);
  const stopBefore = before.addressEvents(() => {});
  const [first = LIST, ...above] = pages;
  before.replace(first);
  for (const page of above) before.push(page);
  stopBefore();
  const address = createAddress(shared);
  const reported: AddressEvent[] = [];
  const stop = address.addressEvents((event) => reported.push(event));
  address.replace(LIST);
  const shows = (place: typeof LIST) => expect.poll(() => address.currentPlace()).toEqual(place);
  return { address, reported, stop, shows };
}

const at = (place: typeof LIST, steps = -1) => ({ type: "address.changed", place, steps });

it("11-24 after a reload in a chat, Back does not stop at the list below", async () => {
  const { address, reported, stop, shows } = reloadedAt(DETAILS, LIST, CHAT);
  address.back();
  await shows(DETAILS);
  expect(reported).toEqual([at(LIST), at(DETAILS)]);
  stop();
});

it("11-24 after a reload in a chat above the first list, Back from another chat leads to the list", async () => {
  const { address, reported, stop, shows } = reloadedAt(LIST, CHAT);
  address.back();
  await expect.poll(() => reported).toEqual([at(LIST)]);
  address.push(CHAT);
  await shows(CHAT);
  address.back();
  await shows(LIST);
  expect(reported).toEqual([at(LIST), at(LIST)]);
  stop();
});

it("11-24 after a reload in the details of a chat, Back leads to the chat and then to the list", async () => {
  const { address, reported, stop, shows } = reloadedAt(LIST, CHAT, DETAILS);
  address.back();
  await shows(CHAT);
  address.back();
  await shows(LIST);
  expect(reported).toEqual([at(CHAT), at(LIST)]);
  stop();
});

it("11-24 a jump to an earlier entry of the same page stops there", async () => {
  const { address, reported, stop, shows } = reloadedAt(DETAILS, LIST, CHAT, DETAILS);
  address.back(2);
  await expect.poll(() => reported).toEqual([at(LIST, -2)]);
  address.push(CHAT);
  await shows(CHAT);
  expect(reported).toHaveLength(1);
  stop();
});
