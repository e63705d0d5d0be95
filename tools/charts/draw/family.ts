import type { AnyStateMachine } from "xstate";
import { describeChart, statesOf } from "./description.ts";
import type { Line } from "./lettering.ts";
import type { Plan } from "./plan.ts";

/** Returns a plan of all charts of a catalogue: which chart runs which others, and in which state. */
export function familyOf(name: string, catalogue: Readonly<Record<string, AnyStateMachine>>): Plan {
  const charts = Object.entries(catalogue);
  const nameOf = (actor: unknown) => charts.find(([, machine]) => isSame(machine, actor))?.[0];
  const boxes = charts.map(([path, machine]) => {
    const states = statesOf(describeChart(machine).root).length - 1;
    const size: Line[] =
      states === 0 ? [] : [{ text: states === 1 ? "1 state" : `${states} states`, style: "note" }];
    return {
      path,
      kind: "atomic" as const,
      rule: null,
      initial: null,
      boxes: [],
      lines: [{ text: path, style: "name" as const }, ...size],
    };
  });
  const arrows = charts.flatMap(([source, machine]) =>
    Object.entries(machine.implementations.actors).flatMap(([key, actor]) => {
      const target = nameOf(actor);
      if (target === undefined) return [];
      return [
        { source, target, lines: whenOf(machine, key).map((text): Line => ({ text, style: "detail" })) },
      ];
    }),
  );
  return {
    root: {
      path: "",
      kind: "compound",
      rule: null,
      initial: null,
      boxes,
      lines: [{ text: name, style: "name" }],
    },
    arrows,
  };
}

/** Returns the states that invoke a child. A child may also be spawned once for each item. */
function whenOf(machine: AnyStateMachine, source: string): string[] {
  const states = statesOf(describeChart(machine).root).filter(({ invokes }) =>
    invokes.some((invoke) => invoke === source || invoke.endsWith(`: ${source}`)),
  );
  if (states.length === 0) return ["one each"];
  return states.map(({ path }) => (path === "" ? "always" : `in ${path}`));
}

const isSame = (machine: AnyStateMachine, actor: unknown) =>
  typeof actor === "object" && actor !== null && "id" in actor && actor.id === machine.id;
