import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { corsHeaders } from "../http.ts";
import { reportError, warn } from "../log.ts";
import { StoreFullError } from "../store/database.ts";
import type { Folder } from "./folder.ts";
import { partCountOf, silenceMs } from "./limits.ts";
import type { Room } from "./room.ts";
import type { Upload, Uploads } from "./uploads.ts";

/** Refuses a part with an HTTP status; the rest of the body is not read. */
class PartRefusedError extends Error {
  constructor(
    readonly status: 400 | 404 | 411 | 413 | 507,
    reason: string,
  ) {
    super(reason);
  }
}

export type Receive = (
  request: IncomingMessage,
  response: ServerResponse,
  part: { uploadID: string; partNumber: number },
) => Promise<void>;

export function createReceive({
  folder,
  uploads,
  room,
}: {
  folder: Folder;
  uploads: Uploads;
  room: Pick<Room, "hasRoom">;
}): Receive {
  /** Bytes that are being written: the file system may not count them yet. */
  let unwritten = 0;
  const writing = new Map<string, { request: IncomingMessage; done: Promise<void> }>();

  async function receive(request: IncomingMessage, uploadID: string, partNumber: number): Promise<string> {
    const upload = openUpload(uploadID);
    const length = lengthOf(upload, partNumber);
    requireLength(request, length);
    requireRoom(length);
    uploads.partBegins(uploadID, partNumber);
    folder.makeRoom();
    const file = await open(folder.open(uploadID), constants.O_RDWR | constants.O_CREAT);
    try {
      const md5 = await write(request, file, { start: (partNumber - 1) * upload.partSize, length });
      await file.datasync();
      openUpload(uploadID);
      uploads.partEnds(uploadID, partNumber, md5);
      return md5;
    } finally {
      await file.close();
      // The upload may have ended meanwhile, with its file.
      if (uploads.findOpen(uploadID) === undefined) folder.drop(uploadID);
    }
  }

  /**
   * Writes exactly `length` bytes and returns their md5. Each chunk is checked against the disk, because each of many
   * parts at once fits alone.
   */
  async function write(
    request: IncomingMessage,
    file: FileHandle,
    { start, length }: { start: number; length: number },
  ): Promise<string> {
    const md5 = createHash("md5");
    let written = 0;
    // The request stays open on a refusal, so that the answer can be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new Error("a request must give bytes");
      if (written + chunk.length > length) throw new PartRefusedError(413, "EntityTooLarge");
      md5.update(chunk);
      unwritten += chunk.length;
      try {
        requireRoom(unwritten);
        await writeChunk(file, chunk, start + written);
      } finally {
        unwritten -= chunk.length;
      }
      written += chunk.length;
    }
    if (written < length) throw new PartRefusedError(400, "EntityTooSmall");
    return md5.digest("hex");
  }

  function requireRoom(bytes: number): void {
    if (!room.hasRoom(bytes)) throw new PartRefusedError(507, "InsufficientStorage");
  }

  function openUpload(uploadID: string): Upload {
    const upload = uploads.findOpen(uploadID);
    if (upload === undefined) throw new PartRefusedError(404, "NoSuchUpload");
    return upload;
  }

  return async (request, response, { uploadID, partNumber }) => {
    const key = `${uploadID}/${partNumber}`;
    const before = writing.get(key);
    let done = () => {};
    const mine = {
      request,
      done: new Promise<void>((resolve) => {
        done = resolve;
      }),
    };
    writing.set(key, mine);
    const giveUp = () => request.destroy();
    const { socket } = request;
    socket.setTimeout(silenceMs, giveUp);
    try {
      before?.request.destroy();
      await before?.done;
      const md5 = await receive(request, uploadID, partNumber);
      response.writeHead(200, { ...corsHeaders, ETag: `"${md5}"`, "Content-Length": 0 }).end();
    } catch (error) {
      answerRefusal(request, response, error);
    } finally {
      socket.setTimeout(0, giveUp);
      if (writing.get(key) === mine) writing.delete(key);
      done();
    }
  };
}

function lengthOf({ size, partSize }: Upload, partNumber: number): number {
  const count = partCountOf(size, partSize);
  if (partNumber > count) throw new PartRefusedError(404, "NoSuchPart");
  return partNumber < count ? partSize : size - (count - 1) * partSize;
}

function requireLength(request: IncomingMessage, length: number): void {
  const told = request.headers["content-length"];
  // As on S3. Each chunk of a body without a length may be a byte.
  if (told === undefined) throw new PartRefusedError(411, "MissingContentLength");
  if (Number(told) > length) throw new PartRefusedError(413, "EntityTooLarge");
  if (Number(told) < length) throw new PartRefusedError(400, "EntityTooSmall");
}

async function writeChunk(file: FileHandle, chunk: Buffer, start: number): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, at, chunk.length - at, start + at);
    at += bytesWritten;
  }
}

/** Codes of the error of a request that ended before it was read to its end. */
const ENDED: ReadonlySet<unknown> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET"]);

function answerRefusal(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // The client has aborted, maybe after the last byte, or has sent the part again. It reads no answer.
  if (request.destroyed && (!request.complete || ENDED.has(codeOf(error)))) return;
  const [status, reason] = refusalOf(error);
  if (!request.complete) response.setHeader("Connection", "close");
  response.writeHead(status, { ...corsHeaders, "Content-Type": "text/plain" }).end(reason);
}

function refusalOf(error: unknown): [status: number, reason: string] {
  if (error instanceof PartRefusedError) return [error.status, error.message];
  // The store has logged it.
  if (error instanceof StoreFullError) return [507, "InsufficientStorage"];
  if (codeOf(error) === "ENOSPC") {
    warn("the disk is full: no upload can go on until there is room");
    return [507, "InsufficientStorage"];
  }
  reportError("part of an upload", error);
  return [500, "InternalError"];
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);
