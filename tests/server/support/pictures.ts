import { crc32, deflateSync } from "node:zlib";

/** Pictures built block by block, including malicious ones. */

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const latin1 = (text: string) => Buffer.from(text, "latin1");
type Bytes = Buffer<ArrayBuffer>;

export function pngChunk(name: string, data: Buffer): Bytes {
  const body = Buffer.concat([latin1(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function pngHead(width: number, height: number, depth = 8, colour = 0, interlace = 0): Bytes {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlace], 8);
  return pngChunk("IHDR", head);
}

/** A PNG of grey pixels; `more` comes before its data. */
export const pngOf = (
  width: number,
  height: number,
  more: readonly Buffer[] = [],
  head = pngHead(width, height),
) =>
  Buffer.concat([
    signature,
    head,
    ...more,
    pngChunk("IDAT", deflateSync(Buffer.alloc(64))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);

export function pngFrame(width: number, height: number, left = 0, top = 0): Bytes {
  const data = Buffer.alloc(26);
  for (const [i, value] of [width, height, left, top].entries()) data.writeUInt32BE(value, 4 + 4 * i);
  return pngChunk("fcTL", data);
}

/** A text or profile that inflates to `size` bytes. */
export const pngBomb = (name: "iCCP" | "zTXt", size: number) =>
  pngChunk(name, Buffer.concat([latin1("k\0\0"), deflateSync(Buffer.alloc(size))]));

export function gifFrame(width: number, height: number, left = 0, top = 0): Bytes {
  const descriptor = Buffer.alloc(10);
  descriptor[0] = 0x2c;
  for (const [i, value] of [left, top, width, height].entries()) descriptor.writeUInt16LE(value, 1 + 2 * i);
  return Buffer.concat([descriptor, Buffer.from("02024c0100", "hex")]);
}

/** A GIF whose screen and frames may differ in size. */
export function gifOf(
  width: number,
  height: number,
  frames: readonly Buffer[] = [gifFrame(width, height)],
): Bytes {
  const head = Buffer.alloc(13);
  head.write("GIF89a");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head[10] = 0x80;
  const control = Buffer.from("21f904000a000000", "hex");
  const blocks = frames.flatMap((frame) => [control, frame]);
  return Buffer.concat([head, Buffer.from("000000ffffff", "hex"), ...blocks, Buffer.from([0x3b])]);
}

export function jpegFrame(width: number, height: number, code = 0xc0): Bytes {
  const frame = Buffer.from("ffc00011080000000003012200021101031101", "hex");
  frame[1] = code;
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return frame;
}

export const jpegScan = Buffer.from("ffda000c03010002110311003f00d2cf20ff00", "hex");
export const jpegSegment = (code: number, data: Buffer) => {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
/** A JPEG of these segments between its start and its end marker. */
export const jpegOf = (...pieces: readonly Buffer[]) =>
  Buffer.concat([Buffer.from("ffd8", "hex"), ...pieces, Buffer.from("ffd9", "hex")]);

function webpChunk(name: string, data: Buffer): Bytes {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([latin1(name), length, data, Buffer.alloc(data.length % 2)]);
}

export function webpLossy(width: number, height: number): Bytes {
  const data = Buffer.alloc(20);
  data.write("9d012a", 3, "hex");
  data.writeUInt16LE(width, 6);
  data.writeUInt16LE(height, 8);
  return webpChunk("VP8 ", data);
}

export function webpLossless(width: number, height: number): Bytes {
  const data = Buffer.alloc(16);
  data[0] = 0x2f;
  data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  return webpChunk("VP8L", data);
}

export function webpCanvas(width: number, height: number): Bytes {
  const data = Buffer.alloc(10);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk("VP8X", data);
}

export function webpFrame(width: number, height: number, coded: Buffer, left = 0, top = 0): Bytes {
  const head = Buffer.alloc(16);
  for (const [i, value] of [left / 2, top / 2, width - 1, height - 1].entries())
    head.writeUIntLE(value, 3 * i, 3);
  return webpChunk("ANMF", Buffer.concat([head, coded]));
}

export function webpOf(...chunks: readonly Buffer[]): Bytes {
  const body = Buffer.concat([latin1("WEBP"), ...chunks]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([latin1("RIFF"), length, body]);
}

/** The head of an AVIF or HEIC with the given size. */
export function isoPicture(brand: string, width: number, height: number): Bytes {
  const extents = Buffer.alloc(20);
  extents.writeUInt32BE(20, 0);
  extents.write("ispe", 4);
  extents.writeUInt32BE(width, 12);
  extents.writeUInt32BE(height, 16);
  return Buffer.concat([latin1(`\0\0\0\x1cftyp${brand}....`), extents]);
}
