import { describe, expect, it } from "vitest";
import { tour } from "../../tools/charts/explore/tour.ts";
import { withEdit } from "../charts/mutants.ts";
import { isEverything } from "../everything.ts";
import { exploreWhole, spaceIn } from "./common/counterexamples.ts";
import { claims } from "./groups/claims.ts";
import { SLICES } from "./groups/spaces.ts";

/** These end within five seconds of processor time together. */
const SHORT = ["a user acts, at any time", "a user is invited again", "two call at once"].map((name) =>
  spaceIn(SLICES, `groups: ${name}`),
);

describe("11-14 every interleaving of group calls", () => {
  const seen = new Set<string>();

  it.each(isEverything ? SLICES : SHORT)("breaks no claim: $name", async (space) => {
    const { told, isFinished, seen: met } = await exploreWhole(space);
    expect(told).toBe("");
    expect(isFinished).toBe(true);
    for (const claim of met) seen.add(claim);
  });

  it.runIf(isEverything)("meets each end of a group call, and the situation of each rule", () => {
    expect(Object.keys(claims.sometimes).filter((claim) => !seen.has(claim))).toEqual([]);
  });
});

/** The claims that a run breaks first, with a rule taken out of a chart. */
const RULES = [
  ["R10", "invitee", "joined entry: drop #1", "two devices", "R10 a device rings while its user"],
  ["R12", "groupCall", "ringing after ringTimeout: drop", "one page crashes", "0-08 a call waits for ever"],
  ["R16", "invitee", "accepted after meetTimeout: drop", "one page crashes", "0-08 a call waits for ever"],
  [
    "R23",
    "groupCall",
    "inRoom.talk.talking on user.hangUp actions: drop #2",
    "two members leave at once",
    "11-40 R23 the group",
  ],
  ["R24", "groupCall", "inRoom.rivals.checking invoke onDone: drop #1", "two call at once", "R24 two calls"],
  ["R25", "groupCall", "ringing on signal.cancel: drop", "two answer", "R4 R25 a device rings"],
  [
    "R26",
    "callManager",
    "engaged.line.group invoke onDone #2 actions: drop #1",
    "one request fails",
    "R4 R26 a device rings twice",
  ],
  ["R28", "groupCall", "on im.groupLeft: drop", "a member is removed", "R28 a user who is not"],
  [
    "R29",
    "groupCall",
    "inRoom.talk.talking.alone after aloneTimeout: drop",
    "two answer",
    "0-08 a call waits for ever",
  ],
  [
    "11-40",
    "groupCall",
    "inRoom.others.awaited after othersTimeout: drop",
    "two answer",
    "R12 R16 a user is shown",
  ],
] as const;

describe.runIf(isEverything)("11-14 a rule of group calls that is taken out of a chart", () => {
  it.each(RULES)("%s is missed", async (_, chart, edit, name, claim) => {
    const { subject, bounds } = spaceIn(SLICES, `groups: ${name}`);
    const { counterexamples } = await withEdit(chart, edit, () => tour(subject(), { bounds }));
    expect(counterexamples.map((one) => one.claim)).toContainEqual(expect.stringContaining(claim));
  });
});
