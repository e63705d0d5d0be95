import { readFileSync } from "node:fs";
import { sentenceOf, statesInWords } from "../../../tools/charts/paths/sentences.ts";
import { client, type PlayedChart, type PlayedStep, type Seen } from "./client.ts";
import { coloured, escaped } from "./coverage.ts";
import { look } from "./look.ts";
import { scoreInWords } from "./mutation-scores.ts";
import { expectationText } from "./sentences.ts";
import { countsOf, type Outcome } from "./table.ts";
import type { ChartReport, Place, ToldPath } from "./told.ts";

const drawingOf = (chart: string) => readFileSync(`docs/charts/${chart}.svg`, "utf8");

export function pageOf(outcomes: readonly Outcome[], readDrawing = drawingOf): string {
  const told = outcomes.flatMap(({ report, ...outcome }) => (report ? [{ ...outcome, report }] : []));
  const sorted = told.sort((a, b) => a.chart.localeCompare(b.chart));
  const drawings = new Map(sorted.map(({ chart }) => [chart, readDrawing(chart)]));
  const [states, transitions, decisions, paths] = countsOf(sorted.map(({ report }) => report));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parley: the paths</title>
<style>${styleOf([...drawings.values()][0] ?? "")}${look}</style>
</head>
<body data-view="list">
<header>
<h1><a href="#">The paths of Parley</a></h1>
<p>${sorted.length} charts, ${states} states, ${escaped(transitions ?? "")} transitions, ${decisions} decisions, ${paths} paths</p>
</header>
<nav aria-label="Charts"><ol>${sorted.map(chartLink).join("")}</ol></nav>
<main></main>
${sorted.map((one) => chartPart(one, drawings.get(one.chart) ?? "")).join("\n")}
<script>(${client.toString()})()</script>
</body>
</html>
`;
}

type Told = Omit<Outcome, "report"> & { report: ChartReport };

/** All drawings share one style, so the page has it once. */
const styleOf = (svg: string) => /<style>([^<]*)<\/style>/.exec(svg)?.[1] ?? "";

function chartLink({ chart, report, pathFailures, score }: Told): string {
  const covered = report.transitions.filter(({ isTaken, excuse }) => isTaken || excuse !== null).length;
  const share = report.transitions.length === 0 ? 100 : (100 * covered) / report.transitions.length;
  const words = pathFailures.length > 0 ? `${pathFailures.length} failed` : `${report.paths} paths`;
  const mutants = score ? `${Math.floor((100 * score.noticed) / Math.max(1, score.edits))} %` : "–";
  return `<li><a href="#${chart}"${pathFailures.length > 0 ? ' class="is-broken"' : ""}><b>${chart}</b><span>${words}</span><span title="mutants noticed">${mutants}</span><i style="--share:${share.toFixed(1)}%"></i></a></li>`;
}

function chartPart({ chart, report, score, pathFailures }: Told, drawing: string): string {
  const [states = "", transitions = "", decisions = "", paths = ""] = countsOf([report]);
  const numbers = [
    ["states", states],
    ["transitions", transitions],
    ["decisions", decisions],
    ["paths", paths],
    ["mutants noticed", `${scoreInWords(score)}${score?.explained ? ` (${score.explained} explained)` : ""}`],
  ];
  const suites = [...new Set(report.told.map(({ suite }) => suite))];
  const isBroken = (path: ToldPath) =>
    pathFailures.some(({ suite, name }) => suite === path.suite && name === path.name);
  return `<template id="chart-${chart}">
<h2><a class="up" href="#" aria-label="All charts">‹</a>${chart}</h2>
<dl>${numbers.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value ?? "")}</dd></div>`).join("")}</dl>
${pathFailures.map(({ suite, name, message }) => `<details class="path-failure" open><summary>${escaped(`${suite}: ${name}`)}</summary><pre>${escaped(message)}</pre></details>`).join("")}
<section class="stage" aria-label="The drawing">
<div class="sheet">
<div class="board" tabindex="0">${coloured(drawing, report).replace(/<style>[^<]*<\/style>/, "")}</div>
<div class="tools"><button data-zoom="0.8" aria-label="Smaller">−</button><button data-zoom="1.25" aria-label="Larger">+</button><button data-zoom="whole">Whole</button>
<ul class="legend"><li data-cover="walked">walked</li><li data-cover="part">in part</li><li data-cover="excused">not, with a reason</li><li data-cover="missed">not walked</li></ul></div>
</div>
<section class="player" aria-label="The path" tabindex="-1" hidden>
<div class="keys"><button data-to="back" aria-label="One step back">←</button><span class="count" aria-live="polite"></span><button data-to="next" aria-label="One step on">→</button><button data-to="close" aria-label="Leave the path">×</button></div>
<ol class="steps" start="0"></ol>
<h3>In <span class="where"></span></h3>
<p class="nothing">The table says nothing about the screen here.</p>
<ul class="sees" aria-label="What the person sees"></ul>
</section>
</section>
<section class="paths" aria-label="Paths">
<label>Paths with <input type="search" placeholder="a state or an event"></label>
${suites.map((suite) => pathList(report, suite, isBroken)).join("")}
</section>
</template>
<script type="application/json" id="paths-${chart}">${JSON.stringify(playedOf(report)).replaceAll("<", "\\u003c")}</script>`;
}

function pathList({ told }: ChartReport, suite: string, isBroken: (path: ToldPath) => boolean): string {
  const lines = told.flatMap((path, number) => {
    if (path.suite !== suite) return [];
    const broken = isBroken(path) ? ' class="is-broken"' : "";
    return [`<li><button data-play="${number}"${broken}>${escaped(sentenceOf(path))}</button></li>`];
  });
  return `<h3>${lines.length} ${escaped(suite)}</h3><ol>${lines.join("")}</ol>`;
}

/** Paths as the page plays them, with each text stored once. */
export function playedOf({ told }: ChartReport): PlayedChart {
  const [ways, places, labels] = [
    new Once<PlayedChart["ways"][number]>(),
    new Once<PlayedChart["places"][number]>(),
    new Once<string>(),
  ];
  const placeOf = ({ states, sees }: Place) => {
    const seen = [...new Set(sees)].map((line): Seen => [!line.startsWith("!"), expectationText(line)]);
    return places.add({ states, words: statesInWords(states), sees: seen });
  };
  const paths = told.map(({ begins, steps }) => ({
    begins: placeOf(begins),
    steps: steps.map(
      (step): PlayedStep => [labels.add(step.label), placeOf(step), step.took.map((way) => ways.add(way))],
    ),
  }));
  return { ways: ways.all, places: places.all, labels: labels.all, paths };
}

class Once<Thing> {
  readonly all: Thing[] = [];
  readonly #known = new Map<string, number>();

  add(thing: Thing): number {
    const key = JSON.stringify(thing);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.all.length);
    return this.all.push(thing) - 1;
  }
}
