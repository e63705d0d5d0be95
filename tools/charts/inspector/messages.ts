/**
 * Messages from an inspected page to an inspector. The three `@xstate.*` messages are those of @statelyai/inspect,
 * so that its own viewer understands them. `charts.*` messages add what that protocol lacks; other viewers ignore
 * them.
 */

export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

export interface PlainSnapshot {
  status: "active" | "done" | "error" | "stopped";
  input?: Plain;
  value?: Plain;
  context?: Plain;
  output?: Plain;
  error?: Plain;
}

export type PlainEvent = { readonly type: string } & { readonly [key: string]: Plain };

interface Base {
  /** The actor; unique among the pages that an inspector watches. */
  sessionId: string;
  rootId: string;
  /** Milliseconds since the epoch with fractions, as text. The time of the event, not of sending. */
  createdAt: string;
  _version: string;
}

export interface ActorMessage extends Base {
  type: "@xstate.actor";
  /** Name of the chart, or kind of helper. */
  name: string;
  /** The parent's name for the actor. */
  id: string;
  parentId: string | undefined;
  /** The chart as JSON, for viewers that draw charts themselves; none for helpers. */
  definition: string | undefined;
  snapshot: PlainSnapshot;
}

export interface EventMessage extends Base {
  type: "@xstate.event";
  id: string;
  event: PlainEvent;
  /** The actor that sent it; none if it came from a view. */
  sourceId: string | undefined;
}

export interface SnapshotMessage extends Base {
  type: "@xstate.snapshot";
  id: string;
  event: PlainEvent;
  snapshot: PlainSnapshot;
}

/** A transition: the paths of its source and target ("" for none), and its actions. */
export interface Edge {
  /** If it is not the type of the event: "" for a transition without an event, or "*" and the like. */
  event?: string | undefined;
  source: string;
  target: string;
  actions: readonly string[];
}

export interface TransitionMessage extends Base {
  type: "charts.transition";
  eventType: string;
  edges: readonly Edge[];
}

/** A guard that a chart asked about an event, and its answer. `state` is the path of the state that asked. */
export interface AskedGuard {
  state: string;
  guard: string;
  isTrue: boolean;
}

/** The guards that were asked about an event, also if none led anywhere. Comes before the event's snapshot. */
export interface GuardsMessage extends Base {
  type: "charts.guards";
  eventType: string;
  asked: readonly AskedGuard[];
}

/** The number of messages that were dropped because too many waited. */
export interface LossMessage extends Base {
  type: "charts.loss";
  count: number;
}

export type InspectionMessage =
  | ActorMessage
  | EventMessage
  | SnapshotMessage
  | TransitionMessage
  | GuardsMessage
  | LossMessage;

export const PROTOCOL_VERSION = "0.7.2";

export type ChannelMessage =
  /** An inspector started and requests all messages. */
  | { kind: "hello"; inspector: string }
  | { kind: "goodbye"; inspector: string }
  /** A page opened. Running inspectors answer with hello. */
  | { kind: "opened"; phone: string }
  /** The page whose messages follow. Drops earlier data of that page. */
  | { kind: "phone"; phone: Phone; to: string }
  | { kind: "messages"; phone: string; to: string; messages: readonly InspectionMessage[] }
  | { kind: "closed"; phone: string }
  /** An event for an actor, as if a view had sent it. Only pages in development accept it. */
  | { kind: "act"; sessionId: string; event: PlainEvent };

export interface Phone {
  /** Unique for a page from its opening to its end. */
  id: string;
  /** Its profile, or "phone" without a profile. */
  name: string;
  takesEvents: boolean;
}

export function newID(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (number) => number.toString(36)).join("");
}
