import type { AnyEventObject, AnyStateMachine } from "xstate";
import type { Leads } from "./transition-table.ts";

/** What the paths need and a machine does not say. */
export interface PathSettings {
  input?: unknown;
  /** Events by a name for the sentences. By default each type of event once, without further fields. */
  events?: Readonly<Record<string, AnyEventObject>>;
  /** What an invoked actor returns, and how it fails, by its id. By default it returns nothing, and fails once. */
  answers?: Readonly<Record<string, ActorAnswers>>;
  /** The part of the context that tells situations apart. By default the whole context. */
  key?: (context: unknown) => string;
}

export interface ActorAnswers {
  /** Outputs, by a name for the sentences. */
  done?: Readonly<Record<string, unknown>>;
  /** Messages of errors. */
  failed?: readonly string[];
}

/**
 * Returns the settings of a machine in `paths` of the module.
 * @throws Error if they are not as `PathSettings` says
 */
export function settingsIn(module: Readonly<Record<string, unknown>>, machine: string): PathSettings {
  const all = module.paths ?? {};
  const settings = isTable(all) ? (all[machine] ?? {}) : null;
  if (!isSettings(settings)) throw new Error(`\`paths.${machine}\` is not as PathSettings says.`);
  return settings;
}

/**
 * Returns the transition table of a machine in `tables` of the module, or null if it has none.
 * @throws Error if it is not as `Leads` says
 */
export function tableIn(
  module: Readonly<Record<string, unknown>>,
  machine: string,
): Leads<AnyStateMachine> | null {
  const { tables = {} } = module;
  if (!isTable(tables)) throw new Error("`tables` has no tables by the name of a machine.");
  const table = tables[machine];
  if (table === undefined) return null;
  if (!isLeads(table)) throw new Error(`\`tables.${machine}\` is not as Leads says.`);
  return table;
}

function isLeads(value: unknown): value is Leads<AnyStateMachine> {
  return (
    isTable(value) &&
    Object.values(value).every(
      (row) =>
        isTable(row) &&
        Object.values(row).every((lead) => typeof lead === "string" || typeof lead === "function"),
    )
  );
}

function isSettings(value: unknown): value is PathSettings {
  if (!isTable(value)) return false;
  const { events = {}, answers = {}, key } = value;
  return (
    isTable(events) &&
    Object.values(events).every((event) => isTable(event) && typeof event.type === "string") &&
    isTable(answers) &&
    Object.values(answers).every(isAnswers) &&
    (key === undefined || typeof key === "function")
  );
}

function isAnswers(value: unknown): value is ActorAnswers {
  if (!isTable(value)) return false;
  const { done = {}, failed = [] } = value;
  return isTable(done) && Array.isArray(failed) && failed.every((name) => typeof name === "string");
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
