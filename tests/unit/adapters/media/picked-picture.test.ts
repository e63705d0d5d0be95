import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { createFiles } from "../../../../src/adapters/media/own-media.ts";
import { decodePicked, refusalOf } from "../../../../src/adapters/media/picked-picture.ts";
import { createScanner } from "../../../../src/adapters/media/scanner.ts";

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const le16 = (number: number) => [number & 255, number >> 8];
const le32 = (number: number) => [...le16(number & 0xffff), ...le16(number >>> 16)];
const be32 = (number: number) => le32(number).reverse();
const file = (...parts: readonly (readonly number[])[]) =>
  new File([Uint8Array.from(parts.flat())], "picture", { type: "image/gif" });

/** A GIF with a screen of one pixel and a larger frame, to which decoders extend it. */
const gif = (width: number, height: number) =>
  file(
    ascii("GIF89a"),
    le16(1),
    le16(1),
    [0, 0, 0],
    [0x2c, 0, 0, 0, 0, ...le16(width), ...le16(height), 0],
    [2, 2, 0x44, 1, 0, 0x3b],
  );
const bmp = (width: number, height: number) =>
  file(ascii("BM"), new Array<number>(12).fill(0), le32(40), le32(width), le32(height));
/** An AVIF with two pictures, the larger one second. */
const avif = (width: number, height: number) =>
  file(
    be32(16),
    ascii("ftypavif"),
    be32(0),
    ...[
      [32, 32],
      [width, height],
    ].map(([wide = 0, high = 0]) => [
      ...be32(20),
      ...ascii("ispe"),
      ...be32(0),
      ...be32(wide),
      ...be32(high),
    ]),
  );
const LARGE = gif(20_000, 20_000);

let decoded: unknown[] = [];
beforeEach(() => {
  decoded = [];
  vi.stubGlobal("createImageBitmap", async (picture: unknown) => {
    decoded.push(picture);
    throw new Error("not decoded in tests");
  });
});

describe("a picked picture", () => {
  it.each([
    ["a GIF", LARGE],
    ["a BMP", bmp(20_000, -20_000)],
    ["an AVIF", avif(20_000, 20_000)],
  ])("is rejected before decoding if it needs too much memory: %s", async (_, picture) => {
    expect(await refusalOf(picture)).toBe("pictureTooLarge");
    expect(await decodePicked(picture).then(() => "none", failureCode)).toBe("pictureTooLarge");
    expect(decoded).toEqual([]);
  });

  it.each([
    ["a JPEG with a bare marker", file([0xff, 0xd8, 0xff, 0xd0])],
    ["a truncated BMP", file(ascii("BM"))],
    ["an AVIF without a size", file(be32(16), ascii("ftypavif"), be32(0))],
  ])("is rejected if its size is not readable: %s", async (_, picture) => {
    expect(await refusalOf(picture)).toBe("pictureUnreadable");
  });

  it.each([
    ["a photo of 108 million pixels", bmp(12_000, 9_000)],
    ["a small GIF", gif(30, 20)],
    ["a small AVIF", avif(640, 480)],
    ["a format that only this browser may know", file(ascii("II*"))],
  ])("is decoded in all other cases: %s", async (_, picture) => {
    expect(await refusalOf(picture)).toBeNull();
    await decodePicked(picture).catch(() => {});
    expect(decoded).toEqual([picture]);
  });

  it("is checked before sending, before cropping, and before the QR code search", async () => {
    const files = createFiles({ keepBytes: async () => ({ preview: "", poster: "" }) });
    const sent = files.prepare({ userID: "u", clientMsgID: "m", file: LARGE, asFile: false });
    const cut = files.cut({ picture: LARGE, square: { left: 0, top: 0, side: 1 } });
    expect(await sent.then(() => "none", failureCode)).toBe("pictureTooLarge");
    expect(await cut.then(() => "none", failureCode)).toBe("pictureTooLarge");
    expect(await createScanner().readPicture({ picture: LARGE })).toBeNull();
    expect(decoded).toEqual([]);
  });
});
