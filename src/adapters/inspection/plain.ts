import { Secret } from "../../../machines/domain/secret.ts";
import type { Plain, PlainEvent } from "../../inspector/messages.ts";

/** Stands for what must not be seen. */
export const HIDDEN = "•••";

/** Characters of a text, entries of a list or an object, and levels: what lies beyond is only counted. */
const LONGEST = 300;
const MOST = 60;
const DEEPEST = 9;

/** What opens something, or says how to reach somebody: never shown, whatever is asked for. */
const SECRET =
  /token|password|secret|credential|authorization|cookie|signature|invitationcode|phonenumber|email/i;
/** What people write to each other. */
const WRITTEN =
  /^(text|\w*text|caption|words|query|typed|title|lines|fileName|description|address|reason|message|reqMsg|handleMsg|introduction|notification|announcement|remark|searches|recent|note|draft|summary|abstracts|body|latest)$/i;
const JWT = /^[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/;
const DIGITS = /^\d{4,8}$/;

/** Makes plain data of anything, without what must not be seen. */
export interface Plainly {
  (value: unknown): Plain;
  /** Of an event: its type as it is. */
  event(event: { type: string }): PlainEvent;
}

/**
 * @param showsTexts whether what people write may be seen
 * @param nameOf how an actor is called, by its session id
 *
 * What was made plain is remembered for as long as it lives: contexts share most of their parts with those before.
 */
export function createPlainly({
  showsTexts,
  nameOf,
}: {
  showsTexts: boolean;
  nameOf: (sessionId: string) => string;
}): Plainly {
  const known = new WeakMap<object, Plain>();

  const plainly = (value: unknown, key: string, depth: number): Plain => {
    switch (typeof value) {
      case "string":
        return plainText(value, key);
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

  const plainText = (text: string, key: string): string => {
    if (text === "") return text;
    if (SECRET.test(key) || JWT.test(text)) return HIDDEN;
    if (key === "code" && DIGITS.test(text)) return HIDDEN;
    if (!showsTexts && WRITTEN.test(key)) return HIDDEN;
    // Addresses of files may carry the right to read them.
    const address = /^(?:https?|wss?):\/\//.test(text) ? text.replace(/[?#].*$/s, "?…") : text;
    return address.length > LONGEST ? `${address.slice(0, LONGEST)}… (${address.length})` : address;
  };

  const plainObject = (value: object, key: string, depth: number): Plain => {
    if (value instanceof Secret) return HIDDEN;
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
    // A list of texts is told by what it is called; everything else says the same wherever it stands.
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
    const isSaid = !showsTexts && (key === "content" || key === "enclosure");
    const entries = Object.entries(value);
    const shown = entries
      .slice(0, MOST)
      .filter(([, one]) => one !== undefined)
      .map(([name, one]): [string, Plain] => [
        name,
        isSaid && typeof one === "string" && name !== "type" ? HIDDEN : plainly(one, name, depth + 1),
      ]);
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
