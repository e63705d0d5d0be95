/** Files: the person's own that are picked to be sent, and others' that they save. */

import type { Portrait } from "../domain/avatar-image.ts";
import type { DownloadEvent, FileToSave } from "../domain/download.ts";
import type { Parcel } from "../domain/outgoing-attachment.ts";

export interface FileToPrepare {
  userID: string;
  /** Of the message that is to carry it. */
  clientMsgID: string;
  file: File;
  /** It is to arrive as it is, picture or not. */
  asFile: boolean;
}

export interface FilesPort {
  /**
   * Makes a picture or a video of a file that is one, and a file of any other, and keeps it until it is sent. A picture
   * is turned upright, loses what the camera wrote into it, and is made no larger than 2048 pixels; one that moves stays
   * as it is. Rejects with "fileEmpty", "fileTooLarge", "pictureUnreadable", "pictureTooLarge".
   */
  prepare(input: FileToPrepare): Promise<Parcel>;
  /** The square of a picture that is to be somebody's face, as a JPEG of 480 pixels. Rejects with "pictureUnreadable". */
  cut(input: Portrait): Promise<Blob>;
  /**
   * Saves somebody's file under its own name, and never opens it. Fails with "fileMissing" where its host has it no
   * more, and "network". The returned function gives it up: nothing is told, and nothing saved, after that.
   */
  download(file: FileToSave, send: (event: DownloadEvent) => void): () => void;
}
