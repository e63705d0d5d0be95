import type { Addresses, FileAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import type { Rpc } from "../connection/rpc.ts";

/** Size of the server's snapshot of a picture, in pixels (protocol section 6). */
const SNAPSHOT = 640;

/**
 * Creates the message for an upload, with the fields that the SDK fills in its own uploads (real server, section
 * 7.1). `uuid` only has to be unique; it is not looked up.
 */
export function makeFileMessage(
  rpc: Rpc,
  uuid: string,
  attachment: FileAttachment,
  { url, poster = "" }: Addresses,
): Promise<unknown> {
  const { bytes, mime } = attachment;
  switch (attachment.type) {
    case "picture": {
      const { width, height, name } = attachment;
      const whole = { uuid: `${uuid}/${name}`, type: mime, size: bytes, width, height, url };
      const { width: w, height: h } = within(SNAPSHOT, { width, height });
      const snapshotPicture = { ...whole, size: 0, width: w, height: h, url: thumbnailOf(url) };
      return rpc.call("createImageMessageByURL", {
        sourcePicture: whole,
        bigPicture: whole,
        snapshotPicture,
        sourcePath: "",
      });
    }
    case "video":
      return rpc.call("createVideoMessageByURL", {
        videoPath: "",
        duration: attachment.seconds,
        videoType: mime,
        snapshotPath: "",
        videoUUID: `${uuid}/${attachment.name}`,
        videoUrl: url,
        videoSize: bytes,
        snapshotUUID: uuid,
        snapshotSize: 0,
        snapshotUrl: poster,
        snapshotWidth: attachment.width,
        snapshotHeight: attachment.height,
        snapShotType: "image/jpeg",
      });
    case "voice":
      return rpc.call("createSoundMessageByURL", {
        uuid,
        soundPath: "",
        sourceUrl: url,
        dataSize: bytes,
        duration: attachment.seconds,
        soundType: mime,
      });
    case "file":
      return rpc.call("createFileMessageByURL", {
        filePath: "",
        fileName: sendableName(attachment.name),
        uuid: `${uuid}/${sendableName(attachment.name)}`,
        sourceUrl: url,
        fileSize: bytes,
        fileType: mime,
      });
  }
}

/** Returns a file name without control characters and lone surrogates: no URL can hold them, so servers refuse it. */
export function sendableName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cs}]/gu, "_");
}

/** Scales to at most `most` pixels on each side and keeps the ratio. */
export function within(most: number, { width, height }: { width: number; height: number }) {
  const share = Math.min(1, most / Math.max(width, height));
  return { width: Math.round(width * share), height: Math.round(height * share) };
}

function thumbnailOf(url: string): string {
  return `${url}?height=${SNAPSHOT}&type=image&width=${SNAPSHOT}`;
}
