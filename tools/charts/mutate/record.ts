/** What the paths of a machine show, to compare it with a machine whose source is edited. */
import type { AnyStateMachine, EventObject } from "xstate";
import { type AnyPath, eventsOf, findPaths } from "../paths/find.ts";
import type { PathSettings } from "../paths/settings.ts";
import { type Moment, Walker, withoutChildren } from "../paths/walk.ts";

export interface Record {
  input: unknown;
  events: readonly EventObject[];
  walks: readonly Walk[];
  /** Whether two walks have the same contexts and actions. They have not if the machine reads a clock. */
  isSteady: boolean;
}

interface Walk {
  path: AnyPath;
  moments: readonly Seen[];
}

interface Seen extends Moment {
  /** Where each event would lead. */
  ahead: readonly string[];
}

/** @throws Error if the machine cannot be walked */
export async function recordOf(machine: AnyStateMachine, settings: PathSettings): Promise<Record> {
  const quiet = withoutChildren(machine);
  const around = { input: settings.input, events: Object.values(settings.events ?? eventsOf(machine)) };
  const walks: Walk[] = [];
  for (const path of findPaths(quiet, settings).paths)
    walks.push({ path, moments: await momentsOf(path, quiet, around) });
  const record = { ...around, walks, isSteady: true };
  return { ...record, isSteady: await replay(record, machine) };
}

/** Whether a machine shows the same on the same paths. */
export async function replay(
  { walks, isSteady, ...around }: Record,
  machine: AnyStateMachine,
): Promise<boolean> {
  const wordsOf = ({ leaves, isDone, ahead, context, actions }: Seen) =>
    JSON.stringify(isSteady ? [leaves, isDone, ahead, context, actions] : [leaves, isDone]);
  try {
    const quiet = withoutChildren(machine);
    for (const { path, moments } of walks) {
      const now = await momentsOf(path, quiet, around);
      if (moments.map(wordsOf).join() !== now.map(wordsOf).join()) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function momentsOf(
  { steps }: AnyPath,
  machine: AnyStateMachine,
  { input, events }: Pick<Record, "input" | "events">,
): Promise<Seen[]> {
  const walker = new Walker(machine, input);
  const seen = (moment: Moment) => ({ ...moment, ahead: walker.foresee(events) });
  try {
    const moments = [seen(await walker.start())];
    for (const { event } of steps) moments.push(seen(await walker.step(event)));
    return moments;
  } finally {
    walker.stop();
  }
}
