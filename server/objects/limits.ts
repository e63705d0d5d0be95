const mebibyte = 1024 * 1024;

/** What a real OpenIM on S3 answers; SDKs cut files by it. */
export const partLimit = {
  minPartSize: 5 * mebibyte,
  maxPartSize: 5 * 1024 * mebibyte,
  maxNumSize: 10_000,
} as const;

export const defaultMaxFileBytes = 200 * mebibyte;

/** What one user may store, unless PARLEY_QUOTA says otherwise. */
export const defaultQuotaBytes = 5 * 1024 * mebibyte;
/** A file takes a block of the disk, however small it is. */
export const smallestFileBytes = 4096;
/** Files leave a tenth of the disk to the store, of a large disk so much. */
export const maxKeptFree = 1024 * mebibyte;

/** Content that nothing refers to goes after a week: a message may fail and be sent again. */
export const unusedMs = 7 * 24 * 60 * 60_000;
/** Messages looked at in one step, and the pause between two. */
export const sliceRows = 500;
export const slicePauseMs = 20;

/** Uploads of one person that are not complete; beyond it, one that nobody goes on with makes room. */
export const maxOpenUploads = 100;
export const idleUploadMs = 10 * 60_000;
export const uploadLifetimeMs = 24 * 60 * 60_000;

/** A peer that sends nothing of a part for so long has gone. */
export const silenceMs = 30_000;

/** A larger file is no picture: it is read whole to see what a browser would have to decode. */
export const maxPictureBytes = 32 * mebibyte;
/** Memory that one picture takes while it is decoded: 50 megapixels of a photograph. */
export const maxDecodedBytes = 200_000_000;
/** Frames of an animation, pixels of each, and the pixels of all frames or scans together. */
export const maxFrames = 5000;
export const maxAnimatedPixels = 8_500_000;
export const maxDecodedPixels = 5_000_000_000;
/** A progressive JPEG has about ten; each goes through the whole picture. */
export const maxScans = 100;

/** The size of all parts but the last one. */
export function partSizeOf(size: number): number {
  const { minPartSize, maxNumSize } = partLimit;
  return Math.max(minPartSize, Math.ceil(size / maxNumSize));
}

export const partCountOf = (size: number, partSize: number) => Math.ceil(size / partSize);
