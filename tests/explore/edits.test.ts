/**
 * The edits of the explored charts, tried by the joined charts instead of the tables and paths of a single one. An edit
 * is noticed if a claim breaks, if a situation is not met any more, or if a chart throws.
 *
 *     npm run explore:edits                                    the explained edits: about half an hour
 *     JUDGE=caller,history npm run explore:edits
 *     JUDGE=caller JUDGE_EDITS=calling npm run explore:edits   all edits with such a name
 */
import { describe, expect, it } from "vitest";
import type { ChartName } from "../../machines/index.ts";
import { explore } from "../../tools/charts/explore/explore.ts";
import { editsOf } from "../../tools/charts/mutate/edits.ts";
import { sourceOf, withEdit } from "../charts/mutants.ts";
import { survivors } from "../charts/survivors.ts";
import { claims as claimsOfCalls } from "./calls/claims.ts";
import { SLICES as CALLS } from "./calls/spaces.ts";
import type { Space } from "./common/space.ts";
import { claims as claimsOfMessages } from "./messages/claims.ts";
import { SLICES as MESSAGES } from "./messages/spaces.ts";

interface Judge {
  spaces: readonly Space[];
  /** The situations that the spaces meet together. */
  situations: readonly string[];
}

const calls: Judge = { spaces: CALLS, situations: Object.keys(claimsOfCalls.sometimes) };
const messages: Judge = { spaces: MESSAGES, situations: Object.keys(claimsOfMessages.sometimes) };

const JUDGES: Partial<Record<ChartName, Judge>> = {
  callManager: calls,
  caller: calls,
  callee: calls,
  callRoom: calls,
  mediaSession: calls,
  mediaDevice: calls,
  history: messages,
  historyGaps: messages,
  outbox: messages,
  outgoingMessage: messages,
};

const wanted = process.env.JUDGE;
const pattern = process.env.JUDGE_EDITS;

/** Milliseconds, enough for all edits of a chart on a busy machine. */
const PATIENCE = 240 * 60_000;

describe.runIf(wanted)("11-14 edits tried by the joined charts", () => {
  const judged = Object.entries(JUDGES).filter(
    ([name]) => wanted === "all" || wanted?.split(",").includes(name),
  ) as [ChartName, Judge][];

  it.each(judged)(
    "%s",
    async (name, judge) => {
      const edits = editsOf(sourceOf(name)).map((edit) => edit.name);
      const explained = survivors[name] ?? {};
      const tried = edits.filter((edit) =>
        pattern === undefined ? edit in explained : new RegExp(pattern).test(edit),
      );
      let noticed = 0;
      for (const edit of tried) {
        const objection = await withEdit(name, edit, () => objectionOf(judge)).catch(String);
        if (objection === null) console.info(`${name}: nothing notices "${edit}"`);
        else {
          noticed += 1;
          if (edit in explained) console.info(`${name}: "${edit}" is noticed: ${objection}`);
        }
      }
      console.info(`${name}: ${noticed} of ${tried.length} edits noticed`);
      expect(tried.length).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});

/** Returns what the joined charts break, or do not meet any more; null for nothing. */
async function objectionOf({ spaces, situations }: Judge): Promise<string | null> {
  const met = new Set<string>();
  for (const space of spaces) {
    const { counterexamples, seen } = await explore(space.subject(), {
      bounds: space.bounds,
      stopsAtFirst: true,
    });
    const [first] = counterexamples;
    if (first) return `${first.claim}: ${first.says} (${space.name})`;
    for (const situation of seen.keys()) met.add(situation);
  }
  const missing = situations.filter((situation) => !met.has(situation));
  return missing.length > 0 ? `not met: ${missing.join(", ")}` : null;
}
