/** A picture chosen as avatar of a user or a group, before the crop. */

export interface Portrait {
  /** The original file. */
  picture: Blob;
  /** The crop in pixels of the upright picture. */
  square: { left: number; top: number; side: number };
}
