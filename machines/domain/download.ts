/** Files of messages that are brought onto this device. Pure values. */

import type { FailureCode } from "./failure.ts";

/** A file to be saved under its own name. */
export interface FileToSave {
  clientMsgID: string;
  url: string;
  fileName: string;
  /** As the message says; 0 where it does not. */
  bytes: number;
}

/** What is told of one download. Nothing comes after it is saved or left, or has failed. */
export type DownloadEvent =
  /** `share` of it, from 0 to 1, is here. */
  | { type: "download.progress"; share: number }
  | { type: "download.saved" }
  /** The browser has taken it over; what becomes of it there is not told. */
  | { type: "download.left" }
  | { type: "download.failed"; failure: FailureCode };

/** In bytes: larger ones go to the browser's own download, since they would lie in memory until they are whole. */
export const MEMORY_LIMIT = 64 * 1024 * 1024;

/** How a download ended. */
export type Outcome = "saved" | FailureCode;
