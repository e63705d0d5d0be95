import type { AnyStateMachine } from "xstate";
import { type ChartDescription, describeChart } from "../draw/description.ts";
import { nodesOf } from "../paths/structure.ts";

/** The behaviour of a chart, in a form in which two versions can be compared. */
export interface Behaviour {
  chart: ChartDescription;
  /**
   * Source text of the functions behind each part. Keys are sentences' subjects, as in "The guard `isBusy`". Imports
   * are called alike in every version.
   */
  code: ReadonlyMap<string, string>;
  /** Milliseconds of delays that are numbers. */
  delays: ReadonlyMap<string, number>;
  /** Source text of what a transition passes to its guard and actions; the order is that of `chart`. */
  values: ReadonlyMap<string, readonly string[]>;
}

const KINDS = [
  ["guards", "guard"],
  ["actions", "action"],
  ["delays", "delay"],
] as const;

/** Reads the behaviour from a machine. Child charts and ports are only known by their names. */
export function behaviourOf(machine: AnyStateMachine): Behaviour {
  const [code, delays, values] = [
    new Map<string, string>(),
    new Map<string, number>(),
    new Map<string, string[]>(),
  ];
  for (const [kind, word] of KINDS)
    for (const [name, part] of Object.entries(machine.implementations[kind]))
      if (typeof part === "number") delays.set(name, part);
      else code.set(`The ${word} \`${name}\``, textOf(part));
  code.set("The context at the start", textOf(machine.config.context));
  code.set("The output", textOf(machine.config.output));
  for (const node of nodesOf(machine.root)) {
    const path = node.path.join(".");
    for (const { id, input } of node.invoke)
      code.set(`The input of \`${id}\`${path === "" ? "" : ` in \`${path}\``}`, textOf(input));
    values.set(
      path,
      [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(({ guard, actions }) =>
        textOf([guard, ...actions]),
      ),
    );
  }
  return { chart: describeChart(machine), code, delays, values };
}

/** Loaders name imports by their order: a new import would change every text. */
const IMPORT = /__vi(?:te)?_(?:ssr_)?import_\d+__\./g;

/** Returns the source of functions, also of those inside objects and of those that XState wraps. */
function textOf(part: unknown, depth = 0): string {
  if (depth > 6) return "";
  if (typeof part === "function")
    return `${String(part).replace(IMPORT, "")} ${propertiesOf(part, depth)}`.trim();
  if (Array.isArray(part)) return part.map((item) => textOf(item, depth + 1)).join("\n");
  if (typeof part === "object" && part !== null) return propertiesOf(part, depth);
  return String(part);
}

function propertiesOf(part: object, depth: number): string {
  return Object.entries(part)
    .map(([name, value]) => `${name}: ${textOf(value, depth + 1)}`)
    .join("\n");
}
