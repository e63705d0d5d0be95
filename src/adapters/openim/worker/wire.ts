/** Reads the server's frames: gob (protocol section 1.4) around protobuf. Yields nothing for other input. */

/** A protobuf field: a number, or length-prefixed bytes. `at` is the offset of its tag. */
interface WireField {
  number: number;
  value: number | Uint8Array;
  at: number;
}

/** Gob unsigned integers with more bytes than this are not read. */
const MOST_BYTES = 4;

/** Returns the bytes field at the end of a gob struct, before its final zero: the payload of a frame. */
export function lastOf(frame: Uint8Array): Uint8Array {
  const end = frame.length - 1;
  for (let at = 0; at < end; at++) {
    const length = unsignedAt(frame, at);
    if (length && length.next + length.value === end) return frame.subarray(length.next, end);
  }
  return frame.subarray(0, 0);
}

/** The first fields of a frame: its ReqIdentifier, and whether it has an error code, which gob leaves out if it is 0. */
export interface FrameHead {
  request: number;
  isRefused: boolean;
}

/** Returns the head of a request or an answer, or null if the bytes are neither. Of a request only `request` counts. */
export function headOf(frame: Uint8Array): FrameHead | null {
  const definition = unsignedAt(frame, 0);
  const body = definition && unsignedAt(frame, definition.next + definition.value);
  const type = body && unsignedAt(frame, body.next);
  if (!type || frame[type.next] !== NEXT_FIELD) return null;
  const request = unsignedAt(frame, type.next + 1);
  if (!request || request.value % 2 !== 0) return null;
  return { request: request.value / 2, isRefused: frame[request.next] === NEXT_FIELD };
}

/** Gob writes how far the number of a field is from that of the field before. */
const NEXT_FIELD = 1;

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
