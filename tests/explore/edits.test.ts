/**
 * The edits of the explored charts, tried by the joined charts instead of the tables and paths of a single one. An edit
 * is noticed if a claim breaks, if a situation is not met any more, or if a chart throws. The scores are written into
 * docs/mutation.md, unless a part is tried only.
 *
 *     npm run explore:edits                                    the explained edits
 *     JUDGE=caller,history npm run explore:edits
 *     JUDGE=caller JUDGE_EDITS=all npm run explore:edits
 *     JUDGE=caller JUDGE_EDITS=calling npm run explore:edits   all edits with such a name
 *
 * With `JUDGE_MINUTES=5` each chart stops after five minutes. The edits come in a drawn order, so those are a sample.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ChartName } from "../../machines/index.ts";
import { editsOf } from "../../tools/charts/mutate/edits.ts";
import { chosenCharts } from "../charts/chosen-charts.ts";
import { sourceOf } from "../charts/mutants.ts";
import { type Joined, rowsIn, withRow } from "../charts/mutation-rows.ts";
import { fingerprintOf } from "../charts/source-fingerprint.ts";
import { survivors } from "../charts/survivors.ts";
import { createRandom } from "../pair/random.ts";
import { JUDGED, objectionTo, transitionIn } from "./judge.ts";

const wanted = process.env.JUDGE;
const which = process.env.JUDGE_EDITS ?? "explained";

const minutes = Number(process.env.JUDGE_MINUTES ?? Number.POSITIVE_INFINITY);

const REPORT = "docs/mutation.md";

/** Milliseconds, enough for all edits of a chart on a busy machine. */
const PATIENCE = 240 * 60_000;

describe("11-14 an edit of a transition that no run takes", () => {
  it.each([
    ["callee", "accepting on signal.cancel: drop", "callee accepting on signal.cancel"],
    ["caller", "inRoom.calling on signal.reject #2 actions: drop", "caller inRoom.calling on signal.reject"],
    ["callee", "ringing after ringTimeout: drop", "callee ringing after ringTimeout"],
    ["callee", "inRoom invoke onError actions: drop #1", "callee inRoom onError"],
    ["callManager", "on signal.cancel: drop", "callManager  on signal.cancel"],
  ] as const)("is not tried: %s, %s", (name, edit, transition) => {
    expect(transitionIn(name, edit)).toBe(transition);
  });

  it.each([
    ["callee", "accepting on signal.cancel guard: drop"],
    ["callManager", "actions dial heardAt: 0 is 1"],
    ["mediaDevice", "on on user.flip target: lead to off"],
    ["caller", "inRoom.connected.talking entry: drop #1"],
  ] as const)("may change more: %s, %s", (name, edit) => {
    expect(transitionIn(name, edit)).toBeNull();
  });
});

describe.runIf(wanted)("11-14 edits tried by the joined charts", () => {
  const names = Object.keys(JUDGED) as ChartName[];

  it.each(chosenCharts(wanted, names))(
    "%s",
    async (name) => {
      const explained = survivors[name] ?? {};
      const edits = drawn(
        editsOf(sourceOf(name)).flatMap(({ name: edit }) => (isWanted(edit, explained) ? [edit] : [])),
        Number.parseInt(fingerprintOf(name), 16),
      );
      const began = performance.now();
      let tried = 0;
      let noticed = 0;
      for (const edit of edits) {
        if (performance.now() - began > minutes * 60_000) break;
        const objection = await objectionTo(name, edit);
        tried += 1;
        if (objection === null) console.info(`${name}: nothing notices "${edit}"`);
        else {
          noticed += 1;
          if (edit in explained) console.info(`${name}: "${edit}" is noticed: ${objection}`);
        }
      }
      console.info(`${name}: ${noticed} of ${tried} edits noticed`);
      if (which === "all" || which === "explained")
        report(name, { noticed, tried, which, source: fingerprintOf(name) });
      expect(tried).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});

function drawn(edits: readonly string[], seed: number): readonly string[] {
  const chance = createRandom(seed);
  const left = [...edits];
  return edits.flatMap(() => left.splice(Math.floor(chance.between(0, left.length)), 1));
}

function isWanted(edit: string, explained: Readonly<Record<string, string>>): boolean {
  if (which === "explained") return edit in explained;
  return which === "all" || new RegExp(which).test(edit);
}

function report(name: ChartName, joined: Joined): void {
  const page = readFileSync(REPORT, "utf8");
  const row = rowsIn(page).get(name);
  if (row) writeFileSync(REPORT, withRow(page, name, { ...row, joined }));
}
