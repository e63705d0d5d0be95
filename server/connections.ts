import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { clientAddress } from "./http.ts";

type Peer = Pick<Socket, "remoteAddress" | "remotePort">;

interface ConnectionServer {
  headersTimeout?: number;
  requestTimeout?: number;
  on(event: "connection", listener: (socket: Socket) => void): unknown;
  on(event: "upgrade", listener: (request: IncomingMessage) => void): unknown;
  prependListener(
    event: "request",
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): unknown;
}

/** Time for the headers, for a whole request, and for a PUT (a file part of 5 MiB), in ms. */
const headMs = 10_000;
const requestMs = 30_000;
const uploadMs = 10 * 60_000;
/** Connections of one address with an incomplete request. Beyond this the oldest is closed. */
const maxWaiting = 200;
/** Requests of one connection that are not answered yet. Browsers send one at a time. Beyond this it is closed. */
const maxUnanswered = 16;

export interface ReaderLimits {
  /** A client must take some bytes within `stallMs` plus the time its pending bytes need at `bytesPerSecond`. */
  stallMs: number;
  bytesPerSecond: number;
  checkMs: number;
  /** Clients of one address with unread answers. Beyond this the one idle for longest is closed. */
  maxReaders: number;
}
const readerLimits: ReaderLimits = {
  stallMs: 60_000,
  bytesPerSecond: 4096,
  checkMs: 5000,
  maxReaders: 100,
};

/**
 * Limits what a peer holds open by sending nothing, sending slowly, or not reading its answers. Releases what an answer
 * reads from when its connection closes. A request on a destroyed socket must not be handled.
 */
export function limitConnections(server: ConnectionServer, limits: Partial<ReaderLimits> = {}): void {
  if (server.headersTimeout !== undefined) server.headersTimeout = headMs;
  if (server.requestTimeout !== undefined) server.requestTimeout = uploadMs;
  const watch = watchReaders({ ...readerLimits, ...limits });
  const waiting = new Map<string, Map<string, Socket>>();
  let requests = 0;
  // Sockets are keyed by address and port: behind TLS `request.socket` is another object.
  const forget = (address: string, key: string) => {
    const sockets = waiting.get(address);
    sockets?.delete(key);
    if (sockets?.size === 0) waiting.delete(address);
  };
  const wait = (address: string, key: string, socket: Socket) => {
    const sockets = waiting.get(address) ?? new Map<string, Socket>();
    waiting.set(address, sockets.set(key, socket));
    const [oldest] = sockets;
    if (sockets.size <= maxWaiting || oldest === undefined) return;
    sockets.delete(oldest[0]);
    oldest[1].destroy();
  };
  server.on("connection", (socket) => {
    const { address, key } = placeOf(socket);
    wait(address, key, socket);
    // A closed socket no longer knows its remote address, so it is read before.
    socket.once("close", () => forget(address, key));
  });
  // Before any other listener, which may answer at once.
  server.prependListener("request", (request, response) => {
    const { address, key } = placeOf(request.socket);
    forget(address, key);
    if (request.method !== "PUT") limitTime(request);
    if (hasBody(request)) {
      const sender = clientAddress(request);
      requests += 1;
      // A connection may have several requests: the end of one must not release the next.
      const ofRequest = `${key} ${requests}`;
      wait(sender, ofRequest, request.socket);
      request.once("close", () => forget(sender, ofRequest));
    }
    release(response);
    // An HTTP/2 connection carries many answers and is not watched.
    if (request.httpVersionMajor === 1) watch(request, response);
  });
  server.on("upgrade", ({ socket }) => {
    const { address, key } = placeOf(socket);
    forget(address, key);
  });
}

/** Destroys what is piped into an answer when its connection closes. Nobody else does. */
function release(response: ServerResponse): void {
  // The listeners are set here, because compression redirects those that are set later.
  const sources = new Set<Readable>();
  response.on("pipe", (source: Readable) => {
    sources.add(source);
    source.once("error", () => response.destroy());
  });
  response.once("close", () => {
    for (const source of sources) source.destroy();
  });
}

const placeOf = ({ remoteAddress = "", remotePort = 0 }: Peer) => ({
  address: remoteAddress,
  key: `${remoteAddress} ${remotePort}`,
});

const hasBody = ({ headers }: IncomingMessage) =>
  headers !== undefined &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

function limitTime(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, requestMs);
  timer.unref();
  request.once("close", () => clearTimeout(timer));
}

interface Reader {
  address: string;
  /** Answers that are not finished. A client may ask again before it has read one. */
  answers: Set<ServerResponse>;
  /** Bytes sent at the last check. */
  taken: number;
  /** Time without progress in ms, counted in checks: a busy server sees no progress. */
  idleMs: number;
}

/**
 * Closes connections whose peer does not read its answer. Only progress counts: a slow client may take an hour for a
 * file.
 */
function watchReaders({ stallMs, bytesPerSecond, checkMs, maxReaders }: ReaderLimits) {
  const readers = new Map<Socket, Reader>();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    const unread = new Map<string, { socket: Socket; idleMs: number }[]>();
    for (const [socket, reader] of readers) {
      if (reader.answers.size === 0) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      reader.idleMs = socket.writableLength === 0 || taken !== reader.taken ? 0 : reader.idleMs + checkMs;
      reader.taken = taken;
      if (socket.writableLength === 0) continue;
      // A write counts as taken only as a whole, so large writes get more time.
      const patience = stallMs + (socket.writableLength / bytesPerSecond) * 1000;
      if (reader.idleMs >= patience) {
        socket.destroy();
        continue;
      }
      const ofAddress = unread.get(reader.address) ?? [];
      ofAddress.push({ socket, idleMs: reader.idleMs });
      unread.set(reader.address, ofAddress);
    }
    for (const ofAddress of unread.values()) {
      ofAddress.sort((one, other) => other.idleMs - one.idleMs);
      for (const { socket } of ofAddress.slice(0, Math.max(0, ofAddress.length - maxReaders)))
        socket.destroy();
    }
  }

  function begin(socket: Socket): Reader {
    const reader: Reader = { address: "", answers: new Set(), taken: 0, idleMs: 0 };
    readers.set(socket, reader);
    timer ??= setInterval(check, checkMs).unref();
    socket.once("close", () => {
      readers.delete(socket);
      // Node tells only the first of several answers that their connection is closed.
      for (const answer of reader.answers) if (answer.socket === null) answer.emit("close");
      if (readers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
    return reader;
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const reader = readers.get(socket) ?? begin(socket);
    if (reader.answers.size === 0) {
      reader.address = clientAddress(request);
      reader.taken = socket.bytesWritten - socket.writableLength;
      reader.idleMs = 0;
    }
    reader.answers.add(response);
    response.once("close", () => reader.answers.delete(response));
    if (reader.answers.size > maxUnanswered) socket.destroy();
  };
}
