const mebibyte = 1024 * 1024;

/** What a real OpenIM on S3 answers; SDKs cut files by it. */
export const partLimit = {
  minPartSize: 5 * mebibyte,
  maxPartSize: 5 * 1024 * mebibyte,
  maxNumSize: 10_000,
} as const;

export const defaultMaxFileBytes = 200 * mebibyte;

/** Uploads of one person that are not complete; beyond it, one that nobody goes on with makes room. */
export const maxOpenUploads = 100;
export const idleUploadMs = 10 * 60_000;
export const uploadLifetimeMs = 24 * 60 * 60_000;

/** A peer that sends nothing of a part for so long has gone. */
export const silenceMs = 30_000;

/** A picture beyond this is no picture: showing one takes a browser four bytes a pixel. */
export const maxPixels = 100_000_000;

/** The size of all parts but the last one. */
export function partSizeOf(size: number): number {
  const { minPartSize, maxNumSize } = partLimit;
  return Math.max(minPartSize, Math.ceil(size / maxNumSize));
}

export const partCountOf = (size: number, partSize: number) => Math.ceil(size / partSize);
