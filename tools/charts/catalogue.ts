import type { AnyStateMachine } from "xstate";

export type Machines = ReadonlyMap<string, AnyStateMachine>;

/**
 * Returns the machines of a module: those in the object `charts` that it exports, or else those that it exports
 * itself, by name. A machine that has two names is there once.
 * @throws Error if there is none
 */
export function machinesOf(module: Readonly<Record<string, unknown>>): Machines {
  const { charts } = module;
  const exported = Object.entries(typeof charts === "object" && charts !== null ? charts : module);
  const machines = new Map<string, AnyStateMachine>();
  for (const [name, one] of exported)
    if (isMachine(one) && ![...machines.values()].includes(one))
      machines.set(name === "default" ? one.id : name, one);
  if (machines.size === 0) throw new Error("The module exports no machine.");
  return machines;
}

/** Whether it is a machine, also of another copy of XState. */
export function isMachine(value: unknown): value is AnyStateMachine {
  return (
    typeof value === "object" &&
    value !== null &&
    ["root", "config", "implementations", "provide", "transition"].every((part) => part in value)
  );
}

/** Returns the entries with these names, or all if there are no names. */
export function only<Kind>(
  all: ReadonlyMap<string, Kind>,
  names: readonly string[],
  kind = "machine",
): ReadonlyMap<string, Kind> {
  if (names.length === 0) return all;
  const missing = names.find((name) => !all.has(name));
  if (missing !== undefined) throw new Error(`There is no ${kind} "${missing}".`);
  return new Map([...all].filter(([name]) => names.includes(name)));
}
