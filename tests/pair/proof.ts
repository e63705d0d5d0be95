/**
 * Five hundred stories, told once each and judged by all claims. A story that contradicts one is printed with its
 * number; `PAIR_SEED=<number>` tells that one alone, `PAIR_COUNT=<number>` more or fewer than five hundred.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { type Claim, judge } from "./claims.ts";
import { tell } from "./story.ts";
import { type StyleName, styleOf } from "./styles.ts";

const COUNT = Number(process.env.PAIR_COUNT ?? 500);
const ONLY = process.env.PAIR_SEED === undefined ? null : Number(process.env.PAIR_SEED);
/** Of a failing claim, that many stories are told in full. */
const PRINTED = 2;

const TITLES: Readonly<Record<Claim, string>> = {
  free: "4-109 R12 R16 R17 R20 every line is free in the end",
  held: "4-90 R20 no room is joined, nothing rings and no screen is kept awake in the end",
  quiet:
    "R1 R3 R4 R5 R13 nothing is thrown, and nothing logged but requests that failed and invitations too late to ring",
  records: "2-97 R19 every call that was offered is written down once, by its caller, the way it ended",
  chats: "2-97 both chats show the same records",
  reasons: "R9 R11 R12 R14 both ends agree on how a call ended, as far as signals on their way allow",
  alone: "R16 R17 R18 4-99 nobody stays connected alone for longer than the limit",
  patience: "0-06 0-08 R12 R16 no call takes longer to come about than its limits add up to",
  glare: "R7 4-88 two who call each other end in one call, in the smaller room, until one hangs up",
  parting: "R19 4-84 4-95 both may hang up at once: a talk ends as completed on both sides",
  replacement: "R7 R8 who loses a call to another goes on with the other at once",
  calledOff: "R4 an invitation that arrives after its cancel never rings",
  lateAccept: "R5 an accept that arrives after the end is answered with a hungup",
  busy: "R6 4-87 only who is in another call is told to be busy",
  told: "R6 R22 4-87 who calls somebody in another call is told so, for each call",
  elsewhere: "R10 R11 4-89 of one person's devices one talks, and the others stop ringing and say why",
};

interface Failing {
  seed: number;
  what: string;
  trace: readonly string[];
}

/** Tells all stories of these styles and states the claims, one test each. */
export function prove(styles: readonly StyleName[], claims: readonly Claim[]): void {
  const seeds = (ONLY === null ? Array.from({ length: COUNT }, (_, seed) => seed) : [ONLY]).filter((seed) =>
    styles.includes(styleOf(seed)),
  );
  const failing = new Map<Claim, Failing[]>();
  const seen = new Map<Claim, number>();

  describe.skipIf(seeds.length === 0)(styles.join(" and "), () => {
    beforeAll(async () => {
      for (const seed of seeds) {
        const story = await tell(seed);
        const verdict = judge(story);
        for (const claim of claims) seen.set(claim, (seen.get(claim) ?? 0) + (verdict.seen[claim] ?? 0));
        for (const { claim, what } of verdict.problems)
          failing.set(claim, [...(failing.get(claim) ?? []), { seed, what, trace: story.trace }]);
        if (ONLY !== null) console.info(story.trace.join("\n"));
      }
    }, 600_000);

    it.each(claims.map((claim) => ({ claim, title: TITLES[claim] })))("$title", ({ claim }) => {
      const problems = failing.get(claim) ?? [];
      expect(problems.length, problems.slice(0, PRINTED).map(printed).join("\n\n")).toBe(0);
      if (ONLY === null) expect(seen.get(claim)).toBeGreaterThan(0);
    });

    it("states every claim that these stories could contradict", () => {
      expect([...failing.keys()].filter((claim) => !claims.includes(claim))).toEqual([]);
    });
  });
}

function printed({ seed, what, trace }: Failing): string {
  return [`PAIR_SEED=${seed} (${styleOf(seed)}): ${what}`, ...trace].join("\n");
}
