import { inflateSync } from "node:zlib";
import { maxChunks } from "../limits.ts";
import { type Picture, requirePicture } from "./picture.ts";

const signatureBytes = 8;
/** Length, name and checksum of a chunk. */
const frameBytes = 12;
/** Maximum inflated size of the profiles and texts of one picture. */
const maxInflatedBytes = 8 * 1024 * 1024;
const maxCompressedTexts = 64;

/**
 * Reads every chunk (PNG third edition, sections 5 and 11): IHDR has the canvas, each fcTL one animation frame. A
 * second IHDR, a frame outside the canvas, too many chunks, and a profile or text that inflates too far are refused.
 * @throws NotAPictureError
 */
export function readPng(bytes: Buffer): Picture {
  requirePicture(bytes.length >= signatureBytes + frameBytes + 13);
  requirePicture(bytes.toString("latin1", 12, 16) === "IHDR" && bytes.readUInt32BE(8) === 13);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth, isInterlaced] = [bytes[24] ?? 0, bytes[28] !== 0];
  const texts: Buffer[] = [];
  let frames = 0;
  let hasData = false;
  let chunks = 0;
  let at = signatureBytes + frameBytes + 13;
  for (;;) {
    chunks += 1;
    requirePicture(chunks <= maxChunks && at + frameBytes <= bytes.length);
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    requirePicture(/^[A-Za-z]{4}$/.test(name) && at + frameBytes + length <= bytes.length);
    at += frameBytes + length;
    if (name === "IEND") break;
    requirePicture(name !== "IHDR");
    if (name === "IDAT") hasData = true;
    if (name === "fcTL") {
      requirePicture(length === 26 && isInside(data, width, height));
      frames += 1;
    }
    const text = compressedPartOf(name, data);
    if (text !== undefined) texts.push(text);
  }
  requirePicture(hasData && inflatesWithin(texts, maxInflatedBytes));
  return {
    width,
    height,
    frames: Math.max(1, frames),
    passes: Math.max(1, frames),
    bytesPerPixel: (depth === 16 ? 8 : 4) * (isInterlaced ? 2 : 1),
  };
}

function isInside(frame: Buffer, width: number, height: number): boolean {
  const [frameWidth, frameHeight] = [frame.readUInt32BE(4), frame.readUInt32BE(8)];
  return (
    frameWidth > 0 &&
    frameHeight > 0 &&
    frame.readUInt32BE(12) + frameWidth <= width &&
    frame.readUInt32BE(16) + frameHeight <= height
  );
}

/** The zlib stream of a profile or a text; undefined for any other chunk. */
function compressedPartOf(name: string, data: Buffer): Buffer | undefined {
  const keywordEnd = data.indexOf(0);
  if (keywordEnd < 0) return undefined;
  if (name === "iCCP" || name === "zTXt") return data.subarray(keywordEnd + 2);
  if (name !== "iTXt" || data[keywordEnd + 1] !== 1) return undefined;
  const languageEnd = data.indexOf(0, keywordEnd + 3);
  const translationEnd = data.indexOf(0, languageEnd + 1);
  return languageEnd < 0 || translationEnd < 0 ? data : data.subarray(translationEnd + 1);
}

function inflatesWithin(streams: readonly Buffer[], limit: number): boolean {
  if (streams.length > maxCompressedTexts) return false;
  let left = limit;
  for (const stream of streams) {
    if (left <= 0) return false;
    try {
      left -= inflateSync(stream, { maxOutputLength: left }).length;
    } catch (error) {
      // A damaged stream inflates to nothing. Only an oversized one is an attack.
      if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return false;
    }
  }
  return true;
}
