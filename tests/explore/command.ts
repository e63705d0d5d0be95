/** `npm run explore`: explores every space of calls, group calls, messages and sessions, and tells what breaks. */
import { mkdir, writeFile } from "node:fs/promises";
import { tour } from "../../tools/charts/explore/tour.ts";
import { SPACES as CALLS } from "./calls/spaces.ts";
import { shrinkAndTell } from "./common/counterexamples.ts";
import { tell } from "./common/tell.ts";
import { SPACES as GROUPS } from "./groups/spaces.ts";
import { SPACES as MESSAGES } from "./messages/spaces.ts";
import { SPACES as SESSIONS } from "./sessions/spaces.ts";

const SPACES = [
  ...CALLS.map((space) => ({ space, name: `calls: ${space.name}` })),
  ...[...GROUPS, ...MESSAGES, ...SESSIONS].map((space) => ({ space, name: space.name })),
];
const FOLDER = "tests/.artifacts";

const USAGE = `npm run explore                        explores every space
npm run explore messages               explores those of messages; also calls, groups and sessions
npm run explore calls: three users     explores the spaces whose name begins so

The spaces:
${SPACES.map(({ name }) => name).join("\n")}`;

/**
 * Explores the spaces whose name begins with `words`. Returns the exit code: 1 if a claim breaks or there is no such
 * space.
 */
export async function run(words: readonly string[], say: (line: string) => void): Promise<number> {
  const beginning = words.join(" ");
  if (beginning === "--help") {
    say(USAGE);
    return 0;
  }
  const wanted = SPACES.filter(({ name }) => name.startsWith(beginning));
  if (wanted.length === 0) {
    say(`The name of no space begins with "${beginning}".\n\n${USAGE}`);
    return 1;
  }
  let broken = 0;
  for (const { space, name } of wanted) {
    const { devices, bounds } = space;
    const limits = Object.entries(bounds).flatMap(([what, most]) => (most > 0 ? `${what}: ${most}` : []));
    say(`${name} (${devices} devices; at most ${limits.join(", ")})`);
    const began = performance.now();
    const report = await tour(space.subject(), { bounds });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    say(
      `  ${report.states} states, ${report.choices} choices, ${report.runs} runs of up to ${report.longest} points, ${seconds} s`,
    );
    for (const [claim, count] of report.seen) say(`  ${String(count).padStart(8)} runs: ${claim}`);
    for (const found of report.counterexamples) {
      broken += 1;
      const { counterexample, story, recording } = await shrinkAndTell(space, found);
      const file = `${FOLDER}/explored-${broken}.json`;
      await mkdir(FOLDER, { recursive: true });
      await writeFile(file, recording);
      say(`  BROKEN: ${counterexample.claim}. ${counterexample.says}`);
      say(tell(story));
      say(`  The inspector opens its recording: ${file}`);
    }
  }
  return broken > 0 ? 1 : 0;
}
