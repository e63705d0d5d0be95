/**
 * What an inspected page tells an inspector. The three `@xstate.*` messages are those of @statelyai/inspect, so that
 * its own viewer understands them; `parley.*` says what that protocol leaves out. Another page's viewer skips them.
 */

/** What JSON can say. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

export interface PlainSnapshot {
  status: "active" | "done" | "error" | "stopped";
  /** What a request was asked with. */
  input?: Plain;
  value?: Plain;
  context?: Plain;
  output?: Plain;
  error?: Plain;
}

export type PlainEvent = { readonly type: string } & { readonly [key: string]: Plain };

interface Base {
  /** Of the actor this is about; unique among the phones an inspector watches. */
  sessionId: string;
  rootId: string;
  /** Milliseconds since the epoch, with fractions, as text: when it happened, not when it was sent. */
  createdAt: string;
  _version: string;
}

export interface ActorMessage extends Base {
  type: "@xstate.actor";
  /** The chart's name, or what kind of helper it is. */
  name: string;
  /** What its parent calls it. */
  id: string;
  parentId: string | undefined;
  /** The chart as JSON, for viewers that draw it by themselves; none for helpers. */
  definition: string | undefined;
  snapshot: PlainSnapshot;
}

export interface EventMessage extends Base {
  type: "@xstate.event";
  id: string;
  event: PlainEvent;
  /** The actor that sent it; none where it came from a view. */
  sourceId: string | undefined;
}

export interface SnapshotMessage extends Base {
  type: "@xstate.snapshot";
  id: string;
  /** What led to it. */
  event: PlainEvent;
  snapshot: PlainSnapshot;
}

/** An edge by the paths of the states it leads from and to ("" for none), and what was done on it. */
export interface Edge {
  source: string;
  target: string;
  actions: readonly string[];
}

/** The edges just taken. */
export interface TransitionMessage extends Base {
  type: "parley.transition";
  eventType: string;
  edges: readonly Edge[];
}

/** So many messages are not known any more: there were more of them than are kept. */
export interface LossMessage extends Base {
  type: "parley.loss";
  count: number;
}

export type InspectionMessage =
  | ActorMessage
  | EventMessage
  | SnapshotMessage
  | TransitionMessage
  | LossMessage;

export const PROTOCOL_VERSION = "0.7.2";

/** Where pages and inspectors of one browser meet. */
export const CHANNEL = "parley:inspection";

/** What goes over the channel. */
export type ChannelMessage =
  /** An inspector is there, and wants to know everything. */
  | { kind: "hello"; inspector: string }
  | { kind: "goodbye"; inspector: string }
  /** A page has opened; inspectors that are there say hello. */
  | { kind: "opened"; phone: string }
  /** Who is about to tell. What was known of this phone is over. */
  | { kind: "phone"; phone: Phone; to: string }
  | { kind: "messages"; phone: string; to: string; messages: readonly InspectionMessage[] }
  | { kind: "closed"; phone: string }
  /** An event for an actor, as if a view had sent it. Only pages under development take any. */
  | { kind: "act"; sessionId: string; event: PlainEvent };

export interface Phone {
  /** One page's, from its opening to its end. */
  id: string;
  /** Its profile, or "phone" where it has none. */
  name: string;
  /** Whether it takes events from an inspector. */
  takesEvents: boolean;
}

/** A few random letters, by which pages and inspectors know each other. */
export function newID(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (number) => number.toString(36)).join("");
}
