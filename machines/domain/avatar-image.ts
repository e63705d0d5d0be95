/** The picture of a person or a group, before it is one. */

export interface Portrait {
  /** As it was picked. */
  picture: Blob;
  /** Which part of it, in its own pixels, upright. */
  square: { left: number; top: number; side: number };
}
