import {
  type Change,
  type ChartDescription,
  isBelow,
  type StateDescription,
  statesOf,
  type TransitionDescription,
} from "./description.ts";
import { type Line, type Spoken, wrap } from "./lettering.ts";

export interface Plan {
  root: Box;
  arrows: readonly Arrow[];
}

export interface Box {
  path: string;
  kind: StateDescription["kind"];
  rule: string | null;
  lines: readonly Line[];
  initial: string | null;
  boxes: readonly Box[];
  change?: Change | undefined;
}

/** All transitions between the same two states; in a drawing of two versions those of the same change. */
export interface Arrow {
  source: string;
  target: string;
  lines: readonly Line[];
  change?: Change | undefined;
}

const noteWidth = 230;
const labelWidth = 190;
/** A final state with more sources than this gets no arrows but a line in each source. */
const crowd = 4;

export function planOf({ name, root }: ChartDescription): Plan {
  const crowded = crowdedEnds(root);
  const isArrow = (transition: TransitionDescription) => isDrawable(transition, root, crowded);

  const arrows = new Map<string, { target: string; transitions: TransitionDescription[] }>();
  for (const { transitions } of statesOf(root))
    for (const transition of transitions.filter(isArrow))
      for (const target of transition.targets) {
        const key = `${transition.source}>${target}>${transition.change}`;
        arrows.set(key, { target, transitions: [...(arrows.get(key)?.transitions ?? []), transition] });
      }

  const boxOf = (state: StateDescription): Box => ({
    path: state.path,
    kind: state.kind,
    rule: state.rule,
    initial: state.initial,
    boxes: state.states.map(boxOf),
    change: state.change,
    lines: [
      { text: state === root ? name : state.name, style: "name" },
      ...(state.description === null ? [] : wrap(state.description, "note", noteWidth)),
      ...state.invokes.flatMap((invoke) => wrap(`▸ ${invoke}`, "part", noteWidth)),
      ...(state.entry.length === 0 ? [] : wrap(`entry / ${state.entry.join(", ")}`, "part", noteWidth)),
      ...(state.exit.length === 0 ? [] : wrap(`exit / ${state.exit.join(", ")}`, "part", noteWidth)),
      ...together(state.transitions.filter((transition) => !isArrow(transition))).flatMap(lineOf),
    ],
  });
  return {
    root: boxOf(root),
    arrows: [...arrows.values()].map(({ target, transitions }) => {
      const [{ source = "", change } = {}] = transitions;
      return { source, target, change, lines: together(transitions).flatMap(labelOf) };
    }),
  };
}

function crowdedEnds(root: StateDescription): ReadonlySet<string> {
  const states = statesOf(root);
  const finals = states.filter(({ kind }) => kind === "final").map(({ path }) => path);
  const isCrowded = (path: string) => {
    const leading = states.filter(({ transitions }) =>
      transitions.some(({ targets }) => targets.includes(path)),
    );
    return leading.length > crowd;
  };
  return new Set(finals.filter(isCrowded));
}

/** An arrow joins two boxes beside each other. In a parallel chart both are in the same region. */
function isDrawable(
  { source, targets }: TransitionDescription,
  root: StateDescription,
  crowded: ReadonlySet<string>,
): boolean {
  const region = (path: string) => (root.kind === "parallel" ? path.split(".")[0] : "");
  return (
    targets.length > 0 &&
    targets.every(
      (target) =>
        target !== source &&
        !isBelow(target, source) &&
        !isBelow(source, target) &&
        region(target) === region(source) &&
        !crowded.has(target),
    )
  );
}

/** Transitions with the same effect, and their events. */
type Joint = TransitionDescription & { events: readonly string[] };

function together(transitions: readonly TransitionDescription[]): Joint[] {
  const merged = new Map<string, Joint>();
  for (const [index, transition] of transitions.entries()) {
    const { guard, targets, actions, event, change } = transition;
    const key = guard === null ? `${targets}/${actions}/${change}` : `guarded ${index}`;
    merged.set(key, { ...transition, events: [...(merged.get(key)?.events ?? []), event] });
  }
  return [...merged.values()];
}

function labelOf(transition: Joint): Line[] {
  const { actions } = transition;
  const of = spokenOf(transition);
  return [
    ...wrap(headOf(transition), "event", labelWidth, of),
    ...(actions.length === 0 ? [] : wrap(`/ ${actions.join(", ")}`, "detail", labelWidth, of)),
  ];
}

/** Describes a transition that stays in its state, enters a child, or goes too far for an arrow. */
function lineOf(transition: Joint): Line[] {
  const { source, targets, reenters, actions } = transition;
  const isSelf = targets.length === 1 && targets[0] === source;
  const short = (target: string) =>
    isBelow(target, source) && source !== "" ? target.slice(source.length + 1) : target;
  const where = isSelf
    ? reenters
      ? " ↻"
      : ""
    : targets.length > 0
      ? ` → ${targets.map(short).join(" and ")}`
      : "";
  const what = actions.length === 0 ? "" : ` / ${actions.join(", ")}`;
  return wrap(`${headOf(transition)}${where}${what}`, "detail", noteWidth + 40, spokenOf(transition));
}

function spokenOf({ source, targets, events, change }: Joint): Spoken {
  return { source, target: targets.join(" "), events, change };
}

const headOf = ({ events, guard }: Joint): string =>
  guard === null ? events.join(", ") : `${events.join(", ")} [${guard}]`;
