import { describe, expect, it } from "vitest";
import { endedCalls, isJoinable, type SentNotice } from "../../../machines/domain/group-call-row.ts";
import { ANNA, BEN, NOON } from "../../fakes/world.ts";

const on = { roomID: "room", mediaType: "voice", state: "on", invited: 2 } as const;
const over = { roomID: "room", mediaType: "voice", state: "over", durationSeconds: 9 } as const;
const HOURS = 3_600_000;

it.each([
  [on, false, 0, true],
  [on, false, 4 * HOURS - 1, true],
  [on, false, 4 * HOURS, false],
  [on, true, 0, false],
  [over, false, 0, false],
  // A clock that is behind the server's.
  [on, false, -HOURS, true],
] as const)("11-40 %o, over %s, after %i ms can be joined: %s", (call, isOver, age, expected) => {
  expect(isJoinable(call, { isOver, sentAt: NOON - age, now: NOON })).toBe(expected);
});

describe("11-40 a call is over in the chat", () => {
  const is = (state: "on" | "over", roomID = "room", sendID = ANNA) =>
    ({ call: { ...(state === "on" ? on : over), roomID }, sendID }) as const;

  it.each<[string, Omit<SentNotice, "clientMsgID">[], number[]]>([
    ["not without a notice", [is("on")], []],
    ["when a later notice says so", [is("on"), is("over")], [0]],
    ["not by an earlier notice", [is("over"), is("on")], []],
    [
      "also when another member says so: the last member to leave does",
      [is("on"), is("over", "room", BEN)],
      [0],
    ],
    ["not when it begins again", [is("on"), is("over"), is("on")], [0]],
    ["not by a notice of another room", [is("on"), is("on", "other"), is("over", "other")], [1]],
    [
      "if another member says that it is on: only the starter of a call does",
      [is("on"), is("on", "room", BEN)],
      [1],
    ],
    ["not in another room that this member starts", [is("on"), is("on", "other", BEN)], []],
    ["for a forged notice also after the end", [is("on"), is("over"), is("on", "room", BEN)], [0, 2]],
  ])("%s", (_, notices, ended) => {
    const sent = notices.map((notice, index) => ({ ...notice, clientMsgID: String(index) }));
    expect([...endedCalls(sent)].sort()).toEqual(ended.map(String));
  });
});
