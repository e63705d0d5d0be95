import { Failure } from "../../../machines/domain/failure.ts";
import { FILE_LIMIT, type FileAttachment } from "../../../machines/domain/outgoing-attachment.ts";
import type { FilesPort } from "../../../machines/ports/files.ts";
import type { StoragePort } from "../../../machines/ports/storage.ts";
import { HEAD_BYTES, isAnimated } from "./is-animated.ts";
import { decodePicked } from "./picked-picture.ts";

/** Maximum side of a sent picture, in pixels (10-12). */
const PICTURE_LIMIT = 2048;
const JPEG_QUALITY = 0.88;
/** Larger animated pictures become still: they need much memory at the receiver, and servers refuse them. */
const MOVING_PIXELS = 8_500_000;
const MOVING_BYTES = 32 * 1024 * 1024;
/** Seconds into a video at which the poster is taken. The first frame is often black. */
const STILL_AT = 0.1;
/** Milliseconds a video has to load. After that it is sent as a file. */
const VIDEO_PATIENCE = 10_000;

/** Side of the avatar of a user or group, in pixels. */
const PORTRAIT = 480;
/** Types that can be drawn and keep transparency. Other types become JPEGs. */
const CLEAR = /^image\/(png|webp)$/;

interface Prepared {
  /** Without addresses for a preview. */
  attachment: FileAttachment;
  bytes: Blob;
  poster: Blob | null;
}

export function createFiles({
  keepBytes,
}: Pick<StoragePort, "keepBytes">): Pick<FilesPort, "prepare" | "cut"> {
  return {
    async prepare({ userID, clientMsgID, file, asFile }) {
      if (file.size === 0) throw new Failure("fileEmpty");
      if (file.size > FILE_LIMIT) throw new Failure("fileTooLarge");
      // A folder, a file that was deleted after it was picked, or one that the user may not read.
      await file
        .slice(0, 1)
        .arrayBuffer()
        .catch(() => {
          throw new Failure("fileGone");
        });
      const isPicture = /^image\/(?!svg)/.test(file.type) || /\.(heic|heif)$/i.test(file.name);
      const prepared =
        asFile || (!isPicture && !file.type.startsWith("video/"))
          ? asItIs(file)
          : isPicture
            ? await preparePicture(file)
            : await prepareVideo(file).catch(() => asItIs(file));
      const { attachment, bytes, poster } = prepared;
      const shown = await keepBytes({ userID, clientMsgID, bytes, poster });
      return attachment.type === "video"
        ? { ...attachment, ...shown }
        : { ...attachment, preview: shown.preview };
    },
    async cut({ picture, square: { left, top, side } }) {
      const bitmap = await decodePicked(picture);
      try {
        return await draw(bitmap, { width: PORTRAIT, height: PORTRAIT }, "image/jpeg", [
          left,
          top,
          side,
          side,
        ]);
      } finally {
        bitmap.close();
      }
    },
  };
}

function asItIs(file: File): Prepared {
  const { name, type: mime, size: bytes } = file;
  return { attachment: { type: "file", name, mime, bytes, preview: "" }, bytes: file, poster: null };
}

async function preparePicture(file: File): Promise<Prepared> {
  const bitmap = await decodePicked(file);
  try {
    const { width, height } = bitmap;
    const share = Math.min(1, PICTURE_LIMIT / Math.max(width, height));
    const isSmall = width * height <= MOVING_PIXELS && file.size <= MOVING_BYTES;
    const isKept = isSmall && isAnimated(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
    const size = isKept ? { width, height } : { width: side(width, share), height: side(height, share) };
    const bytes = isKept ? file : await draw(bitmap, size, CLEAR.test(file.type) ? file.type : "image/jpeg");
    const name =
      bytes.type === file.type ? file.name : `${stem(file.name)}.${bytes.type.slice("image/".length)}`;
    return {
      attachment: { type: "picture", name, mime: bytes.type, bytes: bytes.size, preview: "", ...size },
      bytes,
      poster: null,
    };
  } finally {
    bitmap.close();
  }
}

async function prepareVideo(file: File): Promise<Prepared> {
  const video = document.createElement("video");
  const url = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = "auto";
    video.src = url;
    await waitFor(video, "loadeddata");
    const { videoWidth: width, videoHeight: height } = video;
    const seconds = Number.isFinite(video.duration) ? Math.max(1, Math.round(video.duration)) : 0;
    if (width === 0 || height === 0) throw new Failure("unknown"); // audio only
    video.currentTime = Math.min(STILL_AT, video.duration / 2 || 0);
    await waitFor(video, "seeked");
    const share = Math.min(1, PICTURE_LIMIT / Math.max(width, height));
    const poster = await draw(
      video,
      { width: side(width, share), height: side(height, share) },
      "image/jpeg",
    );
    const { name, type: mime, size: bytes } = file;
    return {
      attachment: { type: "video", name, mime, bytes, preview: "", width, height, seconds, poster: "" },
      bytes: file,
      poster,
    };
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Draws `source`, or a `square` of it in source pixels. Transparent parts become white in a JPEG. */
async function draw(
  source: ImageBitmap | HTMLVideoElement,
  { width, height }: { width: number; height: number },
  type: string,
  square?: readonly [left: number, top: number, width: number, height: number],
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Failure("pictureUnreadable");
  if (type === "image/jpeg") {
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = "high";
  if (square) context.drawImage(source, ...square, 0, 0, width, height);
  else context.drawImage(source, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  if (!blob) throw new Failure("pictureUnreadable");
  return blob;
}

function waitFor(video: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const listeners = new AbortController();
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      listeners.abort();
      settle();
    };
    const fail = end(() => reject(new Failure("unknown")));
    const timer = setTimeout(fail, VIDEO_PATIENCE);
    video.addEventListener(event, end(resolve), { signal: listeners.signal });
    video.addEventListener("error", fail, { signal: listeners.signal });
  });
}

const side = (pixels: number, share: number) => Math.max(1, Math.round(pixels * share));

const stem = (name: string) => name.replace(/\.[^.]*$/, "") || "picture";
