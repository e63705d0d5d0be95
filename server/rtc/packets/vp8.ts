/**
 * The running numbers in a VP8 payload descriptor (RFC 7741 section 4.2). Absent ones are 0. A receiver takes a jump as
 * loss, so they continue over a change of layers.
 */
export interface PictureNumbers {
  /** 7 or 15 bits. */
  picture: number;
  /** Pictures of the base temporal layer; 8 bits. */
  base: number;
  /** Key frames; 5 bits. */
  key: number;
}

/** Offsets of the numbers in a payload; 0 for an absent one. */
interface Descriptor {
  pictureAt: number;
  hasLongPicture: boolean;
  baseAt: number;
  keyAt: number;
  /** Where the frame's own header starts. */
  end: number;
}

function readDescriptor(payload: Buffer): Descriptor | undefined {
  const first = payload[0];
  if (first === undefined) return undefined;
  const descriptor = { pictureAt: 0, hasLongPicture: false, baseAt: 0, keyAt: 0, end: 1 };
  if ((first & 0x80) === 0) return descriptor;
  const extended = payload[1] ?? 0;
  let at = 2;
  if (extended & 0x80) {
    descriptor.pictureAt = at;
    descriptor.hasLongPicture = ((payload[at] ?? 0) & 0x80) !== 0;
    at += descriptor.hasLongPicture ? 2 : 1;
  }
  if (extended & 0x40) {
    descriptor.baseAt = at;
    at += 1;
  }
  if (extended & 0x30) {
    if (extended & 0x10) descriptor.keyAt = at;
    at += 1;
  }
  descriptor.end = at;
  return at > payload.length ? undefined : descriptor;
}

/** RFC 7741 section 4.3: the first partition starts, and the inverse key frame bit is unset. */
export function startsVp8KeyFrame(payload: Buffer): boolean {
  const first = payload[0] ?? 0;
  const startsFirstPartition = (first & 0x10) !== 0 && (first & 0x0f) === 0;
  const frameTag = startsFirstPartition ? payload[readDescriptor(payload)?.end ?? payload.length] : undefined;
  return frameTag !== undefined && (frameTag & 0x01) === 0;
}

export function readPictureNumbers(payload: Buffer): PictureNumbers {
  const descriptor = readDescriptor(payload);
  if (descriptor === undefined) return { picture: 0, base: 0, key: 0 };
  const { pictureAt, hasLongPicture, baseAt, keyAt } = descriptor;
  const short = (payload[pictureAt] ?? 0) & 0x7f;
  const long = hasLongPicture ? payload.readUInt16BE(pictureAt) & 0x7fff : short;
  return {
    picture: pictureAt === 0 ? 0 : long,
    base: baseAt === 0 ? 0 : (payload[baseAt] ?? 0),
    key: keyAt === 0 ? 0 : (payload[keyAt] ?? 0) & 0x1f,
  };
}

/** Returns a copy of the payload with its numbers moved, or the payload itself when nothing moves. */
export function movePictureNumbers(payload: Buffer, by: PictureNumbers): Buffer {
  if (by.picture === 0 && by.base === 0 && by.key === 0) return payload;
  const descriptor = readDescriptor(payload);
  if (descriptor === undefined || descriptor.end === 1) return payload;
  const { pictureAt, hasLongPicture, baseAt, keyAt } = descriptor;
  const { picture, base, key } = readPictureNumbers(payload);
  const moved = Buffer.from(payload);
  if (pictureAt !== 0 && hasLongPicture) {
    moved.writeUInt16BE(0x8000 | ((picture + by.picture) & 0x7fff), pictureAt);
  } else if (pictureAt !== 0) {
    moved.writeUInt8((picture + by.picture) & 0x7f, pictureAt);
  }
  if (baseAt !== 0) moved.writeUInt8((base + by.base) & 0xff, baseAt);
  if (keyAt !== 0) moved.writeUInt8((moved.readUInt8(keyAt) & 0xe0) | ((key + by.key) & 0x1f), keyAt);
  return moved;
}
