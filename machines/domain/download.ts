import type { FailureCode } from "./failure.ts";

export interface FileToSave {
  clientMsgID: string;
  url: string;
  fileName: string;
  /** Size from the message; 0 if it gave none. */
  bytes: number;
}

/** Events of one download. The last one is "saved", "left" or "failed". */
export type DownloadEvent =
  /** `share`: the downloaded part, from 0 to 1. */
  | { type: "download.progress"; share: number }
  | { type: "download.saved" }
  /** The browser took over the download and does not report its result. */
  | { type: "download.left" }
  | { type: "download.failed"; failure: FailureCode };

export type Outcome = "saved" | FailureCode;
