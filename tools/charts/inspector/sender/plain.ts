import type { Plain, PlainEvent } from "../messages.ts";
import { HIDDEN, type Redaction } from "./redaction.ts";

/** Maximum characters of a text, entries of a list or object, and levels. The rest is only counted. */
const LONGEST = 300;
const MOST = 60;
const DEEPEST = 9;

export interface Plainly {
  (value: unknown): Plain;
  /** Converts an event and keeps its type. */
  event(event: { type: string }): PlainEvent;
}

/**
 * @param redaction what is hidden
 * @param nameOf returns the name of an actor by its session id
 *
 * Results are cached by object, because consecutive contexts share most of their parts.
 */
export function createPlainly({
  redaction,
  nameOf,
}: {
  redaction: Redaction;
  nameOf: (sessionId: string) => string;
}): Plainly {
  const known = new WeakMap<object, Plain>();

  const plainly = (value: unknown, key: string, depth: number, within = ""): Plain => {
    switch (typeof value) {
      case "string":
        return plainText(value, key, within);
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "boolean":
        return value;
      case "bigint":
        return String(value);
      case "function":
        return `ƒ ${value.name}`;
      case "object":
        return value === null ? null : plainObject(value, key, depth);
      default:
        return value === undefined ? null : String(value);
    }
  };

  const plainText = (text: string, key: string, within: string): string => {
    if (redaction.hidesText(text, key, within)) return HIDDEN;
    // The query of a file address may contain access rights.
    const address = /^(?:https?|wss?):\/\//.test(text) ? text.replace(/[?#].*$/s, "?…") : text;
    return address.length > LONGEST ? `${address.slice(0, LONGEST)}… (${address.length})` : address;
  };

  const plainObject = (value: object, key: string, depth: number): Plain => {
    if (redaction.hidesObject(value)) return HIDDEN;
    if ("sessionId" in value && "send" in value) return { actor: nameOf(String(value.sessionId)) };
    if (value instanceof Error)
      return {
        error: value.name,
        ...("code" in value && { code: plainly(value.code, "failure", depth + 1) }),
      };
    if (typeof Blob !== "undefined" && value instanceof Blob)
      return `[${value.type || "file"}, ${value.size} bytes]`;
    if (value instanceof Date) return value.toISOString();
    if (depth >= DEEPEST) return "…";
    // Texts in a list are judged by the list's name, so lists are not cached. Other objects give the same result
    // everywhere.
    const isNamed = Array.isArray(value);
    const before = isNamed ? undefined : known.get(value);
    if (before !== undefined) return before;
    const made = isNamed
      ? shortened(value, (one) => plainly(one, key, depth + 1))
      : value instanceof Map
        ? {
            entries: shortened([...value], ([name, one]) => [
              plainly(name, "", depth + 1),
              plainly(one, String(name), depth + 1),
            ]),
          }
        : value instanceof Set
          ? shortened([...value], (one) => plainly(one, key, depth + 1))
          : fieldsOf(value, key, depth);
    if (!isNamed && depth <= 3) known.set(value, made);
    return made;
  };

  const fieldsOf = (value: object, key: string, depth: number): Plain => {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor.name}]`;
    const entries = Object.entries(value);
    const shown = entries
      .slice(0, MOST)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]): [string, Plain] => [name, plainly(one, name, depth + 1, key)]);
    if (entries.length > MOST) shown.push(["…", `${entries.length - MOST} more`]);
    return Object.fromEntries(shown);
  };

  return Object.assign((value: unknown) => plainly(value, "", 0), {
    event: (event: { type: string }): PlainEvent => {
      const made = plainly(event, "", 0);
      return { ...(isRecord(made) ? made : {}), type: event.type };
    },
  });
}

function shortened<Item>(items: readonly Item[], plain: (item: Item) => Plain): Plain[] {
  const shown = items.slice(0, MOST).map(plain);
  return items.length > MOST ? [...shown, `… ${items.length - MOST} more`] : shown;
}

function isRecord(value: Plain): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
