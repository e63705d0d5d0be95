import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { newMessageID } from "./gob-client.ts";

/** Protobuf written by hand, so that it can be wrong. */

const varint = (value: bigint): Uint8Array => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.of(...bytes, Number(rest));
};
const tagged = (field: number, wireType: number, bytes: Uint8Array) =>
  Buffer.concat([varint(BigInt(field * 8 + wireType)), bytes]);
const counted = (bytes: Uint8Array) => Buffer.concat([varint(BigInt(bytes.length)), bytes]);
const chunk = (field: number, bytes: Uint8Array) => tagged(field, 2, counted(bytes));
export const text = (field: number, value: string) => chunk(field, Buffer.from(value));
export const integer = (field: number, value: number) => tagged(field, 0, varint(BigInt(value)));

const numbers = [0n, 1n, -1n, 4n, 100n, 2101n, 2n ** 31n, 2n ** 53n, 2n ** 63n];
const oddBytes = ["", "00", "ffffff", "eda080", "c080", "0a03ffffff"].map((hex) => Buffer.from(hex, "hex"));
const hugeTexts = [20_000, 400_000, 1_900_000].map((size) => Buffer.alloc(size, "x"));
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Any content of a field: bytes that are no text, huge and empty texts, extreme numbers, truncated data. */
const payload: fc.Arbitrary<[wireType: number, bytes: Uint8Array]> = fc.oneof(
  fc.tuple(fc.constant(0), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }).map(varint)),
  fc.tuple(fc.constant(0), fc.constantFrom(...numbers).map(varint)),
  fc.tuple(fc.constant(2), fc.uint8Array({ maxLength: 64 }).map(counted)),
  fc.tuple(fc.constant(2), fc.constantFrom(...oddBytes, ...hugeTexts).map(counted)),
  fc.tuple(
    fc.constant(2),
    fc.constantFrom(20_000, 35_000).map((size) => counted(randomBytes(size))),
  ),
  fc.tuple(
    fc.constant(2),
    fc.string({ unit: "binary" }).map((value) => counted(Buffer.from(value))),
  ),
  fc.tuple(fc.constant(1), bytesOf(8)),
  fc.tuple(fc.constant(5), bytesOf(4)),
  fc.tuple(fc.constantFrom(3, 4, 6, 7), bytesOf(0)),
  fc.tuple(fc.constant(2), fc.constant(Buffer.concat([varint(1_000_000n), Buffer.from("cut off")]))),
);

/** One to three such fields, which a reader takes for fields of the message. */
export const fields = (highest: number): fc.Arbitrary<Uint8Array> =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: highest }), payload), { minLength: 1, maxLength: 3 })
    .map((parts) => Buffer.concat(parts.map(([field, [wireType, bytes]]) => tagged(field, wireType, bytes))));

const fieldsOfMessage = 25;
/** Content types that a client may send, and a few unknown ones. */
export const contentTypes = [
  101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 113, 114, 115, 117, 118, 121, 400, 999,
];
/** Keys of contents, so that a wrong value replaces an expected one. */
const keys =
  "content text data sourcePicture snapshotPicture url duration multiMessage title quoteMessage atUserList " +
  "atUsersInfo messageEntityList latitude detail msgTips fileSize";
const content = fc.oneof(
  fc.json().map((value) => Buffer.from(value)),
  fc
    .dictionary(fc.constantFrom(...keys.split(" ")), fc.jsonValue())
    .map((value) => Buffer.from(JSON.stringify(value))),
  fc
    .constantFrom(
      `{"content":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      `{"quoteMessage":${'{"quoteElem":{"quoteMessage":'.repeat(3000)}null${"}}".repeat(3000)}}`,
      '{"content":"\\ud800"}',
    )
    .map((value) => Buffer.from(value)),
);

/** A message from one user to another or to a group, with one to three wrong fields, or wrong content only. */
export function hostileMessage(
  from: string,
  to: { userID: string } | { groupID: string },
): fc.Arbitrary<Uint8Array> {
  const group = "groupID" in to;
  const base = (contentType: number, json: Uint8Array) =>
    Buffer.concat([
      text(1, from),
      group ? text(3, to.groupID) : text(2, to.userID),
      text(4, newMessageID()),
      integer(6, 5),
      integer(9, group ? 3 : 1),
      integer(10, 100),
      integer(11, contentType),
      chunk(12, json),
      integer(16, Date.now()),
      integer(17, 1),
    ]);
  const plain = Buffer.from('{"content":"hostile"}');
  return fc.oneof(
    fields(fieldsOfMessage).map((wrong) => Buffer.concat([base(101, plain), wrong])),
    fc.tuple(fc.constantFrom(...contentTypes), content).map(([type, json]) => base(type, json)),
    fc
      .tuple(fc.constantFrom(...contentTypes), content, fields(fieldsOfMessage))
      .map(([type, json, wrong]) => Buffer.concat([base(type, json), wrong])),
  );
}
