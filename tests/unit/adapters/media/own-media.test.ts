import { describe, expect, it } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { FILE_LIMIT } from "../../../../machines/domain/outgoing-attachment.ts";
import { isAnimated } from "../../../../src/adapters/media/is-animated.ts";
import { createFiles } from "../../../../src/adapters/media/own-media.ts";

/** Cases without browser decoding; tests/e2e/sending.test.ts covers decoding. */
const setUp = () => {
  const kept: { clientMsgID: string; bytes: Blob; poster: Blob | null }[] = [];
  const files = createFiles({
    keepBytes: async (one) => {
      kept.push(one);
      return { preview: "blob:kept", poster: "" };
    },
  });
  const prepare = (file: File, asFile: boolean) =>
    files.prepare({ userID: "u1", clientMsgID: "m1", file, asFile });
  return { kept, prepare };
};

const large = (type: string) => {
  const file = new File(["x"], "large", { type });
  Object.defineProperty(file, "size", { value: FILE_LIMIT + 1 });
  return file;
};

/** As a folder, or a file that was deleted after the user picked it: it has a size and no bytes. */
const unreadable = () => {
  const file = new File(["x"], "Holiday");
  const part = file.slice(0, 1);
  part.arrayBuffer = () => Promise.reject(new DOMException("", "NotReadableError"));
  file.slice = () => part;
  return file;
};

describe("a picked file", () => {
  it("is sent unchanged as a file if the user chose that", async () => {
    const { kept, prepare } = setUp();
    const file = new File(["a cat"], "猫.png", { type: "image/png" });
    expect(await prepare(file, true)).toEqual({
      type: "file",
      name: "猫.png",
      mime: "image/png",
      bytes: 5,
      preview: "blob:kept",
    });
    expect(kept).toMatchObject([{ clientMsgID: "m1", bytes: file, poster: null }]);
  });

  it.each(["image/svg+xml", "text/html", ""])("is not a picture with the type %s", async (type) => {
    const { prepare } = setUp();
    expect(await prepare(new File(["<svg/>"], "logo", { type }), false)).toMatchObject({ type: "file" });
  });

  it.each([
    ["fileEmpty", new File([], "nothing.txt"), false],
    ["fileEmpty", new File([], "nothing.png", { type: "image/png" }), true],
    ["fileGone", unreadable(), false],
    ["fileGone", unreadable(), true],
    ["fileTooLarge", large("text/plain"), true],
    ["fileTooLarge", large("video/webm"), false],
    ["fileTooLarge", large("image/jpeg"), false],
  ] as const)("3-77 fails as %s before anything is stored or sent", async (failure, file, asFile) => {
    const { kept, prepare } = setUp();
    expect(await prepare(file, asFile).then(() => "none", failureCode)).toBe(failure);
    expect(kept).toEqual([]);
  });
});

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : part)),
  );
const chunk = (name: string, length: number) =>
  bytes(
    [0, 0, 0, length],
    name,
    Array.from({ length: length + 4 }, () => 0),
  );
const png = (...chunks: Uint8Array[]) =>
  bytes([0x89], "PNG\r\n\x1a\n", ...[chunk("IHDR", 13), ...chunks].map((one) => [...one]));
const webp = (flags: number) => bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0], [flags]);

describe("animated picture detection", () => {
  it.each([
    ["a GIF", bytes("GIF89a"), true],
    ["a PNG with frames", png(chunk("gAMA", 4), chunk("acTL", 8), chunk("IDAT", 1)), true],
    ["a plain PNG", png(chunk("eXIf", 20), chunk("IDAT", 1)), false],
    ["a PNG with an animation chunk after its image data", png(chunk("IDAT", 1), chunk("acTL", 8)), false],
    ["a truncated PNG", png().subarray(0, 20), false],
    ["a WebP with frames", webp(0x02), true],
    ["a WebP with Exif", webp(0x08), false],
    ["a small WebP", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 "), false],
    ["an AVIF with frames, which is sent as a still picture", bytes([0, 0, 0, 28], "ftypavis"), false],
    ["an AVIF", bytes([0, 0, 0, 28], "ftypavif"), false],
    ["a JPEG", bytes([0xff, 0xd8, 0xff, 0xe1]), false],
    ["no bytes", bytes(), false],
  ])("%s", (_, head, expected) => {
    expect(isAnimated(head)).toBe(expected);
  });
});
