import { type ChartName, charts } from "../../../machines/index.ts";
import { hasNoModel } from "../models/without-model.ts";

export interface Walk {
  kind: "walk";
  /** Empty for all charts. */
  charts: readonly ChartName[];
  /** Whether to choose the charts that differ from the main branch. */
  onlyChanged: boolean;
  /** Whether to walk again after each change of a file. */
  isWatching: boolean;
  html: string | null;
  /** Whether to write the number of paths of each state and transition. */
  isCounted: boolean;
}

export type Wish =
  | Walk
  | { kind: "replay"; file: string; isSaved: boolean }
  | { kind: "mine"; file: string }
  | { kind: "help" }
  | { kind: "refuse"; problem: string };

export const USAGE = [
  "npm run paths                        walks the paths of every chart",
  "npm run paths -- caller signIn       of these charts",
  "npm run paths -- --changed           of the charts that differ from the main branch, with what they import",
  "npm run paths -- --watch             walks them again after each change of a file",
  "npm run paths -- --html [file.html]  writes them as a page, too (docs/paths.html)",
  "npm run paths -- --counts            writes how many walk each state, for the inspector (docs/tested/walks.json)",
  "npm run paths -- --replay file.json  runs a recording of the inspector as a test",
  "                 --save               and keeps it in tests/paths/recordings, which npm test replays",
  "npm run paths -- --mine file.json    names the transitions of a recording that no path takes",
].join("\n");

const PAGE = "docs/paths.html";
const PLAIN = "tests/unit/plain-charts.test.ts";

/** Reads the arguments; refuses anything unknown instead of guessing. */
export function parseArguments(args: readonly string[]): Wish {
  const names: ChartName[] = [];
  let html: string | null = null;
  let onlyChanged = false;
  let isWatching = false;
  let isCounted = false;
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [flag = "", value] = splitFlag(word);
    if (flag === "--help") return { kind: "help" };
    if (flag === "--replay") {
      const file = value ?? rest.shift();
      if (file === undefined || file === "" || file.startsWith("--"))
        return refuse("--replay wants a file, as the inspector exports it.");
      const isSaved = rest[0] === "--save";
      const [more] = [...names, ...rest.slice(isSaved ? 1 : 0)];
      if (more !== undefined || html !== null || onlyChanged || isWatching || isCounted)
        return refuse("--replay takes only --save: the recording says which charts.");
      return { kind: "replay", file, isSaved };
    }
    if (flag === "--mine") {
      const file = value ?? rest.shift();
      if (file === undefined || file === "" || file.startsWith("--"))
        return refuse("--mine wants a file, as the inspector exports it.");
      const [more] = [...names, ...rest];
      if (more !== undefined || html !== null || onlyChanged || isWatching || isCounted)
        return refuse("--mine takes nothing else: the recording says which charts.");
      return { kind: "mine", file };
    }
    if (flag === "--html") {
      const next = rest[0]?.endsWith(".html") ? rest.shift() : undefined;
      html = value ?? next ?? PAGE;
    } else if (flag === "--changed") onlyChanged = true;
    else if (flag === "--watch") isWatching = true;
    else if (flag === "--counts") isCounted = true;
    else if (flag.startsWith("-")) return refuse(`There is no ${flag}.\n\n${USAGE}`);
    else {
      const name = chartNamed(word);
      if (!name) return refuse(`There is no chart "${word}". There are: ${allCharts.join(", ")}.`);
      if (hasNoModel(name)) return refuse(`${name} has no paths. Its tests are in ${PLAIN}.`);
      if (!names.includes(name)) names.push(name);
    }
  }
  if (onlyChanged && names.length > 0) return refuse("--changed chooses the charts: give no names.");
  if (isWatching && html !== null) return refuse("--watch writes no page.");
  if (isWatching && isCounted) return refuse("--watch writes no counts.");
  return { kind: "walk", charts: names, onlyChanged, isWatching, html, isCounted };
}

const allCharts = Object.keys(charts) as ChartName[];

/** A chart by its name or by its file name: "sign-in". */
function chartNamed(word: string): ChartName | undefined {
  const plain = (name: string) => name.replaceAll("-", "").toLowerCase();
  return allCharts.find((name) => plain(name) === plain(word));
}

function splitFlag(word: string): [flag: string, value?: string] {
  const at = word.indexOf("=");
  return word.startsWith("--") && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word];
}

function refuse(problem: string): Wish {
  return { kind: "refuse", problem };
}
