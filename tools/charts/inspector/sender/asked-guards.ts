import { type AnyEventObject, type AnyMachineSnapshot, isMachineSnapshot } from "xstate";
import { evaluateGuard } from "xstate/guards";
import { guardLabel } from "../../draw/labels.ts";
import type { AskedGuard } from "../messages.ts";

type AnyStateNode = AnyMachineSnapshot["_nodes"][number];

/**
 * Returns the guards that a chart asks about an event, in XState's order: the innermost states first, and in each state
 * until a transition is found. Guards are pure, so a second call gives the same answer.
 * @param before the snapshot before the event
 */
export function askedGuards(before: unknown, event: AnyEventObject): AskedGuard[] {
  if (!isMachineSnapshot(before)) return [];
  const asked: AskedGuard[] = [];
  try {
    ask(before.machine.root, before, event, asked);
  } catch {
    // The chart itself failed at this guard, and reports it.
  }
  return asked;
}

/** Returns whether a transition was found in this state or below. */
function ask(
  node: AnyStateNode,
  before: AnyMachineSnapshot,
  event: AnyEventObject,
  asked: AskedGuard[],
): boolean {
  const found = before._nodes
    .filter(({ parent }) => parent === node)
    .map((child) => ask(child, before, event, asked));
  if (found.includes(true)) return true;
  for (const { guard } of candidatesOf(node, event.type)) {
    if (!guard) return true;
    const isTrue = evaluateGuard(guard, before.context, event, before);
    const state = node.path.join(".");
    const name = guardLabel(guard) ?? "";
    const isTold = asked.some(
      (recorded) => recorded.state === state && recorded.guard === name && recorded.isTrue === isTrue,
    );
    if (!isTold) asked.push({ state, guard: name, isTrue });
    if (isTrue) return true;
  }
  return false;
}

function candidatesOf({ transitions }: AnyStateNode, type: string) {
  const wild = [...transitions.keys()]
    .filter((name) => name === "*" || (name.endsWith(".*") && type.startsWith(name.slice(0, -1))))
    .sort((a, b) => b.length - a.length);
  return [type, ...wild].flatMap((name) => transitions.get(name) ?? []);
}
