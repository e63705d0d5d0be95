/** Reads the server's frames: gob (protocol section 1.4) around protobuf. Yields nothing for other input. */

/** A protobuf field: a number, or length-prefixed bytes. `at` is the offset of its tag. */
interface WireField {
  number: number;
  value: number | Uint8Array;
  at: number;
}

/** Gob unsigned integers with more bytes than this are not read. */
const MOST_BYTES = 4;

/** What a frame says before its payload: its ReqIdentifier, and whether it has an error code. */
export interface FrameHead {
  request: number;
  isRefused: boolean;
}

/** Returns the head of a request or an answer, or null if the bytes are neither. Of a request only `request` counts. */
export function headOf(frame: Uint8Array): FrameHead | null {
  const values = valuesOf(frame);
  const request = values?.get("ReqIdentifier");
  // Gob doubles numbers, and negative ones are odd.
  if (typeof request !== "number" || request % 2 !== 0) return null;
  return { request: request / 2, isRefused: values?.has("ErrCode") === true };
}

/** Returns the payload of a frame, not copied; empty if there is none. */
export function payloadOf(frame: Uint8Array): Uint8Array {
  const payload = valuesOf(frame)?.get("Data");
  return typeof payload === "object" ? payload : frame.subarray(0, 0);
}

/**
 * Returns the fields that a frame has, or null if the bytes are not gob. Fields are known by their names: their order
 * is that of the server's struct, and gob leaves out zero values.
 */
function valuesOf(frame: Uint8Array): Map<string, number | Uint8Array> | null {
  const reader = new GobReader(frame);
  const fields = reader.fieldsOfDefinition();
  const values = new Map<string, number | Uint8Array>();
  reader.number(); // length of the value
  reader.number(); // id of the type
  let index = -1;
  for (let step = reader.number(); step > 0; step = reader.number()) {
    index += step;
    const field = fields[index];
    if (!field) return null;
    values.set(field.name, field.isNumber ? reader.number() : reader.bytes());
  }
  return reader.isBroken ? null : values;
}

/** Gob's id of int. */
const INT = 2;
const [STRUCT, NEXT_FIELD, END] = [3, 1, 0];

/** Reads gob from the front of a frame. After malformed bytes it is broken, and reads only zeros and empty bytes. */
class GobReader {
  #at = 0;
  isBroken = false;

  constructor(private readonly frame: Uint8Array) {}

  number(): number {
    const found = this.isBroken ? null : unsignedAt(this.frame, this.#at);
    if (!found) {
      this.isBroken = true;
      return 0;
    }
    this.#at = found.next;
    return found.value;
  }

  bytes(): Uint8Array {
    const length = this.number();
    const bytes = this.frame.subarray(this.#at, this.#at + length);
    if (bytes.length < length) this.isBroken = true;
    this.#at += length;
    return bytes;
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
