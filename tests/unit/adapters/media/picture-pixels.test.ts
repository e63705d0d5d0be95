import { describe, expect, it } from "vitest";
import { pictureType, pixelsOf } from "../../../../src/adapters/media/picture-pixels.ts";

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const le16 = (number: number) => [number & 255, number >> 8];
const be16 = (number: number) => [number >> 8, number & 255];
const le24 = (number: number) => [number & 255, (number >> 8) & 255, number >> 16];
const le32 = (number: number) => [...le16(number & 0xffff), ...le16(number >>> 16)];
const be32 = (number: number) => le32(number).reverse();
const bytes = (...parts: readonly (readonly number[])[]) => Uint8Array.from(parts.flat());

const gif = (screen: [number, number], frame: [number, number]) =>
  bytes(
    ascii("GIF89a"),
    le16(screen[0]),
    le16(screen[1]),
    [0x80, 0, 0, ...new Array<number>(6).fill(0)],
    [0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    [0x2c, 0, 0, 0, 0, ...le16(frame[0]), ...le16(frame[1]), 0],
    [2, 2, 0x44, 1, 0, 0x3b],
  );
const png = (width: number, height: number) =>
  bytes(
    [0x89],
    ascii("PNG\r\n"),
    [0x1a, 0x0a],
    be32(13),
    ascii("IHDR"),
    be32(width),
    be32(height),
    [8, 2, 0, 0, 0],
  );
const frameHeader = (marker: number, width: number, height: number) => [
  0xff,
  marker,
  ...be16(11),
  8,
  ...be16(height),
  ...be16(width),
  1,
  1,
  0x11,
  0,
];
const jpeg = (...between: number[]) =>
  bytes([0xff, 0xd8, 0xff, 0xe0, ...be16(4), 0, 0], between, frameHeader(0xc2, 640, 480));
const chunk = (name: string, data: number[]) => [...ascii(name), ...le32(data.length), ...data];
const canvas = (width: number, height: number) =>
  chunk("VP8X", [0x12, 0, 0, 0, ...le24(width - 1), ...le24(height - 1)]);
const webp = (...chunks: number[][]) => bytes(ascii("RIFF"), le32(4), ascii("WEBP"), ...chunks);

describe("the pixel count of an unchecked picture", () => {
  it("is the count of its largest frame, even if its screen is smaller", () => {
    expect(pixelsOf(gif([1, 1], [20_000, 20_000]))).toBe(400_000_000);
    expect(pixelsOf(gif([30, 20], [1, 1]))).toBe(600);
    const still = chunk("VP8L", [0x2f, ...le32(16_383 | (9_999 << 14))].concat([0]));
    expect(
      pixelsOf(
        webp(
          canvas(1, 1),
          chunk("ANMF", [...le24(0), ...le24(0), ...le24(1), ...le24(1), 0, 0, 0, 0].concat(still)),
        ),
      ),
    ).toBe(163_840_000);
  });

  it("is read from PNG, JPEG, GIF and WebP", () => {
    expect(pixelsOf(png(300, 200))).toBe(60_000);
    expect(pixelsOf(jpeg())).toBe(640 * 480);
    expect(pixelsOf(webp(canvas(40, 30)))).toBe(1200);
    expect([png(1, 1), jpeg(), gif([1, 1], [1, 1]), webp()].map(pictureType)).toEqual([
      "image/png",
      "image/jpeg",
      "image/gif",
      "image/webp",
    ]);
  });

  it.each([
    ["a JPEG with a bare marker in front of its size", jpeg(0xff, 0xd0)],
    ["a JPEG with other bytes before its size", jpeg(0, 0)],
    ["a GIF with an unknown block", bytes(ascii("GIF89a"), le16(1), le16(1), [0, 0, 0, 0x11])],
    [
      "a PNG that begins with another chunk",
      bytes([0x89], ascii("PNG\r\n"), [0x1a, 0x0a], be32(13), ascii("iCCP"), new Array<number>(20).fill(1)),
    ],
    ["a WebP without a picture", webp()],
    ["a truncated GIF", bytes(ascii("GIF89a"))],
    ["an SVG", bytes(ascii("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"))],
    ["an AVIF", bytes(be32(24), ascii("ftypavif"), new Array<number>(64).fill(0))],
    ["no bytes", bytes()],
  ])("is unknown for %s", (_, picture) => {
    expect(pixelsOf(picture)).toBeNull();
  });
});
