// What a file is by its bytes: the formats people send, and that nothing else passes for one.
// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mediaTypeOf } from "../../../server/objects/kinds.ts";
import { mp4, noise, png, webm } from "../support/uploads.ts";

const typeOf = (bytes: Uint8Array) =>
  mediaTypeOf((position, length) => Buffer.from(bytes.subarray(position, position + length)));
const latin1 = (...texts: string[]) => Buffer.from(texts.join(""), "latin1");
const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const extents = (width: number, height: number) => {
  const box = Buffer.alloc(20);
  box.writeUInt32BE(20, 0);
  box.write("ispe", 4);
  box.writeUInt32BE(width, 12);
  box.writeUInt32BE(height, 16);
  return box;
};
/** A JPEG with that many bytes of profiles and depth maps in front of its size. */
function jpeg(width: number, height: number, extra: number): Buffer {
  const segment = Buffer.concat([bytes("ff e1 ff ff"), noise(65_533)]);
  const frame = bytes("ff c2 00 11 08 0000 0000");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const segments = Array.from({ length: Math.ceil(extra / segment.length) }, () => segment);
  return Buffer.concat([bytes("ff d8"), ...segments, frame, noise(50)]);
}

describe("a file is known by its bytes", () => {
  it.each([
    ["PNG", png, "image/png"],
    ["JPEG", jpeg(4000, 3000, 0), "image/jpeg"],
    ["JPEG with megabytes in front of its size", jpeg(4000, 3000, 3_000_000), "image/jpeg"],
    ["GIF", latin1("GIF87a\x01\x00\x01\x00"), "image/gif"],
    ["WebP", latin1("RIFF....WEBPVP8X....\x02......\x0f\x00\x00\x0f\x00\x00"), "image/webp"],
    ["lossless WebP", Buffer.concat([latin1("RIFF....WEBPVP8L....\x2f"), bytes("0fc0030000")]), "image/webp"],
    ["AVIF", Buffer.concat([latin1("\0\0\0\x1cftypavif...."), extents(64, 64)]), "image/avif"],
    ["HEIC", Buffer.concat([latin1("\0\0\0\x1cftypheic...."), extents(4032, 3024)]), "image/heic"],
    ["WebM voice", webm, "audio/webm"],
    ["WebM video", latin1("\x1aE\xdf\xa3....\x42\x82\x84webm....V_VP8....A_OPUS"), "video/webm"],
    ["MP4 video", mp4, "video/mp4"],
    ["MP4 voice", latin1("\0\0\0\x18ftypiso5....moov....hdlr....soun"), "audio/mp4"],
    ["M4A", latin1("\0\0\0\x18ftypM4A ...."), "audio/mp4"],
    ["QuickTime", latin1("\0\0\0\x14ftypqt  ...."), "video/quicktime"],
    ["Ogg", latin1("OggS....OpusHead"), "audio/ogg"],
    ["MP3 with a tag", latin1("ID3\x04...."), "audio/mpeg"],
    ["MP3 without", bytes("ff fb 90 64 00"), "audio/mpeg"],
    ["AAC", bytes("ff f1 50 80 00"), "audio/aac"],
    ["WAV", latin1("RIFF....WAVEfmt "), "audio/wav"],
    ["FLAC", latin1("fLaC...."), "audio/flac"],
    ["AMR", latin1("#!AMR\n...."), "audio/amr"],
  ])("%s", (_, content, type) => {
    expect(typeOf(content)).toBe(type);
  });
});

describe("a file is nothing but a file", () => {
  it.each([
    ["empty", ""],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["HTML", "<!doctype html>"],
    ["HTML behind a byte order mark", "\xef\xbb\xbf<html>"],
    ["Matroska, which browsers do not play", "\x1aE\xdf\xa3....matroska...."],
    ["a RIFF of something else", "RIFF....AVI LIST"],
    ["an unknown brand", "\0\0\0\x18ftypxxxx"],
    ["a PNG cut off before its size", "\x89PNG\r\n\x1a\n...."],
    ["a picture without an extent", "GIF89a\0\0\x10\0"],
    ["a JPEG that never says its size", "\xff\xd8\xff\xe0\x00\x02\xff\xe0\x00\x02"],
  ])("%s", (_, text) => {
    expect(typeOf(latin1(text))).toBe("");
  });

  it.each([
    ["PNG", Buffer.concat([png.subarray(0, 16), bytes("00010000 00010000"), png.subarray(24)])],
    ["JPEG", jpeg(65_000, 65_000, 0)],
    ["GIF", bytes("474946383961 ffff ffff")],
    ["WebP", latin1("RIFF....WEBPVP8X....\x02......\xff\xff\xff\xff\xff\xff")],
    ["AVIF", Buffer.concat([latin1("\0\0\0\x1cftypavif...."), extents(2 ** 31, 2 ** 31)])],
  ])("a %s too large for anybody's memory", (_, content) => {
    expect(typeOf(content)).toBe("");
  });

  it("whatever it is, nothing but pictures, sound and video comes out, and nothing throws", () => {
    const known = [png, webm, mp4, jpeg(10, 10, 0), latin1("RIFF....WEBPVP8 "), latin1("\0\0\0\0ftypavif")];
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.nat(60),
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(80),
        (start, at, wrong, end) => {
          const content = Buffer.concat([start.subarray(0, at), wrong, start.subarray(at, at + end)]);
          expect(typeOf(content)).toMatch(/^((image|audio|video)\/(?!svg)[a-z0-9]+)?$/);
        },
      ),
    );
  });
});
