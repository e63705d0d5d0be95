/**
 * Runs 100 simulations, 500 with `npm run test:all`, and checks all invariants on each. A failing simulation is
 * printed with its number.
 * `PAIR_SEED=<number>` runs that simulation alone; `PAIR_COUNT=<number>` changes the number of simulations.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { isEverything } from "../everything.ts";
import { checkInvariants, type Invariant } from "./invariants.ts";
import { ONLY, seeds } from "./seeds.ts";
import { simulate } from "./simulation.ts";
import { type StyleName, styleOf } from "./styles.ts";

/** Number of simulations that are printed in full for a failing invariant. */
const PRINTED = 2;

const TITLES: Readonly<Record<Invariant, string>> = {
  free: "4-109 R12 R16 R17 R20 no device is in a call at the end",
  held: "4-90 R20 no device holds a room, a ringing sound or a wake lock at the end",
  quiet: "R1 R3 R4 R5 R13 no app throws, and the log has only failed requests and late invitations",
  records: "2-97 R19 each offered call has one record from its caller, with its result",
  chats: "2-97 both chats show the same records",
  reasons: "R9 R11 R12 R14 both sides agree on the end of a call, as far as signals in flight allow",
  alone: "R16 R17 R18 4-99 no side stays alone in a room for longer than the limit",
  patience: "0-06 0-08 R12 R16 no call setup takes longer than the sum of its limits",
  glare: "R7 4-88 crossing calls become one call in the smaller room until a user hangs up",
  parting: "R19 4-84 4-95 a call is completed on both sides even if both hang up at once",
  replacement: "R7 R8 a replaced side continues at once with the other call",
  calledOff: "R4 an invitation that arrives after its cancel never rings",
  lateAccept: "R5 an accept that arrives after the end is answered with a hungup",
  busy: "R6 4-87 a caller gets busy only from a user in another call",
  told: "R6 R22 4-87 every call to a user in another call gets an answer",
  elsewhere: "R10 R11 4-89 one device of a user answers, and the others stop ringing and show why",
};

/** The invariants that simulations of every style show. */
export const ALWAYS: readonly Invariant[] = [
  "free",
  "held",
  "quiet",
  "records",
  "chats",
  "patience",
  "reasons",
  "alone",
  "replacement",
  "calledOff",
];

interface Failing {
  seed: number;
  what: string;
  trace: readonly string[];
}

export function prove(styles: readonly StyleName[], invariants: readonly Invariant[]): void {
  const own = seeds(isEverything ? 500 : 100).filter((seed) => styles.includes(styleOf(seed)));
  const failing = new Map<Invariant, Failing[]>();
  const seen = new Map<Invariant, number>();

  describe.skipIf(own.length === 0)(styles.join(" and "), () => {
    beforeAll(async () => {
      for (const seed of own) {
        const simulation = await simulate(seed);
        const verdict = checkInvariants(simulation);
        for (const invariant of invariants)
          seen.set(invariant, (seen.get(invariant) ?? 0) + (verdict.seen[invariant] ?? 0));
        for (const { invariant, what } of verdict.problems)
          failing.set(invariant, [
            ...(failing.get(invariant) ?? []),
            { seed, what, trace: simulation.trace },
          ]);
        if (ONLY !== null) console.info(simulation.trace.join("\n"));
      }
    }, 600_000);

    it.each(invariants.map((invariant) => ({ invariant, title: TITLES[invariant] })))(
      "$title",
      ({ invariant }) => {
        const problems = failing.get(invariant) ?? [];
        expect(problems.length, problems.slice(0, PRINTED).map(printed).join("\n\n")).toBe(0);
        if (ONLY === null) expect(seen.get(invariant)).toBeGreaterThan(0);
      },
    );

    it("lists every invariant that these simulations contradict", () => {
      expect([...failing.keys()].filter((invariant) => !invariants.includes(invariant))).toEqual([]);
    });
  });
}

function printed({ seed, what, trace }: Failing): string {
  return [`PAIR_SEED=${seed} (${styleOf(seed)}): ${what}`, ...trace].join("\n");
}
