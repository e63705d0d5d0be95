/** Files: picking own files to send, and saving received ones. */

import type { Portrait } from "../domain/avatar-image.ts";
import type { DownloadEvent, FileToSave } from "../domain/download.ts";
import type { FileAttachment } from "../domain/outgoing-attachment.ts";

export interface FileToPrepare {
  userID: string;
  /** Id of the message that will carry the file. */
  clientMsgID: string;
  file: File;
  /** Send it unchanged as a file, even if it is a picture. */
  asFile: boolean;
}

export interface FilesPort {
  /**
   * Makes an outgoing picture, video or file and stores it until it is sent. A picture is rotated upright, loses its
   * metadata and is scaled down to at most 2048 pixels; an animated one stays unchanged. Rejects with "fileEmpty",
   * "fileTooLarge", "pictureUnreadable", "pictureTooLarge".
   */
  prepare(input: FileToPrepare): Promise<FileAttachment>;
  /** Cuts the square for an avatar, as a JPEG of 480 pixels. Rejects with "pictureUnreadable". */
  cut(input: Portrait): Promise<Blob>;
  /**
   * Saves a received file under its own name; never opens it. Fails with "fileMissing" if the host no longer has it,
   * or "network". The returned function cancels: after that it sends no event and saves nothing.
   */
  download(file: FileToSave, send: (event: DownloadEvent) => void): () => void;
}
