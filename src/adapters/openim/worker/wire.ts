/** Reads the server's frames: gob (protocol section 1.4) around protobuf. Yields nothing for other input. */

/** A protobuf field: a number, or length-prefixed bytes. `at` is the offset of its tag. */
interface WireField {
  number: number;
  value: number | Uint8Array;
  at: number;
}

/** Gob unsigned integers with more bytes than this are not read. */
const MOST_BYTES = 4;

/** The ReqIdentifier of pushed messages. */
export const PUSH = 2001;

/** What a frame says before its payload: its ReqIdentifier, and whether it has an error code. */
export interface FrameHead {
  request: number;
  isRefused: boolean;
}

/** Returns the head of a request or an answer, or null if the bytes are neither. Of a request only `request` counts. */
export function headOf(frame: Uint8Array): FrameHead | null {
  const request = fieldValue(frame, "ReqIdentifier");
  // Gob doubles numbers, and negative ones are odd.
  if (typeof request !== "number" || request % 2 !== 0) return null;
  return { request: request / 2, isRefused: fieldValue(frame, "ErrCode") !== undefined };
}

/** Returns the payload of a frame, not copied; empty if there is none. */
export function payloadOf(frame: Uint8Array): Uint8Array {
  const payload = fieldValue(frame, "Data");
  return typeof payload === "object" ? payload : frame.subarray(0, 0);
}

/** Returns the frame with `text` in a text field that has no value. Returns other bytes unchanged. */
export function withText(
  frame: Uint8Array<ArrayBuffer>,
  field: string,
  text: string,
): Uint8Array<ArrayBuffer> {
  const struct = structOf(frame);
  const index = struct?.names.indexOf(field) ?? -1;
  if (!struct || index < 0 || struct.values.has(index)) return frame;
  const bytes = new TextEncoder().encode(text);
  const values = [...struct.values].map(([at, { raw }]) => ({ at, raw }));
  const added = { at: index, raw: joined(unsigned(bytes.length), bytes) };
  const all = [...values, added].sort((one, other) => one.at - other.at);
  const body = all.flatMap(({ at, raw }, place) => [unsigned(at - (all[place - 1]?.at ?? -1)), raw]);
  const value = joined(struct.typeID, ...body, [END]);
  return joined(struct.definition, unsigned(value.length), value);
}

function joined(...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function fieldValue(frame: Uint8Array, field: string): number | Uint8Array | undefined {
  const struct = structOf(frame);
  return struct?.values.get(struct.names.indexOf(field))?.value;
}

/** A frame in its parts. `values` are by the index of their field, in order, each also as it is written. */
interface GobStruct {
  definition: Uint8Array;
  typeID: Uint8Array;
  names: string[];
  values: Map<number, { value: number | Uint8Array; raw: Uint8Array }>;
}

/**
 * Returns the parts of a frame, or null if the bytes are not gob. Fields are known by their names: their order is that
 * of the server's struct, and gob leaves out zero values.
 */
function structOf(frame: Uint8Array): GobStruct | null {
  const reader = new GobReader(frame);
  const fields = reader.fieldsOfDefinition();
  const definition = reader.since(0);
  reader.number(); // length of the value
  const start = reader.at;
  reader.number(); // id of the type
  const typeID = reader.since(start);
  const values: GobStruct["values"] = new Map();
  let index = -1;
  for (let step = reader.number(); step > 0; step = reader.number()) {
    index += step;
    const [field, start] = [fields[index], reader.at];
    if (!field) return null;
    const value = field.isNumber ? reader.number() : reader.bytes();
    values.set(index, { value, raw: reader.since(start) });
  }
  return reader.isBroken ? null : { definition, typeID, names: fields.map(({ name }) => name), values };
}

/** Gob's id of int. */
const INT = 2;
const [STRUCT, NEXT_FIELD, END] = [3, 1, 0];

/** Reads gob from the front of a frame. After malformed bytes it is broken, and reads only zeros and empty bytes. */
class GobReader {
  at = 0;
  isBroken = false;

  constructor(private readonly frame: Uint8Array) {}

  number(): number {
    const found = this.isBroken ? null : unsignedAt(this.frame, this.at);
    if (!found) {
      this.isBroken = true;
      return 0;
    }
    this.at = found.next;
    return found.value;
  }

  bytes(): Uint8Array {
    const length = this.number();
    const bytes = this.frame.subarray(this.at, this.at + length);
    if (bytes.length < length) this.isBroken = true;
    this.at += length;
    return bytes;
  }

  /** Returns the bytes that were read from `start` on. */
  since(start: number): Uint8Array {
    return this.frame.subarray(start, this.at);
  }

  /** Reads the definition of a struct, which precedes its value (protocol section 1.4). */
  fieldsOfDefinition(): { name: string; isNumber: boolean }[] {
    this.number(); // length of the definition
    this.number(); // id of the type
    this.#expect(STRUCT, NEXT_FIELD, NEXT_FIELD);
    this.bytes(); // name of the struct
    this.#expect(NEXT_FIELD);
    this.number();
    this.#expect(END, NEXT_FIELD);
    const fields: { name: string; isNumber: boolean }[] = [];
    for (let left = this.number(); left > 0 && !this.isBroken; left--) {
      this.#expect(NEXT_FIELD);
      const name = String.fromCharCode(...this.bytes().subarray(0, LONGEST_NAME));
      this.#expect(NEXT_FIELD);
      fields.push({ name, isNumber: this.number() === 2 * INT });
      this.#expect(END);
    }
    this.#expect(END, END);
    return fields;
  }

  #expect(...numbers: readonly number[]): void {
    for (const number of numbers) if (this.number() !== number) this.isBroken = true;
  }
}

/** Bytes of a name that are read. */
const LONGEST_NAME = 64;

function unsignedAt(frame: Uint8Array, at: number): { value: number; next: number } | null {
  const first = frame[at];
  if (first === undefined) return null;
  if (first < 0x80) return { value: first, next: at + 1 };
  const next = at + 1 + 0x100 - first;
  if (0x100 - first > MOST_BYTES || next > frame.length) return null;
  return { value: frame.subarray(at + 1, next).reduce((n, byte) => n * 0x100 + byte, 0), next };
}

function unsigned(value: number): number[] {
  if (value < 0x80) return [value];
  const digits: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 0x100)) digits.unshift(rest % 0x100);
  return [0x100 - digits.length, ...digits];
}

/** Yields the length-prefixed values of the fields with these numbers. Stops at bytes that are not protobuf. */
export function* fields(message: Uint8Array, ...numbers: readonly number[]): Generator<Uint8Array> {
  for (const { number, value } of fieldsOf(message))
    if (typeof value !== "number" && numbers.includes(number)) yield value;
}

/** Yields the fields of a protobuf message without the fixed-size ones. Stops at bytes that are not protobuf. */
export function* fieldsOf(message: Uint8Array): Generator<WireField> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; at < message.length; scale *= 0x80) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < message.length) {
    const start = at;
    const tag = varint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        yield { number, value: varint(), at: start };
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const end = varint() + at;
        if (end > message.length) return;
        yield { number, value: message.subarray(at, end), at: start };
        at = end;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        return;
    }
  }
}
