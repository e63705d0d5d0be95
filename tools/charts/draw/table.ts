import {
  type ChartDescription,
  type StateDescription,
  statesOf,
  type TransitionDescription,
} from "./description.ts";

/** Returns Markdown: the chart's description, its drawing, its states, and a row for each transition. */
export function chartPage({ name, root }: ChartDescription): string {
  const states = statesOf(root).filter((state) => state !== root);
  const transitions = statesOf(root).flatMap((state) => state.transitions);
  return [
    `# ${name}`,
    ...paragraph(root.description),
    `![The chart ${name}](${name}.svg)`,
    ...paragraph(livingParts(root)),
    ...(states.length === 0
      ? []
      : ["## States", table(["state", "kind", "why it exists", "rule"], states.map(stateRow))]),
    "## Transitions",
    table(["state", "event", "guard", "target", "actions"], transitions.map(transitionRow)),
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

function stateRow(state: StateDescription): string[] {
  const kind = state.kind === "atomic" ? "" : state.kind;
  const why = [state.description ?? "", livingParts(state)].filter((part) => part !== "").join(" ");
  return [code(state.path), kind, why, state.rule ?? ""];
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
