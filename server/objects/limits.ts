const mebibyte = 1024 * 1024;

/** The answer of a real OpenIM on S3; SDKs split files by it. */
export const partLimit = {
  minPartSize: 5 * mebibyte,
  maxPartSize: 5 * 1024 * mebibyte,
  maxNumSize: 10_000,
} as const;

export const defaultMaxFileBytes = 200 * mebibyte;

/** Storage of one user in bytes, unless PARLEY_QUOTA is set. */
export const defaultQuotaBytes = 5 * 1024 * mebibyte;
/** Disk block size: the least space a file takes. */
export const smallestFileBytes = 4096;
/** Files leave a tenth of the disk to the store, but at most this much. */
export const maxKeptFree = 1024 * mebibyte;

/** Unreferenced content is deleted after a week, because a failed message may be sent again. */
export const unusedMs = 7 * 24 * 60 * 60_000;
/** Messages read in one step, and the pause between steps. */
export const sliceRows = 500;
export const slicePauseMs = 20;

/** Incomplete uploads of one user. Beyond it the idle one is ended. */
export const maxOpenUploads = 100;
export const idleUploadMs = 10 * 60_000;
export const uploadLifetimeMs = 24 * 60 * 60_000;

/** Names of one content. A client asks for a new one for each message, and a name lasts as long as the content. */
export const maxNames = 1000;

/** An upload request without data for this long is closed. */
export const silenceMs = 30_000;

/** A larger file is not treated as a picture, because a picture is read completely to find its decoded size. */
export const maxPictureBytes = 32 * mebibyte;
/** Memory for one decoded picture: 50 megapixels of a photograph. */
export const maxDecodedBytes = 200_000_000;
/** Frames of an animation, pixels of each, and pixels of all frames or scans together. */
export const maxFrames = 5000;
export const maxAnimatedPixels = 8_500_000;
export const maxDecodedPixels = 5_000_000_000;
/** A progressive JPEG has about ten; each covers the whole picture. */
export const maxScans = 100;
/**
 * Parts of a picture that are read one by one, on the thread of all users. A PNG of the largest size has a few thousand
 * chunks, a JPEG about 130 000 bytes FF in its coded data and as many restart markers.
 */
export const maxChunks = 50_000;
export const maxFrameChunks = 16;
export const maxMarkerBytes = 500_000;

export function partSizeOf(size: number): number {
  const { minPartSize, maxNumSize } = partLimit;
  return Math.max(minPartSize, Math.ceil(size / maxNumSize));
}

export const partCountOf = (size: number, partSize: number) => Math.ceil(size / partSize);
