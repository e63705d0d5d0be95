import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFollower } from "./chooser.ts";
import { type Counterexample, explore } from "./explore.ts";
import { shrink } from "./shrink.ts";
import { type Line, subjectOf, type WorldToExplore } from "./world.ts";

export interface ExploreOptions {
  worlds: ReadonlyMap<string, WorldToExplore>;
  out: string;
  /** The most runs of a world. */
  runs: number;
  say(line: string): void;
}

/** Explores each world within its bounds. Returns 1 if a claim breaks, never holds, or not every run is tried. */
export async function exploreWorlds({ worlds, out, runs, say }: ExploreOptions): Promise<number> {
  mkdirSync(out, { recursive: true });
  let code = 0;
  for (const [name, world] of worlds) {
    const { bounds, claims } = world;
    const report = await explore(subjectOf(world), { bounds, isOver: (count) => count >= runs });
    say(`${name}: ${report.states} states, ${report.choices} choices, ${report.runs} runs`);
    if (!report.isFinished) say(`  STOPPED after ${runs} runs. There are more.`);
    const unseen = Object.keys(claims.sometimes ?? {}).filter((claim) => !report.seen.has(claim));
    for (const claim of unseen) say(`  NEVER: ${claim}`);
    const page: string[] = [];
    for (const found of report.counterexamples) {
      const smallest = await shrink(subjectOf(world), found, bounds);
      const story = await storyOf(world, smallest);
      say(`  BROKEN: ${smallest.claim}. ${smallest.says}`);
      for (const line of story) say(`    ${line}`);
      page.push(`## ${smallest.claim}`, `${smallest.says}:`, story.join("\n"));
    }
    const file = join(out, `${name}.broken.md`);
    if (page.length > 0) writeFileSync(file, `${[`# Broken claims of ${name}`, ...page].join("\n\n")}\n`);
    else rmSync(file, { force: true });
    if (!report.isFinished || unseen.length + page.length > 0) code = 1;
  }
  return code;
}

/** The steps of a run, numbered. What is not the usual step is marked. */
async function storyOf(world: WorldToExplore, { claim, deviations }: Counterexample): Promise<string[]> {
  const lines: Line[] = [];
  const { broken } = await subjectOf(world, (line) => lines.push(line))(
    createFollower(deviations, () => true),
  );
  if (!broken.some((one) => one.claim === claim)) throw new Error("The run cannot be repeated.");
  return lines.map(({ says, isUsual }, index) => `${index + 1}. ${isUsual ? says : `**${says}**`}`);
}
