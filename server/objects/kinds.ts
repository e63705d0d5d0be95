import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { canBeShown, type Read, sizeOfPicture } from "./picture-size.ts";

/** Version of the rules below. Content judged by another version is checked again. */
export const rules = 1;

/** Bytes at the start of a file that identify its type. */
const headBytes = 4096;

const startsWith = (...bytes: number[]) => {
  const start = Buffer.from(bytes);
  return (head: Buffer) => head.subarray(0, start.length).equals(start);
};
const says =
  (text: string, at = 0) =>
  (head: Buffer) =>
    head.toString("latin1", at, at + text.length) === text;
const riff = (form: string) => (head: Buffer) => says("RIFF")(head) && says(form, 8)(head);

/** MPEG audio without a tag: eleven set bits, then a valid layer, bit rate and sampling rate. */
const isMpegAudio = ([first = 0, second = 0, third = 0]: Buffer) =>
  first === 0xff &&
  (second & 0xe0) === 0xe0 &&
  (second & 0x18) !== 0x08 &&
  (second & 0x06) !== 0 &&
  third >> 4 !== 0x0f &&
  (third & 0x0c) !== 0x0c;
/** AAC in ADTS frames: twelve set bits and layer 0. */
const isAdts = ([first = 0, second = 0]: Buffer) => first === 0xff && (second & 0xf6) === 0xf0;

const signatures: readonly [type: string, fits: (head: Buffer) => boolean][] = [
  ["image/png", startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ["image/jpeg", startsWith(0xff, 0xd8, 0xff)],
  ["image/gif", (head) => says("GIF87a")(head) || says("GIF89a")(head)],
  ["image/webp", riff("WEBP")],
  ["audio/wav", riff("WAVE")],
  ["audio/flac", says("fLaC")],
  ["audio/amr", says("#!AMR\n")],
  ["audio/mpeg", says("ID3")],
  ["audio/aac", isAdts],
  ["audio/mpeg", isMpegAudio],
];

/**
 * Returns the media type of a picture, audio or video by its bytes alone; "" for everything else, and for a picture
 * that is incomplete or too large to decode. Only formats that cannot run code are known: no SVG, no PDF.
 */
export function mediaTypeOf(read: Read): string {
  const head = read(0, headBytes);
  const type = signatures.find(([, fits]) => fits(head))?.[0] ?? containerTypeOf(head);
  if (!type.startsWith("image/")) return type;
  const picture = sizeOfPicture(type, read);
  return picture !== undefined && canBeShown(picture) ? type : "";
}

/** Containers that may hold pictures, audio or video. */
function containerTypeOf(head: Buffer): string {
  const text = head.toString("latin1");
  if (says("OggS")(head)) return /\x80theora|video/.test(text) ? "video/ogg" : "audio/ogg";
  if (startsWith(0x1a, 0x45, 0xdf, 0xa3)(head)) {
    if (!text.slice(0, 64).includes("webm")) return "";
    return /A_(OPUS|VORBIS)/.test(text) && !text.includes("V_") ? "audio/webm" : "video/webm";
  }
  return says("ftyp", 4)(head) ? isoTypeOf(text) : "";
}

/**
 * ISO base media files by brand; MP4 is audio when its tracks are listed and none is video. AVIF and HEIC count as
 * files: only the coded data tells their decoded size.
 */
function isoTypeOf(text: string): string {
  const brand = text.slice(8, 12);
  if (brand === "qt  ") return "video/quicktime";
  if (/^M4[AB] $/.test(brand)) return "audio/mp4";
  if (!/^(iso[2-9m]|mp4[12v]|avc1|M4V |MSNV|dash|3g[p2][0-9a-z]|f4v )$/.test(brand)) return "";
  return text.includes("soun") && !text.includes("vide") ? "audio/mp4" : "video/mp4";
}

/** {@link mediaTypeOf} a file. */
export function mediaTypeOfFile(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    return mediaTypeOf((position, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
    });
  } finally {
    closeSync(file);
  }
}
