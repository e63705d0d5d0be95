import {
  type ChartDescription,
  type StateDescription,
  statesOf,
  type TransitionDescription,
} from "./description.ts";
import type { Picture, Pictures } from "./pictures.ts";

/**
 * Returns Markdown: the chart's description, its drawing, its states, a row for each transition, and the pictures of
 * states.
 */
export function chartPage({ name, root }: ChartDescription, pictures: Pictures = {}): string {
  const states = statesOf(root).filter((state) => state !== root);
  const transitions = statesOf(root).flatMap((state) => state.transitions);
  return [
    `# ${name}`,
    ...paragraph(root.description),
    `![The chart ${name}](${name}.svg)`,
    ...paragraph(livingParts(root)),
    ...(states.length === 0
      ? []
      : [
          "## States",
          table(
            ["state", "kind", "why it exists", "rule"],
            states.map((state) => stateRow(state, pictures[state.path])),
          ),
        ]),
    "## Transitions",
    table(["state", "event", "guard", "target", "actions"], transitions.map(transitionRow)),
    ...gallery(pictures),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

function paragraph(text: string | null): string[] {
  return text === null || text === "" ? [] : [text];
}

function livingParts({ invokes, entry, exit }: StateDescription): string {
  return [
    invokes.length > 0 ? `Runs ${codes(invokes)}.` : "",
    entry.length > 0 ? `On entry: ${codes(entry)}.` : "",
    exit.length > 0 ? `On exit: ${codes(exit)}.` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function stateRow(state: StateDescription, picture: Picture | undefined): string[] {
  const kind = state.kind === "atomic" ? "" : state.kind;
  const why = [state.description ?? "", livingParts(state)].filter((part) => part !== "").join(" ");
  const path = code(state.path);
  return [picture ? `[${path}](${picture.light})` : path, kind, why, state.rule ?? ""];
}

/** Pictures in a row of the gallery. */
const WIDE = 4;
/** In px. */
const WIDTH = 180;

/** Each picture once, with the states that look like it. */
function gallery(pictures: Pictures): string[] {
  const states = new Map<string, { picture: Picture; paths: string[] }>();
  for (const [path, picture] of Object.entries(pictures)) {
    const key = `${picture.light} ${picture.dark}`;
    const same = states.get(key);
    if (same) same.paths.push(path);
    else states.set(key, { picture, paths: [path] });
  }
  const cells = [...states.values()].map(({ picture, paths }) => {
    const dark =
      picture.dark === picture.light
        ? ""
        : `<source media="(prefers-color-scheme: dark)" srcset="${picture.dark}">`;
    const shown = `<picture>${dark}<img src="${picture.light}" width="${WIDTH}" alt="${paths.join(", ")}"></picture>`;
    return `${shown}<br>${paths.map(code).join("<br>")}`;
  });
  if (cells.length === 0) return [];
  const rows: string[][] = [];
  for (let at = 0; at < cells.length; at += WIDE) rows.push(cells.slice(at, at + WIDE));
  const wide = Math.min(WIDE, cells.length);
  const filled = rows.map((row) => [...row, ...Array<string>(wide - row.length).fill("")]);
  return ["## What a user sees", table(Array<string>(wide).fill(""), filled)];
}

function transitionRow({
  source,
  event,
  guard,
  targets,
  reenters,
  actions,
}: TransitionDescription): string[] {
  const target = targets.length === 0 ? "stays" : codes(targets.map((path) => path || "the chart"));
  return [
    source === "" ? "anywhere" : code(source),
    code(event),
    guard === null ? "" : code(guard),
    reenters && targets.length > 0 ? `${target} (re-entered)` : target,
    codes(actions),
  ];
}

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(", ");

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
