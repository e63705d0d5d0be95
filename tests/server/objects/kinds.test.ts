// The type of a file by its bytes: the formats that users send, and that no other file passes as one of them.
// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mediaTypeOf } from "../../../server/objects/kinds.ts";
import {
  gifFrame,
  gifOf,
  isoPicture,
  jpegFrame,
  jpegOf,
  jpegScan,
  jpegSegment,
  pngBomb,
  pngChunk,
  pngFrame,
  pngHead,
  pngOf,
  webpCanvas,
  webpFrame,
  webpLossless,
  webpLossy,
  webpOf,
} from "../support/pictures.ts";
import { mp4, noise, png, webm } from "../support/uploads.ts";

const typeOf = (bytes: Uint8Array) =>
  mediaTypeOf((position, length) => Buffer.from(bytes.subarray(position, position + length)));
const latin1 = (...texts: string[]) => Buffer.from(texts.join(""), "latin1");
const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
/** A JPEG with `extra` bytes of profiles and depth maps before its size. */
function jpeg(width: number, height: number, extra: number): Buffer {
  const segment = jpegSegment(0xe1, noise(65_533));
  const segments = Array.from({ length: Math.ceil(extra / segment.length) }, () => segment);
  return jpegOf(...segments, jpegFrame(width, height), jpegScan);
}

/** A large frame after FF D0. If FF D0 is read with a length, the parser skips to a small frame in a comment. */
function behindRestart(): Buffer {
  const frame = jpegFrame(20_000, 20_000);
  const comment = Buffer.alloc(65_533);
  const start = 2 + 2 + frame.length + 4;
  jpegFrame(16, 16).copy(comment, 2 + 2 + frame.readUInt16BE(0) - start);
  return jpegOf(bytes("ff d0"), frame, jpegSegment(0xfe, comment), jpegScan);
}

describe("recognises by its bytes", () => {
  it.each([
    ["PNG", png, "image/png"],
    ["JPEG", jpeg(4000, 3000, 0), "image/jpeg"],
    ["JPEG with megabytes in front of its size", jpeg(4000, 3000, 3_000_000), "image/jpeg"],
    ["progressive JPEG", jpegOf(jpegFrame(4000, 3000, 0xc2), jpegScan, jpegScan), "image/jpeg"],
    ["animated PNG", pngOf(64, 64, [pngFrame(64, 64), pngFrame(10, 10, 54, 54)]), "image/png"],
    ["GIF", gifOf(16, 16), "image/gif"],
    ["animated GIF", gifOf(480, 360, [gifFrame(480, 360), gifFrame(10, 10, 470, 350)]), "image/gif"],
    ["WebP", webpOf(webpLossy(16, 16)), "image/webp"],
    ["lossless WebP", webpOf(webpLossless(16, 16)), "image/webp"],
    ["WebP with a canvas", webpOf(webpCanvas(16, 9), webpLossy(16, 9)), "image/webp"],
    ["animated WebP", webpOf(webpCanvas(64, 64), webpFrame(10, 10, webpLossy(10, 10), 54, 54)), "image/webp"],
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

describe("treats as a plain file", () => {
  it.each([
    ["empty", ""],
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["HTML", "<!doctype html>"],
    ["HTML behind a byte order mark", "\xef\xbb\xbf<html>"],
    ["Matroska, which browsers do not play", "\x1aE\xdf\xa3....matroska...."],
    ["a RIFF of something else", "RIFF....AVI LIST"],
    ["an unknown brand", "\0\0\0\x18ftypxxxx"],
    ["a PNG cut off before its size", "\x89PNG\r\n\x1a\n...."],
    ["a GIF without a frame", "GIF89a\x10\0\x10\0\0\0\0;"],
    ["a JPEG that never says its size", "\xff\xd8\xff\xe0\x00\x02\xff\xe0\x00\x02"],
  ])("%s", (_, text) => {
    expect(typeOf(latin1(text))).toBe("");
  });

  it.each([
    ["PNG", pngOf(65_500, 65_500)],
    ["PNG of one bit a pixel", pngOf(30_000, 30_000, [], pngHead(30_000, 30_000, 1))],
    ["JPEG", jpeg(65_000, 65_000, 0)],
    ["GIF", gifOf(65_535, 65_535)],
    ["WebP", webpOf(webpCanvas(2 ** 24, 2 ** 24), webpLossy(16, 16))],
    ["AVIF", isoPicture("avif", 2 ** 31, 2 ** 31)],
  ])("a %s too large for memory", (_, content) => {
    expect(typeOf(content)).toBe("");
  });

  const emptyChunks = (count: number) => Array<Buffer>(count).fill(Buffer.from("4141414100000000", "hex"));
  it.each([
    ["PNG", pngOf(16, 16, Array<Buffer>(50_000).fill(pngChunk("tESt", Buffer.alloc(0))))],
    ["JPEG", jpegOf(jpegFrame(16, 16), jpegScan, Buffer.alloc(1_000_000, "ffd0", "hex"))],
    ["WebP", webpOf(webpLossy(16, 16), ...emptyChunks(50_000))],
    [
      "animated WebP",
      webpOf(webpCanvas(64, 64), webpFrame(8, 8, Buffer.concat([webpLossy(8, 8), ...emptyChunks(16)]))),
    ],
  ])("a %s of so many parts that reading it would stop the server", (_, content) => {
    expect(typeOf(content)).toBe("");
  });

  // Each contains a small size where a quick parser looks for it.
  it.each([
    ["GIF with a frame larger than its screen", gifOf(1, 1, [gifFrame(20_000, 20_000)])],
    [
      "GIF with a later frame beyond its screen",
      gifOf(9, 9, [gifFrame(9, 9), gifFrame(9, 9, 65_000, 65_000)]),
    ],
    ["JPEG behind a restart marker", jpegOf(bytes("ff d0"), jpegFrame(20_000, 20_000), jpegScan)],
    ["JPEG behind a restart marker, with a small one where its length would lead", behindRestart()],
    ["JPEG behind a TEM marker", jpegOf(bytes("ff 01"), jpegFrame(20_000, 20_000), jpegScan)],
    ["JPEG behind fill bytes", jpegOf(bytes("ff ff ff ff"), jpegFrame(20_000, 20_000), jpegScan)],
    ["JPEG behind stray bytes", jpegOf(bytes("00 11 ff 00"), jpegFrame(20_000, 20_000), jpegScan)],
    ["JPEG with a second frame", jpegOf(jpegFrame(16, 16), jpegFrame(20_000, 20_000), jpegScan)],
    ["JPEG with a gain map", Buffer.concat([jpeg(16, 16, 0), jpeg(20_000, 20_000, 0)])],
    [
      "JPEG with a frame in a profile",
      jpegOf(jpegSegment(0xe2, jpegFrame(20_000, 20_000)), jpeg(16, 16, 0).subarray(2)),
    ],
    ["PNG with a second head", pngOf(16, 16, [pngHead(20_000, 20_000)])],
    ["animated PNG with a frame beyond its canvas", pngOf(16, 16, [pngFrame(20_000, 20_000)])],
    ["WebP larger than its canvas", webpOf(webpCanvas(16, 16), webpLossy(16_383, 16_383))],
    ["lossless WebP larger than its canvas", webpOf(webpCanvas(16, 16), webpLossless(16_384, 16_384))],
    [
      "animated WebP with a picture larger than its frame",
      webpOf(webpCanvas(64, 64), webpFrame(8, 8, webpLossy(16_383, 16_383))),
    ],
    [
      "animated WebP with a frame beyond its canvas",
      webpOf(webpCanvas(64, 64), webpFrame(9_000, 9_000, webpLossy(9_000, 9_000))),
    ],
    ["AVIF", isoPicture("avif", 1, 1)],
    ["animated AVIF", isoPicture("avis", 1, 1)],
    ["HEIC", isoPicture("heic", 1, 1)],
  ])("a %s", (_, content) => {
    expect(typeOf(content)).toBe("");
  });

  it.each([
    [
      "GIF of too many frames",
      gifOf(
        1,
        1,
        Array.from({ length: 100_000 }, () => gifFrame(1, 1)),
      ),
    ],
    [
      "GIF of large frames",
      gifOf(
        5000,
        5000,
        Array.from({ length: 10 }, () => gifFrame(5000, 5000)),
      ),
    ],
    [
      "animated PNG of too many frames",
      pngOf(
        1,
        1,
        Array.from({ length: 10_000 }, () => pngFrame(1, 1)),
      ),
    ],
    [
      "animated WebP of too many frames",
      webpOf(webpCanvas(2, 2), ...Array.from({ length: 10_000 }, () => webpFrame(2, 2, webpLossy(2, 2)))),
    ],
    [
      "JPEG of a thousand scans",
      jpegOf(jpegFrame(4000, 3000, 0xc2), ...Array.from({ length: 1000 }, () => jpegScan)),
    ],
    ["progressive JPEG that must be decoded whole", jpegOf(jpegFrame(7000, 7000, 0xc2), jpegScan)],
    ["PNG with 16 bits per channel", pngOf(7000, 7000, [], pngHead(7000, 7000, 16, 6, 1))],
    ["PNG with a profile that inflates to 50 MB", pngOf(16, 16, [pngBomb("iCCP", 50_000_000)])],
    [
      "PNG with many texts that inflate",
      pngOf(
        16,
        16,
        Array.from({ length: 30 }, () => pngBomb("zTXt", 4_000_000)),
      ),
    ],
    ["picture with more bytes than are checked", Buffer.concat([png, Buffer.alloc(33 * 1024 * 1024)])],
  ])("a %s", (_, content) => {
    expect(typeOf(content)).toBe("");
  });

  it("never throws on any bytes, and recognises nothing but pictures, sound and video", () => {
    const known = [
      ...[png, webm, mp4, jpeg(10, 10, 0), gifOf(9, 9), latin1("\0\0\0\0ftypavif")],
      webpOf(webpCanvas(64, 64), webpFrame(10, 10, webpLossy(10, 10))),
      pngOf(9, 9, [pngFrame(9, 9), pngBomb("zTXt", 100)]),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.nat(120),
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(200),
        (start, at, wrong, end) => {
          const content = Buffer.concat([start.subarray(0, at), wrong, start.subarray(at, at + end)]);
          expect(typeOf(content)).toMatch(/^((image|audio|video)\/(?!svg)[a-z0-9]+)?$/);
        },
      ),
    );
  });
});
