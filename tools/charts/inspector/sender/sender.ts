import {
  type ActorRefLike,
  type AnyEventObject,
  type InspectionEvent,
  type Snapshot,
  StateMachine,
} from "xstate";
import {
  type ActorMessage,
  type Edge,
  type InspectionMessage,
  type Plain,
  type PlainSnapshot,
  PROTOCOL_VERSION,
} from "../messages.ts";
import { askedGuards } from "./asked-guards.ts";
import { createPlainly } from "./plain.ts";
import type { Redaction } from "./redaction.ts";

/**
 * Records what a page's charts do and sends it to watchers. Recording an event is cheap: it is converted to plain
 * data only when a watcher exists, a few milliseconds at a time, so that the page's timing does not change.
 */
export interface Sender {
  inspect(event: InspectionEvent): void;
  /** Sends all recorded messages and then new ones, in ordered batches. Returns a function that stops it. */
  watch(tell: (messages: readonly InspectionMessage[]) => void): () => void;
  actorOf(sessionId: string): ActorRefLike | undefined;
}

export interface SenderOptions {
  /** Prefix of actor ids, because two pages use the same ids. */
  prefix: string;
  redaction: Redaction;
  withDefinitions: boolean;
  /** Maximum events kept for later watchers. */
  capacity?: number;
  /** Milliseconds since the epoch, with fractions. */
  now: () => number;
  soon: (callback: () => void) => void;
}

type Noted =
  | { kind: "actor"; at: number; actor: Known }
  | { kind: "event"; at: number; actor: Known; event: AnyEventObject; source: string | undefined }
  | {
      kind: "snapshot";
      at: number;
      actor: Known;
      event: AnyEventObject;
      snapshot: Snapshot<unknown>;
      before: Snapshot<unknown> | undefined;
    }
  | { kind: "transition"; at: number; actor: Known; event: AnyEventObject; edges: Edge[] };

/** An actor, and its snapshot before the oldest event that is kept. */
interface Known {
  ref: ActorRefLike;
  rootId: string;
  at: number;
  before: Snapshot<unknown> | undefined;
  /** The snapshot after the latest event. */
  latest: Snapshot<unknown> | undefined;
}

interface Watcher {
  tell: (messages: readonly InspectionMessage[]) => void;
  /** Number of the next event to send. */
  next: number;
  /** Whether the actors that are older than the kept events must still be sent. */
  isNew: boolean;
}

const CAPACITY = 4000;
/** Milliseconds of one sending turn, and messages of one batch. */
const TURN = 6;
const BATCH = 200;

export function createSender(options: SenderOptions): Sender {
  const { prefix, redaction, withDefinitions, capacity = CAPACITY, now, soon } = options;
  const idOf = (sessionId: string) => `${prefix}${sessionId}`;
  const plainly = createPlainly({ redaction, nameOf: idOf });
  const known = new Map<string, Known>();
  /** Actors whose start event is no longer kept. */
  const older = new Set<Known>();
  const ring: Noted[] = [];
  /** Number of the first event in `ring`. */
  let first = 0;
  const watchers = new Set<Watcher>();
  let isTelling = false;

  const note = (noted: Noted) => {
    ring.push(noted);
    if (ring.length >= 2 * capacity) forget(ring.length - capacity);
    if (watchers.size > 0) scheduleSend();
  };

  const forget = (count: number) => {
    for (const noted of ring.splice(0, count)) {
      const { actor } = noted;
      if (noted.kind === "actor") older.add(actor);
      if (noted.kind !== "snapshot") continue;
      actor.before = noted.snapshot;
      if (noted.snapshot.status !== "active") older.delete(actor);
    }
    first += count;
  };

  const knownOf = (ref: ActorRefLike, rootId: string): Known => {
    const found = known.get(ref.sessionId);
    if (found) return found;
    const made = { ref, rootId, at: now(), before: undefined, latest: undefined };
    known.set(ref.sessionId, made);
    return made;
  };

  const scheduleSend = () => {
    if (isTelling) return;
    isTelling = true;
    soon(() => {
      isTelling = false;
      const end = now() + TURN;
      let isBehind = false;
      for (const watcher of watchers) isBehind = tellTo(watcher, end) || isBehind;
      if (isBehind) scheduleSend();
    });
  };

  const tellTo = (watcher: Watcher, end: number): boolean => {
    const batch: InspectionMessage[] = [];
    if (watcher.next < first) {
      if (!watcher.isNew) batch.push(loss(first - watcher.next));
      watcher.next = first;
      for (const actor of older) batch.push(actorMessage(actor));
    }
    watcher.isNew = false;
    const last = first + ring.length;
    while (watcher.next < last && batch.length < BATCH && now() < end) {
      const noted = ring[watcher.next - first];
      if (noted) batch.push(...guardsOf(noted), messageOf(noted));
      watcher.next += 1;
    }
    if (batch.length > 0) watcher.tell(batch);
    return watcher.next < last;
  };

  const base = (actor: Known, at: number) => ({
    sessionId: idOf(actor.ref.sessionId),
    rootId: idOf(actor.rootId),
    createdAt: at.toFixed(3),
    _version: PROTOCOL_VERSION,
  });

  const loss = (count: number): InspectionMessage => ({
    type: "charts.loss",
    sessionId: prefix,
    rootId: prefix,
    createdAt: now().toFixed(3),
    _version: PROTOCOL_VERSION,
    count,
  });

  const actorMessage = (actor: Known): ActorMessage => ({
    ...base(actor, actor.at),
    type: "@xstate.actor",
    name: nameOf(actor.ref),
    id: "id" in actor.ref && typeof actor.ref.id === "string" ? actor.ref.id : actor.ref.sessionId,
    parentId: parentOf(actor.ref) && idOf(parentOf(actor.ref) ?? ""),
    definition: withDefinitions ? definitionOf(actor.ref) : undefined,
    snapshot: snapshotOf(actor.before),
  });

  const guardsOf = (noted: Noted): InspectionMessage[] => {
    if (noted.kind !== "snapshot") return [];
    const { actor, at, event, before } = noted;
    const asked = askedGuards(before, event);
    if (asked.length === 0) return [];
    return [{ ...base(actor, at), type: "charts.guards", eventType: event.type, asked }];
  };

  const messageOf = (noted: Noted): InspectionMessage => {
    const { actor, at } = noted;
    const common = base(actor, at);
    switch (noted.kind) {
      case "actor":
        return actorMessage(actor);
      case "event":
        return {
          ...common,
          type: "@xstate.event",
          id: "",
          event: plainly.event(noted.event),
          sourceId: noted.source && idOf(noted.source),
        };
      case "snapshot":
        return {
          ...common,
          type: "@xstate.snapshot",
          id: "",
          event: plainly.event(noted.event),
          snapshot: snapshotOf(noted.snapshot),
        };
      case "transition":
        return { ...common, type: "charts.transition", eventType: noted.event.type, edges: noted.edges };
    }
  };

  const snapshotOf = (snapshot: Snapshot<unknown> | undefined): PlainSnapshot => {
    if (!snapshot) return { status: "active" };
    const { status, output, error } = snapshot;
    return {
      status,
      ...("input" in snapshot && snapshot.input !== undefined && { input: plainly(snapshot.input) }),
      ...("value" in snapshot && { value: stateValue(snapshot.value) }),
      ...("context" in snapshot && { context: plainly(snapshot.context) }),
      ...(output !== undefined && { output: plainly(output) }),
      ...(error !== undefined && { error: plainly(error) }),
    };
  };

  return {
    inspect(event) {
      const actor = knownOf(event.actorRef, event.rootId);
      const at = now();
      switch (event.type) {
        case "@xstate.actor":
          return note({ kind: "actor", at, actor });
        case "@xstate.event":
          return note({ kind: "event", at, actor, event: event.event, source: event.sourceRef?.sessionId });
        case "@xstate.snapshot":
          if (event.snapshot.status !== "active") known.delete(event.actorRef.sessionId);
          note({
            kind: "snapshot",
            at,
            actor,
            event: event.event,
            snapshot: event.snapshot,
            before: actor.latest,
          });
          actor.latest = event.snapshot;
          return;
        case "@xstate.microstep": {
          const edges = event._transitions.map(({ source, target, actions, eventType }) => ({
            ...(eventType !== event.event.type && { event: eventType }),
            source: source.path.join("."),
            target: (target ?? []).map(({ path }) => path.join(".")).join(" "),
            actions: actions.map(actionName),
          }));
          return edges.length > 0
            ? note({ kind: "transition", at, actor, event: event.event, edges })
            : undefined;
        }
      }
    },
    watch(tell) {
      const watcher = { tell, next: -1, isNew: true };
      watchers.add(watcher);
      scheduleSend();
      return () => watchers.delete(watcher);
    },
    actorOf: (sessionId) =>
      sessionId.startsWith(prefix) ? known.get(sessionId.slice(prefix.length))?.ref : undefined,
  };
}

/** Converts a state value. It holds state names, and a state may be called "password". */
function stateValue(value: unknown): Plain {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, stateValue(below)]));
}

const logicOf = (ref: ActorRefLike): unknown => ("logic" in ref ? ref.logic : undefined);

/** Returns the name under which a transition's action is recorded. */
export function actionName(action: unknown): string {
  if (typeof action === "string") return action;
  if (typeof action === "object" && action !== null && "type" in action) return String(action.type);
  return typeof action === "function" ? action.name : "action";
}

function nameOf(ref: ActorRefLike): string {
  const logic = logicOf(ref);
  if (logic instanceof StateMachine) return logic.id;
  return "src" in ref && typeof ref.src === "string" ? ref.src : "helper";
}

function parentOf(ref: ActorRefLike): string | undefined {
  const parent: unknown = "_parent" in ref ? ref._parent : undefined;
  return typeof parent === "object" && parent !== null && "sessionId" in parent
    ? String(parent.sessionId)
    : undefined;
}

function definitionOf(ref: ActorRefLike): string | undefined {
  const logic = logicOf(ref);
  if (!(logic instanceof StateMachine)) return undefined;
  return JSON.stringify(logic.config, (_, value: unknown) =>
    typeof value === "function" ? { type: value.name } : value,
  );
}
