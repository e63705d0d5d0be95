import { describe, expect, it } from "vitest";
import { explore, type Subject } from "../../tools/charts/explore/explore.ts";
import { tour } from "../../tools/charts/explore/tour.ts";
import { withEdit } from "../charts/mutants.ts";
import { isEverything } from "../everything.ts";
import { claims } from "./calls/claims.ts";
import { SLICES } from "./calls/spaces.ts";
import { exploreWhole, spaceIn } from "./common/counterexamples.ts";
import { actsOf } from "./common/space.ts";

/** The spaces that take longest. */
const LONG = [
  "one request fails",
  "one user acts twice",
  "one arrival is late",
  "one page crashes",
  "one user acts three times, one arrival is late",
];

describe("11-14 every interleaving of calls", () => {
  const seen = new Set<string>();

  it.each(isEverything ? SLICES : SLICES.filter(({ name }) => !LONG.includes(name)))(
    "breaks no claim: $name",
    async (space) => {
      const { told, isFinished, seen: met } = await exploreWhole(space);
      expect(told).toBe("");
      expect(isFinished).toBe(true);
      for (const claim of met) seen.add(claim);
    },
  );

  it.runIf(isEverything)("meets the situation of each race rule", () => {
    expect(Object.keys(claims.sometimes).filter((claim) => !seen.has(claim))).toEqual([]);
  });

  it("gives the smaller ids to either user if the users differ", async () => {
    const invitations = new Set<string>();
    const { subject } = spaceIn(SLICES, "one user has two devices");
    const run = subject();
    const watched: Subject = (chooser) =>
      run({
        choose(options, state) {
          for (const { says } of options) if (says.includes("invite")) invitations.add(says);
          return chooser.choose(options, state);
        },
      });
    await tour(watched, { bounds: { [actsOf("mia")]: 1 } });
    expect([...invitations].sort()).toEqual(
      expect.arrayContaining([
        "The invite a101 of mia reaches anna.",
        "The invite c101 of mia reaches anna.",
      ]),
    );
  });
});

describe("11-14 a rule that is taken out of a chart", () => {
  /** More than enough to find each. */
  const RUNS = 400;

  it.each([
    ["R3", "callManager", "engaged on signal.invite: drop #1", "one signal is lost"],
    ["R4", "callManager", "on signal.cancel: drop", "one user acts three times, one arrival is late"],
    ["R5", "callManager", "on signal.accept: drop", "one signal is lost"],
    ["R6", "callManager", "engaged on signal.invite: drop #3", "two users call a third"],
    [
      "R8",
      "callManager",
      "engaged on signal.invite: drop #2",
      "one user acts three times, one arrival is late",
    ],
    ["R9", "callee", "inRoom.joining on signal.cancel: drop", "one request fails"],
    ["R11", "caller", "inRoom.calling on signal.reject #2 actions: drop", "one user has two devices"],
    ["0-08", "callee", "ringing on user.hangUp target: lead to arriving", "one user has two devices"],
    ["R12", "callee", "ringing after ringTimeout: drop", "one signal is lost"],
  ] as const)("%s is missed", async (_, chart, edit, name) => {
    const space = SLICES.find((one) => one.name === name);
    if (!space) throw new Error(`There is no space "${name}"`);
    const report = await withEdit(chart, edit, () =>
      explore(space.subject(), {
        bounds: space.bounds,
        stopsAtFirst: true,
        isOver: (runs) => runs >= RUNS,
      }),
    );
    expect(report.counterexamples).not.toEqual([]);
  });
});
