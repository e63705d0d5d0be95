import * as v from "valibot";
import { Failure, failureCode } from "../../../../machines/domain/failure.ts";
import type { Addresses, FileAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import { randomHex, randomUUID } from "../../ids.ts";
import type { SdkEvent } from "../connection/channel.ts";
import type { Rpc } from "../connection/rpc.ts";
import { isRefusal, SDK_CODE } from "../connection/sdk-failure.ts";
import { fileAddress } from "../parse/attachments.ts";
import { sendableName } from "./file-messages.ts";

export interface KeptFiles {
  read(clientMsgID: string, part: "bytes" | "poster"): Promise<Blob | null>;
}

export interface Uploads extends Pick<ImPort, "upload" | "uploadPicture"> {
  onEvents(events: readonly SdkEvent[]): void;
}

/** Maximum uploads at the same time: they share the bandwidth, and the SDK reads each file whole into memory. */
const AT_ONCE = 3;

const Uploaded = v.object({ url: v.string() });
const Progress = v.object({ uuid: v.string(), fileSize: v.number(), streamSize: v.number() });

/** Uploads to the server's object storage (protocol section 6). The SDK resumes uploads of an earlier visit. */
export function createUploads(rpc: Rpc, files: KeptFiles): Uploads {
  const waiting: (() => void)[] = [];
  const listeners = new Map<string, (share: number) => void>();
  let underWay = 0;

  const turn = () => {
    if (underWay < AT_ONCE) {
      underWay += 1;
      return Promise.resolve();
    }
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const giveTurn = () => {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  };

  const put = async (
    bytes: Blob,
    name: string,
    tell: (share: number) => void,
    over?: AbortSignal,
  ): Promise<string> => {
    over?.throwIfAborted();
    const uuid = randomUUID();
    const fileName = name.split("/").at(-1) ?? name;
    const key = `${uuid}/${fileName}`; // same key as in the SDK's wrapper
    const file = new File([bytes], fileName, { type: bytes.type });
    const send = () => rpc.call("uploadFile", { name, contentType: bytes.type, uuid, file });
    // Without this the SDK sends the rest of the file, and the uploads behind it wait.
    const stop = () => void rpc.stopUpload(name).catch(() => {});
    over?.addEventListener("abort", stop);
    listeners.set(key, tell);
    try {
      // Start again if the server no longer knows the upload.
      const answer = await send().catch((error: unknown) => {
        if (isRefusal(error, SDK_CODE.uploadGone)) return send();
        throw error;
      });
      const uploaded = v.safeParse(Uploaded, answer);
      const url = uploaded.success ? fileAddress(uploaded.output.url, fileName) : "";
      if (url === "") throw new Failure("unknown");
      return url;
    } finally {
      listeners.delete(key);
      over?.removeEventListener("abort", stop);
    }
  };

  const run = async (
    { clientMsgID, attachment }: { clientMsgID: string; attachment: FileAttachment },
    tell: (share: number) => void,
    over: AbortSignal,
  ): Promise<Addresses> => {
    const bytes = await files.read(clientMsgID, "bytes");
    if (!bytes) throw new Failure("fileGone");
    const poster = attachment.type === "video" ? await files.read(clientMsgID, "poster") : null;
    const posterUrl = poster && (await put(poster, nameOf(attachment, "jpg"), () => {}, over));
    const url = await put(typed(bytes, attachment.mime), nameOf(attachment), tell, over);
    return posterUrl === null ? { url } : { url, poster: posterUrl };
  };

  return {
    upload(input, send) {
      const over = new AbortController();
      const { signal } = over;
      void (async () => {
        await turn();
        try {
          const tell = (share: number) => {
            if (!signal.aborted) send({ type: "upload.progress", share });
          };
          const addresses = await run(input, tell, signal);
          if (!signal.aborted) send({ type: "upload.done", addresses });
        } catch (error) {
          if (!signal.aborted) send({ type: "upload.failed", failure: failureCode(error) });
        } finally {
          giveTurn();
        }
      })();
      return () => over.abort();
    },
    uploadPicture: ({ picture }) => put(picture, `portrait_${randomHex()}.jpg`, () => {}),
    onEvents(events) {
      for (const { name, data } of events) {
        if (name !== "UploadComplete") continue;
        const progress = v.safeParse(Progress, data);
        if (!progress.success || progress.output.fileSize <= 0) continue;
        const { uuid, fileSize, streamSize } = progress.output;
        listeners.get(uuid)?.(Math.min(streamSize / fileSize, 1));
      }
    },
  };
}

/**
 * Returns the object name in the storage. Every user who knows the name can read the object, so it has a random
 * part. A file keeps its own name at the end, because receivers save it under that name.
 */
function nameOf(attachment: FileAttachment, ending = endingOf(attachment)): string {
  const chance = randomHex();
  return attachment.type === "file"
    ? `msg_file_${chance}/${plain(attachment.name)}`
    : `msg_${attachment.type}_${chance}.${ending}`;
}

/** Turns a file name into one path segment. */
function plain(name: string): string {
  return sendableName(name).replaceAll(/[/\\]/g, "_") || "file";
}

function endingOf(attachment: FileAttachment): string {
  const named = attachment.type === "voice" ? "" : /\.([a-z0-9]{1,8})$/i.exec(attachment.name)?.[1];
  return named?.toLowerCase() || /^\w+\/(?:x-)?([a-z0-9]{1,8})/.exec(attachment.mime)?.[1] || "bin";
}

function typed(bytes: Blob, mime: string): Blob {
  return bytes.type === mime ? bytes : bytes.slice(0, bytes.size, mime);
}
