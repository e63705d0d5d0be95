/**
 * The page docs/break-it.md and its recordings are what the exploration finds. This command writes them again:
 *
 *     npx vitest run --project unit tests/explore/lessons.test.ts --update
 */
import { beforeAll, describe, expect, it } from "vitest";
import { explore } from "../../tools/charts/explore/explore.ts";
import { type MarkKind, readRecording } from "../../tools/charts/inspector/reading.ts";
import { recordingOf } from "../../tools/charts/inspector/recording.ts";
import { withEdit } from "../charts/mutants.ts";
import { shrinkAndTell, type Told } from "./common/counterexamples.ts";
import { sentenceOf, tell } from "./common/tell.ts";
import { LESSONS, type Lesson } from "./lessons.ts";

interface Learnt extends Lesson, Told {
  runs: number;
}

const root = new URL("../../", import.meta.url);
const learnt: Learnt[] = [];

beforeAll(async () => {
  for (const lesson of LESSONS) learnt.push(await learn(lesson));
});

async function learn(lesson: Lesson): Promise<Learnt> {
  const { chart, edit, space } = lesson;
  return withEdit(chart, edit, async () => {
    const { counterexamples, runs } = await explore(space.subject(), {
      bounds: space.bounds,
      stopsAtFirst: true,
    });
    const [found] = counterexamples;
    if (!found) throw new Error(`Nothing breaks without ${lesson.rule}`);
    return { ...lesson, ...(await shrinkAndTell(space, found)), runs };
  });
}

describe("11-15 a rule that is taken out of a chart", () => {
  it("leaves a counterexample with the fewest choices, told in sentences", () => {
    const choicesOf = ({ story }: Told) => story.filter(({ kind }) => kind === "choice");
    expect(
      learnt.map((lesson) => [
        lesson.rule,
        lesson.counterexample.says,
        choicesOf(lesson).map(({ says }) => says),
      ]),
    ).toEqual([
      [
        "R7",
        "Room a101 and the call that crosses it are both given up.",
        ["mia calls anna.", "anna calls mia."],
      ],
      [
        "R9",
        "anna is joining in room a101, which its caller ended.",
        ["mia calls anna.", "anna accepts the call."],
      ],
      ["R10", "anna is in a call while anna2 is ringing.", ["mia calls anna.", "anna calls mia."]],
    ]);
  });

  it("has a recording that the inspector reads: its charts end free", () => {
    for (const { recording, space } of learnt) {
      const read = readRecording(recording);
      expect(read?.phones).toHaveLength(space.devices);
      if (!read) throw new Error("The inspector does not read it");
      const whole = recordingOf(read);
      const managers = [...whole.now.values()].filter(({ name }) => name === "callManager");
      expect(managers.map(({ value }) => value)).toEqual(Array.from({ length: space.devices }, () => "free"));
      expect(whole.lost).toBe(0);
    }
  });

  it("11-63 has a mark for each line of its story, with the kind of each act", () => {
    for (const { recording, story } of learnt) {
      const marks = readRecording(recording)?.marks ?? [];
      expect(marks.map(({ says }) => says)).toEqual(story.map(({ says }) => sentenceOf(says)));
      const kinds = new Set(marks.map(({ kind }) => kind));
      for (const kind of ["user", "media", "sent", "arrives", "confirmed", "follows"] as const)
        expect([...kinds]).toContain(kind);
      const isLoose = (kind: MarkKind) => kind === "follows" || kind === "other";
      expect(marks.filter(({ kind, phone }) => !isLoose(kind) && phone === undefined)).toEqual([]);
      expect(kinds.has("other")).toBe(false);
    }
  });

  it("is in docs/break-it.md, and its recording is part of the app", async () => {
    for (const { rule, recording } of learnt)
      await expect(recording).toMatchFileSnapshot(
        new URL(`public/lessons/${rule.toLowerCase()}.json`, root).pathname,
      );
    await expect(pageOf(learnt)).toMatchFileSnapshot(new URL("docs/break-it.md", root).pathname);
  });
});

function pageOf(lessons: readonly Learnt[]): string {
  return `${[
    "# Break it",
    "",
    "Take a [race rule](race-rules.md) out of a chart, and see what goes wrong. The explorer of `tests/explore` tried every run within bounds, with few choices first. These are the smallest runs that break a claim. Users and the network made the numbered choices; everything else follows.",
    "",
    '`npm start` and the links of a lesson play its recording: `/duo` step by step on phones, with the network\'s acts on a time line; `/inspector` with the charts alone. `npm run explore` runs the explorer with all rules, and saves a recording of what it finds: "Import" on both pages opens it.',
    ...lessons.flatMap(sectionOf),
  ].join("\n")}\n`;
}

function sectionOf({ rule, title, about, chart, out, counterexample, story, runs }: Learnt): string[] {
  return [
    "",
    `## ${rule}: ${title}`,
    "",
    about,
    "",
    `Out of [${chart}](charts/${chart}.md): ${out}. Broken after ${runs} runs: **${capital(counterexample.claim.replace(/^(R\d+ )+/, ""))}.** ${capital(counterexample.says)} Recording: \`/duo?recording=${rule.toLowerCase()}\`, \`/inspector?recording=${rule.toLowerCase()}\`.`,
    "",
    "```text",
    tell(story),
    "```",
  ];
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
