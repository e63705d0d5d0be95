import {
  type Area,
  type Layout,
  markSize,
  type PlacedArrow,
  type PlacedBox,
  type Point,
  padding,
} from "./layout.ts";
import { heightOf, type Line, pillWidth, styles, widest, widthOf } from "./lettering.ts";

/** Colours follow the user's colour scheme; sizes come from `lettering.ts`. */
const look = `
  :root { color-scheme: light dark; --page: #ffffff; --box: #f6f8fb; --inner: #ffffff; --line: #c5cfdb; --text: #10151c;
    --quiet: #5a6675; --accent: #0064c8; --soft: #e5f1ff; --end: #e9edf2; }
  @media (prefers-color-scheme: dark) { :root { --page: #0f141b; --box: #171e27; --inner: #1f2833; --line: #3b4858;
    --text: #eef2f7; --quiet: #a3b0c0; --accent: #6cb4ff; --soft: #16324f; --end: #2a3441; } }
  text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; fill: var(--text); white-space: pre; }
${Object.entries(styles)
  .map(([name, { size, weight }]) => `  .${name} { font-size: ${size}px; font-weight: ${weight}; }`)
  .join("\n")}
  .note, .detail { fill: var(--quiet); }
  .part, .rule text { fill: var(--accent); }
  .rule rect { fill: var(--soft); stroke: none; }
  .rule text { font-size: 10px; font-weight: 600; }
  .state rect { stroke: var(--line); stroke-width: 1; }
  .odd { --fill: var(--box); }
  .even { --fill: var(--inner); }
  .chart { --fill: var(--page); }
  .final { --fill: var(--end); }
  .state rect { fill: var(--fill); }
  .words > rect { fill: var(--fill); opacity: 0.92; }
  .chart rect { stroke: none; }
  .region rect { stroke-dasharray: 5 4; }
  .final rect { stroke: var(--quiet); }
  .way { fill: none; stroke: var(--quiet); stroke-width: 1.25; }
  .label rect { fill: var(--page); opacity: 0.86; }
  .mark { fill: var(--text); }
  .head { fill: var(--quiet); }
`;

/** Only in drawings of two versions. */
const changesLook = `
  :root { --added: #1a7f37; --removed: #cf222e; --different: #9a6700; }
  @media (prefers-color-scheme: dark) { :root { --added: #57d364; --removed: #ff7b72; --different: #d9a520; } }
  .added { --change: var(--added); }
  .removed { --change: var(--removed); }
  .different { --change: var(--different); }
  .state:is(.added, .removed, .different) rect { stroke: var(--change); stroke-width: 2; }
  .way:is(.added, .removed) { stroke: var(--change); stroke-width: 1.75; }
  .head { fill: context-stroke; }
  text:is(.added, .removed) { fill: var(--change); }
  .removed { text-decoration: line-through; }
`;

const corner = 7;

/** Returns a standalone SVG. Boxes and arrows have their state's path for the inspector. */
export function svgOf(name: string, layout: Layout, showsChanges = false): string {
  const width = Math.ceil(layout.width) + 2;
  const height = Math.ceil(layout.height) + 2;
  const regions = new Set(
    layout.boxes
      .filter(({ box }) => box.kind === "parallel")
      .flatMap(({ box }) => box.boxes.map(({ path }) => path)),
  );
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-1 -1 ${width} ${height}" role="img" aria-label="The chart ${plain(name)}">`,
    `<style>${look}${showsChanges ? changesLook : ""}</style>`,
    `<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="head" d="M0 0.8 L7.5 4 L0 7.2 Z"/></marker></defs>`,
    ...layout.boxes.map((placed) => boxParts(placed, regions)),
    ...layout.arrows.map(wayParts),
    ...layout.marks.map(
      ({ x, y }) => `<circle class="mark" cx="${round(x)}" cy="${round(y)}" r="${markSize / 2 - 1}"/>`,
    ),
    ...layout.boxes.map(wordParts),
    ...layout.arrows.map(labelParts),
    "</svg>",
  ];
  return `${parts.filter((part) => part !== "").join("\n")}\n`;
}

function boxParts(placed: PlacedBox, regions: ReadonlySet<string>): string {
  const { box, area, depth } = placed;
  const kind = depth === 0 ? "chart" : box.kind === "final" ? "final" : regions.has(box.path) ? "region" : "";
  const { x, y, width, height } = area;
  const inner =
    box.kind === "final" ? rect({ x: x + 3, y: y + 3, width: width - 6, height: height - 6 }, 7) : "";
  const classes = [...new Set(["state", shadeOf(placed), kind, box.change ?? ""])]
    .filter((one) => one !== "")
    .join(" ");
  return `<g class="${classes}" data-state="${plain(box.path)}">${rect(area, 10)}${inner}</g>`;
}

/** Text is above the arrows, because some arrows cross the head of a box. */
function wordParts(placed: PlacedBox): string {
  const { box, area } = placed;
  const at = { x: area.x + padding, y: area.y + padding - 4 };
  const size = { width: widest(box.lines) + 8, height: heightOf(box.lines) + 2 };
  const behind = box.boxes.length === 0 ? "" : rect({ x: at.x - 4, y: at.y, ...size }, 4);
  return `<g class="words ${shadeOf(placed)}">${behind}${linesAt(box.lines, at)}${rulePill(box.rule, area)}</g>`;
}

const shadeOf = ({ box, depth }: PlacedBox): string =>
  depth === 0 ? "chart" : box.kind === "final" ? "final" : depth % 2 === 0 ? "even" : "odd";

function rulePill(rule: string | null, { x, y, width }: Area): string {
  if (rule === null) return "";
  const pill = pillWidth(rule);
  const left = x + width - pill - 8;
  return `<g class="rule">${rect({ x: left, y: y + 9, width: pill, height: 17 }, 8.5)}<text x="${round(left + 6)}" y="${round(y + 21)}">${plain(rule)}</text></g>`;
}

function wayParts({ arrow, way }: PlacedArrow): string {
  const name = arrow ? ` data-arrow="${plain(`${arrow.source}>${arrow.target}`)}"` : "";
  return way.length < 2
    ? ""
    : `<path class="${["way", ...(arrow?.change ? [arrow.change] : [])].join(" ")}"${name} d="${rounded(way)}" marker-end="url(#head)"/>`;
}

function labelParts({ arrow, label }: PlacedArrow): string {
  if (!arrow || !label) return "";
  return `<g class="label">${rect(label, 4)}${linesAt(arrow.lines, { x: label.x + 4, y: label.y + 2 })}</g>`;
}

function linesAt(lines: readonly Line[], { x, y }: Point): string {
  let bottom = y;
  return lines
    .map((line) => {
      const { height, size } = styles[line.style];
      bottom += height;
      const base = bottom - (height - size) / 2 - size * 0.16;
      const classes = line.of?.change ? `${line.style} ${line.of.change}` : line.style;
      return `<text class="${classes}"${spoken(line)} x="${round(x)}" y="${round(base)}" textLength="${widthOf(line)}" lengthAdjust="spacingAndGlyphs">${plain(line.text)}</text>`;
    })
    .join("");
}

function spoken({ of }: Line): string {
  if (!of) return "";
  return ` data-source="${plain(of.source)}" data-target="${plain(of.target)}" data-events="${plain(of.events.join("|"))}"`;
}

function rect({ x, y, width, height }: Area, radius: number): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;
}

function rounded(way: readonly Point[]): string {
  const [start, ...rest] = way;
  if (!start) return "";
  const parts = [`M${at(start)}`];
  for (const [index, point] of rest.entries()) {
    const [before, after] = [way[index], rest[index + 1]];
    if (!before || !after) parts.push(`L${at(point)}`);
    else parts.push(`L${at(toward(point, before))}`, `Q${at(point)} ${at(toward(point, after))}`);
  }
  return parts.join(" ");
}

function toward(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const part = distance === 0 ? 0 : Math.min(corner, distance / 2) / distance;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const round = (value: number) => Math.round(value * 10) / 10;
const plain = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
