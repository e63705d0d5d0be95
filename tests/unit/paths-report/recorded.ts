import type { ActorRefLike, InspectionEvent, Snapshot } from "xstate";
import { actionName } from "../../../tools/charts/inspector/sender/sender.ts";
import { wayOf } from "../../paths/report/told.ts";

export type Noted = Record<string, unknown> & { type: string };

/** An inspection observer and the messages it records. */
export function recorder(): { inspect: (event: InspectionEvent) => void; messages: Noted[] } {
  const messages: Noted[] = [];
  const inspect = (inspected: InspectionEvent) => {
    const { actorRef: actor, rootId } = inspected;
    const common = { phone: "1", sessionId: actor.sessionId, rootId, createdAt: "1700000000000.25" };
    if (inspected.type === "@xstate.actor") {
      const { id, logic, parentId } = insideOf(actor);
      const name = nameOf(logic) ?? id;
      // The actor has no snapshot before it starts.
      messages.push(
        plain({ ...common, type: inspected.type, id, name, src: name, parentId, snapshot: null }),
      );
    } else if (inspected.type === "@xstate.event") {
      messages.push(
        plain({
          ...common,
          type: inspected.type,
          event: inspected.event,
          sourceId: inspected.sourceRef?.sessionId,
        }),
      );
    } else if (inspected.type === "@xstate.snapshot") {
      const snapshot = cutOut(inspected.snapshot);
      messages.push(plain({ ...common, type: inspected.type, event: inspected.event, snapshot }));
    } else if (inspected.type === "@xstate.microstep") {
      const edges = inspected._transitions.map((taken) => {
        const { source, target } = wayOf(taken);
        return { source, target, actions: taken.actions.map(actionName) };
      });
      messages.push(plain({ ...common, type: "charts.transition", eventType: inspected.event.type, edges }));
    }
  };
  return { inspect, messages };
}

/** The JSON text of a recording. */
export function exported(messages: readonly unknown[]): string {
  return JSON.stringify({
    format: "charts-recording",
    version: 1,
    exported: "2026-01-01T00:00:00Z",
    messages,
  });
}

function insideOf(actor: ActorRefLike) {
  const id = "id" in actor ? String(actor.id) : "";
  const logic: unknown = "logic" in actor ? actor.logic : undefined;
  const parent: unknown = "_parent" in actor ? actor._parent : undefined;
  const isActor = typeof parent === "object" && parent !== null && "sessionId" in parent;
  return { id, logic, parentId: isActor ? parent.sessionId : undefined };
}

/** The id of a chart; null for a promise or a callback actor. */
function nameOf(logic: unknown): string | null {
  const isChart = typeof logic === "object" && logic !== null && "root" in logic && "id" in logic;
  return isChart ? String(logic.id) : null;
}

function cutOut(snapshot: Snapshot<unknown> & { value?: unknown; context?: unknown }) {
  const { status, value, context, output } = snapshot;
  return { status, value, context, output };
}

function plain(message: Noted): Noted {
  return JSON.parse(
    JSON.stringify(message, (_, value: unknown) =>
      typeof value === "object" && value !== null && "sessionId" in value && "send" in value
        ? { actor: value.sessionId }
        : value,
    ),
  );
}
