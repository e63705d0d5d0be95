/**
 * The subset of Go's gob encoding that the gateway needs: one self-contained stream with one struct of ints, strings
 * and byte slices (protocol section 1.4).
 */

const builtinTypes = { int: 2, bytes: 5, string: 6 } as const;
export type GobType = keyof typeof builtinTypes;
export type GobValue = number | string | Uint8Array;

export interface GobStruct {
  name: string;
  fields: readonly (readonly [name: string, type: GobType])[];
}

/** The first id that Go gives to a type of a program. */
const typeID = 64;

/** Encodes the type definition and one value; zero-valued fields are omitted, as Go does. */
export function encodeGob(definition: GobStruct, value: Record<string, GobValue>): Uint8Array {
  const fields = definition.fields.map(([name, type]) =>
    Buffer.concat([byte(1), string(name), byte(1), int(builtinTypes[type]), byte(0)]),
  );
  const commonType = Buffer.concat([byte(1), string(definition.name), byte(1), int(typeID), byte(0)]);
  const structType = [byte(1), commonType, byte(1), uint(fields.length), ...fields, byte(0)];
  return Buffer.concat([
    message([int(-typeID), byte(3), ...structType, byte(0)]),
    message([int(typeID), ...encodeFields(definition, value), byte(0)]),
  ]);
}

function encodeFields(definition: GobStruct, value: Record<string, GobValue>): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let previous = -1;
  definition.fields.forEach(([name], index) => {
    const field = value[name];
    if (field === undefined || field === 0 || (typeof field !== "number" && field.length === 0)) return;
    parts.push(uint(index - previous), typeof field === "number" ? int(field) : bytes(field));
    previous = index;
  });
  return parts;
}

const message = (parts: Uint8Array[]) => bytes(Buffer.concat(parts));
const byte = (value: number) => Uint8Array.of(value);
const string = (value: string) => bytes(value);

function bytes(value: string | Uint8Array): Uint8Array {
  const raw = typeof value === "string" ? Buffer.from(value, "utf8") : value;
  return Buffer.concat([uint(raw.length), raw]);
}

function int(value: number): Uint8Array {
  return uint(value >= 0 ? value * 2 : (-value - 1) * 2 + 1);
}

function uint(value: number): Uint8Array {
  if (value < 128) return byte(value);
  const digits: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Uint8Array.of(256 - digits.length, ...digits);
}

/** A gateway request has one struct of six fields. Millions of empty ones fit into a frame. */
const maxStructs = 16;
const maxFields = 64;

/**
 * Decodes type definitions and one struct value. Returns the non-zero fields by name.
 * @throws RangeError when the stream is cut off, malformed, or holds other types than ints, strings and bytes
 */
export function decodeGob(stream: Uint8Array): Map<string, GobValue> {
  const reader = new GobReader(stream);
  const structs = new Map<number, [name: string, type: number][]>();
  while (!reader.atEnd()) {
    const body = new GobReader(reader.bytes());
    const id = body.int();
    if (id < 0 && structs.size < maxStructs) structs.set(-id, readStructDefinition(body));
    else if (id < 0) throw new RangeError("too many gob types");
    else return readStruct(body, structs.get(id));
  }
  throw new RangeError("gob stream without a value");
}

function readStructDefinition(reader: GobReader): [string, number][] {
  // wireType field 2 (delta 3) is StructT; other wire types never occur in a gateway request.
  if (reader.uint() !== 3) throw new RangeError("gob type is not a struct");
  const fields: [string, number][] = [];
  reader.fields((index) => {
    if (index === 0) readCommonType(reader);
    else {
      const count = reader.uint();
      if (fields.length + count > maxFields) throw new RangeError("gob type has too many fields");
      for (let left = count; left > 0; left -= 1) fields.push(readFieldType(reader));
    }
  });
  return fields;
}

function readCommonType(reader: GobReader): void {
  reader.fields((index) => {
    if (index === 0) reader.bytes();
    else reader.int();
  });
}

function readFieldType(reader: GobReader): [string, number] {
  let name = "";
  let type = 0;
  reader.fields((index) => {
    if (index === 0) name = reader.string();
    else type = reader.int();
  });
  return [name, type];
}

function readStruct(reader: GobReader, fields: [string, number][] | undefined): Map<string, GobValue> {
  if (fields === undefined) throw new RangeError("gob value of an undefined type");
  const values = new Map<string, GobValue>();
  reader.fields((index) => {
    const field = fields[index];
    if (field === undefined) throw new RangeError("gob field out of range");
    values.set(field[0], readValue(reader, field[1]));
  });
  return values;
}

function readValue(reader: GobReader, type: number): GobValue {
  if (type === builtinTypes.int) return reader.int();
  if (type === builtinTypes.bytes) return reader.bytes();
  if (type === builtinTypes.string) return reader.string();
  throw new RangeError(`gob field of unsupported type ${type}`);
}

class GobReader {
  private offset = 0;

  constructor(private readonly buffer: Uint8Array) {}

  atEnd(): boolean {
    return this.offset >= this.buffer.length;
  }

  uint(): number {
    const first = this.byte();
    if (first < 128) return first;
    let value = 0;
    for (let left = 256 - first; left > 0; left -= 1) value = value * 256 + this.byte();
    if (!Number.isSafeInteger(value)) throw new RangeError("gob integer too large");
    return value;
  }

  int(): number {
    const value = this.uint();
    return value % 2 === 0 ? value / 2 : -(value - 1) / 2 - 1;
  }

  bytes(): Uint8Array {
    const end = this.uint() + this.offset;
    if (end > this.buffer.length) throw new RangeError("gob stream is cut off");
    const value = this.buffer.subarray(this.offset, end);
    this.offset = end;
    return value;
  }

  string(): string {
    return Buffer.from(this.bytes()).toString("utf8");
  }

  fields(read: (index: number) => void): void {
    let index = -1;
    for (let delta = this.uint(); delta !== 0; delta = this.uint()) {
      index += delta;
      read(index);
    }
  }

  private byte(): number {
    const value = this.buffer[this.offset];
    if (value === undefined) throw new RangeError("gob stream is cut off");
    this.offset += 1;
    return value;
  }
}
