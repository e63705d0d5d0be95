import type { Page } from "playwright-core";

export interface MadeFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file of bytes that compress badly and are the same each time. */
export function noise(name: string, size: number): MadeFile {
  const buffer = Buffer.alloc(size);
  for (let i = 0, state = 1; i < size; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    buffer[i] = state >>> 24;
  }
  return { name, mimeType: "application/octet-stream", buffer };
}

/** A picture of one colour, drawn by the browser. */
export async function picture(page: Page, name: string, width: number, height: number): Promise<MadeFile> {
  const mimeType = name.endsWith(".png") ? "image/png" : "image/jpeg";
  const drawn = await page.evaluate(
    async ([width, height, type]) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.fillStyle = `hsl(${(width * 7 + height * 3) % 360} 70% 60%)`;
      context.fillRect(0, 0, width, height);
      const blob = await canvas.convertToBlob({ type });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [width, height, mimeType] as const,
  );
  return { name, mimeType, buffer: Buffer.from(drawn) };
}

/**
 * A JPEG as a camera held upright writes it: the picture lies on its side, and an Exif block says so (orientation 6).
 * The block also contains `secret`.
 */
export async function photo(page: Page, name: string, secret: string): Promise<MadeFile> {
  const { buffer } = await picture(page, name, 300, 200);
  const value = Buffer.from(`${secret}\0`, "latin1");
  const tiff = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  tiff.writeUInt16BE(0x0112, 10); // orientation, one short
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(6, 18);
  tiff.writeUInt16BE(0x010e, 22); // description, text behind the block
  tiff.writeUInt16BE(2, 24);
  tiff.writeUInt32BE(value.length, 26);
  tiff.writeUInt32BE(tiff.length, 30);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff, value]);
  const head = Buffer.from([0xff, 0xe1, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
  return {
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.concat([buffer.subarray(0, 2), head, body, buffer.subarray(2)]),
  };
}

/** About a second of video, recorded by the browser. */
export async function video(page: Page, name: string): Promise<MadeFile> {
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 160;
    canvas.height = 120;
    const context = canvas.getContext("2d");
    const stream = canvas.captureStream(10);
    const recorder = new MediaRecorder(stream, { mimeType: "video/webm" });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let frame = 0; frame < 12; frame += 1) {
      if (context) {
        context.fillStyle = frame % 2 === 0 ? "teal" : "orange";
        context.fillRect(0, 0, 160, 120);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
  });
  return { name, mimeType: "video/webm", buffer: Buffer.from(recorded) };
}

/** A WAV file of one channel with 16 bits a sample; `rate` in samples a second. */
export function wav(samples: Int16Array, rate: number): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
