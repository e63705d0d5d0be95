import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ChartName, charts } from "../../../machines/index.ts";
import { sentenceOf } from "../../../tools/charts/paths/sentences.ts";
import { sourcesIn } from "../../charts/source-files.ts";
import { parseArguments } from "../../paths/report/arguments.ts";
import { chartsOf } from "../../paths/report/changed.ts";
import { run, testFileOf } from "../../paths/report/command.ts";
import { readScores, scoreInWords, sumOf } from "../../paths/report/mutation-scores.ts";
import { wordsOf } from "../../paths/report/reporter.ts";
import { expectationText } from "../../paths/report/sentences.ts";
import { chartLine, failureLines, type Outcome, plainPaint, totalLine } from "../../paths/report/table.ts";
import { door, throughTheDoor } from "./told.ts";

const score = { edits: 8, noticed: 6, explained: 1, open: 1 };
const outcome: Outcome = { chart: "door", report: door, score, pathFailures: [] };

describe("11-13 a path as a sentence", () => {
  it("lists the events in order and the end", () => {
    expect(sentenceOf(throughTheDoor)).toBe("user.knock, then user.open; ends in open");
  });

  it("merges repeated events, and names the resting state of an unfinished path", () => {
    const [knock, open] = throughTheDoor.steps;
    if (!knock || !open) throw new Error("the path has two steps");
    const steps = [knock, knock, open, knock, { ...knock, states: ["waiting", "lamp.lit"] }];
    expect(sentenceOf({ ...throughTheDoor, steps, isOver: false })).toBe(
      "user.knock twice, then user.open, then user.knock twice; comes to rest in waiting and lamp.lit",
    );
    const idle = { ...throughTheDoor, begins: { states: [""], sees: [] }, steps: [], isOver: false };
    expect(sentenceOf(idle)).toBe("as it begins; comes to rest in its only state");
  });

  it("describes what the user sees and does not see", () => {
    expect(
      ["button: Retry", "!button: Accept", "text: No messages yet", "textbox: Message = Hi"].map(
        expectationText,
      ),
    ).toEqual([
      'a button "Retry"',
      'no button "Accept"',
      'the words "No messages yet"',
      'a textbox "Message" with "Hi" in it',
    ]);
    expect(expectationText("button (busy): Sign in")).toBe('a button "Sign in", busy');
    expect(expectationText("!alert: ")).toBe("no alert");
  });
});

describe("11-13 the line of a chart", () => {
  it("shows states, transitions, decisions, paths and mutation score", () => {
    const words = chartLine(outcome, plainPaint).split(/\s{2,}/);
    expect(words).toEqual(["✓ door", "3/4", "2/5 (1 excused)", "5", "1", "6/8 75 %, 1 open"]);
  });

  it("is summed up in the total line", () => {
    const words = totalLine([outcome, outcome], plainPaint)
      .trim()
      .split(/\s{2,}/);
    expect(words).toEqual(["2 charts", "6/8", "4/10 (2 excused)", "10", "2", "12/16 75 %, 2 open"]);
  });

  it("marks a failure, and the last lines explain it", () => {
    const pathFailures = [{ suite: "paths", name: "user.knock", message: "the door is gone" }];
    const red = (_: string, words: string) => `[${words}]`;
    expect(chartLine({ ...outcome, pathFailures }, red)).toMatch(/^\[✗\] \[door .* 1 failed\]$/);
    const lines = failureLines([outcome, { ...outcome, pathFailures }], plainPaint).join("\n");
    expect(lines).toContain("✗ door, paths: user.knock\n    the door is gone");
    expect(lines).toMatch(/1 failed in door\.$/);
    expect(failureLines([outcome], plainPaint)).toEqual(["Every path leads where the tables say."]);
  });

  it("tells a cause once, and how many paths fail for it", () => {
    const failure = (name: string, reason: string) => ({
      ...{ suite: "paths", name },
      message: `${reason}\nafter "${name}", machines/door.ts:3`,
    });
    const jam = "views read: isOpen is false instead of true";
    const pathFailures = [
      failure("user.knock", jam),
      failure("user.ring", "status: x"),
      failure("user.open", jam),
    ];
    const lines = failureLines([{ ...outcome, pathFailures }], plainPaint);
    expect(lines.filter((line) => line.includes(jam))).toHaveLength(1);
    expect(lines).toContain("    and 1 more for the same reason");
    expect(lines.join("\n")).toContain('after "user.knock", machines/door.ts:3');
    expect(lines.at(-1)).toBe("3 failed in door.");
  });

  it("names the file and line of an error that is no difference from a table", () => {
    const stacks = [
      { method: "resolve", file: `${process.cwd()}/node_modules/xstate/x.js`, line: 1, column: 1 },
      { method: "", file: `${process.cwd()}/machines/app/toasts.ts`, line: 46, column: 3 },
    ];
    const error = { name: "Error", message: "Child state 'gone' does not exist", stacks };
    expect(wordsOf(error)).toBe("Child state 'gone' does not exist\nmachines/app/toasts.ts:46");
    expect(wordsOf({ ...error, name: "Mismatch", message: "status: a" })).toBe("status: a");
    expect(wordsOf({ ...error, expected: "", actual: "in open: leads nowhere" })).toBe(
      "in open: leads nowhere",
    );
  });

  it("reports tests that did not run", () => {
    const pathFailures = [{ suite: "the file", name: "did not run", message: "no such module" }];
    expect(chartLine({ ...outcome, report: null, pathFailures }, plainPaint)).toContain("did not run");
  });
});

describe("11-13 mutation scores", () => {
  it("match docs/mutation.md and add up", () => {
    const scores = readScores(readFileSync("docs/mutation.md", "utf8"));
    expect(scores.has("caller")).toBe(true);
    expect([...scores.keys()].filter((name) => !Object.hasOwn(charts, name))).toEqual([]);
    for (const { edits, noticed, explained, open } of scores.values())
      expect(noticed + explained + open).toBe(edits);
  });

  it("are read only from the table", () => {
    const scores = readScores(
      "# Edits\n\n| chart | edits |\n|---|---:|\n| door | 8 | 6 | 1 | 1 | 4f0ead5a |\n| notes | x |\n",
    );
    expect([...scores]).toEqual([["door", score]]);
    expect(scoreInWords(scores.get("door"))).toBe("6/8 75 %, 1 open");
    expect(scoreInWords(scores.get("notes"))).toBe("not tried");
    expect(sumOf([])).toBeNull();
  });

  it("say so if the chart was changed since the edits were tried", () => {
    const row = "| door | 8 | 6 | 1 | 1 | 4f0ead5a |\n";
    const scores = readScores(row, (chart, fingerprint) => chart === "door" && fingerprint === "11111111");
    expect(scoreInWords(scores.get("door"))).toBe("6/8 75 %, 1 open, older than the chart");
    const current = readScores(row, (_, fingerprint) => fingerprint === "4f0ead5a");
    expect(scoreInWords(current.get("door"))).toBe("6/8 75 %, 1 open");
  });
});

describe("11-13 command line arguments", () => {
  const all = {
    ...{ kind: "walk", charts: [], onlyChanged: false, isWatching: false },
    ...{ html: null, isCounted: false },
  };

  it("select charts by name or file name", () => {
    expect(parseArguments([])).toEqual(all);
    expect(parseArguments(["caller", "sign-in", "caller"])).toEqual({ ...all, charts: ["caller", "signIn"] });
  });

  it("request the page with an optional path", () => {
    expect(parseArguments(["--html"])).toEqual({ ...all, html: "docs/paths.html" });
    expect(parseArguments(["--html", "caller"])).toMatchObject({
      charts: ["caller"],
      html: "docs/paths.html",
    });
    expect(parseArguments(["caller", "--html", "out.html"])).toMatchObject({
      charts: ["caller"],
      html: "out.html",
    });
    expect(parseArguments(["--html=my.htm"])).toMatchObject({ html: "my.htm" });
  });

  it("request a replay, which excludes other arguments", () => {
    const replay = { kind: "replay", file: "call.json" };
    expect(parseArguments(["--replay", "call.json"])).toEqual({ ...replay, isSaved: false });
    expect(parseArguments(["--replay", "call.json", "--save"])).toEqual({ ...replay, isSaved: true });
    for (const args of [["--replay"], ["--replay", "--html"], ["caller", "--replay", "call.json"]])
      expect(parseArguments(args)).toMatchObject({ kind: "refuse" });
  });

  it("select the charts that have changed, or walk again after each change", () => {
    expect(parseArguments(["--changed"])).toEqual({ ...all, onlyChanged: true });
    expect(parseArguments(["caller", "--watch"])).toEqual({ ...all, charts: ["caller"], isWatching: true });
    for (const args of [
      ["caller", "--changed"],
      ["--watch", "--html"],
      ["--changed", "--replay", "call.json"],
    ])
      expect(parseArguments(args)).toMatchObject({ kind: "refuse" });
  });

  it("11-62 request the counts, which a run that repeats does not write", () => {
    expect(parseArguments(["--counts", "caller"])).toEqual({ ...all, charts: ["caller"], isCounted: true });
    for (const other of [["--watch"], ["--replay", "call.json"]])
      expect(parseArguments(["--counts", ...other])).toMatchObject({ kind: "refuse" });
  });

  it("with an unknown chart print the known charts and run nothing", async () => {
    const said: string[] = [];
    const terminal = {
      say: (line: string) => said.push(line),
      hasColours: false,
      loadVitest: () => Promise.reject(new Error("nothing is to run")),
    };
    expect(await run(["caler"], terminal)).toBe(1);
    expect(said.join()).toContain('no chart "caler"');
    for (const name of Object.keys(charts)) expect(said.join()).toContain(name);
    expect(await run(["--fast"], terminal)).toBe(1);
    expect(await run(["--help"], terminal)).toBe(0);
  });

  it("find the charts whose file, model or imports have changed", () => {
    const sources = ["machines", "tests/paths/models"].flatMap(sourcesIn);
    expect(chartsOf(["machines/app/toasts.ts"], sources)).toContain("toasts");
    expect(chartsOf(["tests/paths/models/calls/caller.ts"], sources)).toContain("caller");
    const byRules = chartsOf(["machines/calls/call-rules.ts"], sources);
    expect(byRules).toEqual(expect.arrayContaining(["callManager", "caller", "callee"]));
    expect(byRules).not.toContain("downloads");
    expect(chartsOf(["machines/README.md", ""], sources)).toEqual([]);
  });

  it("find the test file of every chart", () => {
    const names = Object.keys(charts) as ChartName[];
    expect(names.filter((name) => !existsSync(testFileOf(name)))).toEqual([]);
  });
});
