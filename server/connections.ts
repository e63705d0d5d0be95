import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress } from "./http.ts";

type Peer = Pick<Socket, "remoteAddress" | "remotePort">;

/** The parts of an HTTP server that matter here; one for HTTP/2 lacks the time limits. */
interface ConnectionServer {
  headersTimeout?: number;
  requestTimeout?: number;
  on(event: "connection", listener: (socket: Socket) => void): unknown;
  on(event: "request", listener: (request: IncomingMessage, response: ServerResponse) => void): unknown;
  on(event: "upgrade", listener: (request: IncomingMessage) => void): unknown;
}

/** Time to send the head of a request, and all of it. A file goes up in parts of 5 MiB, each a PUT. */
const headMs = 10_000;
const requestMs = 30_000;
const uploadMs = 10 * 60_000;
/** Connections of one address that have not sent a whole request yet; beyond it the oldest one goes. */
const maxWaiting = 200;

/** Limits of readers; tests make them small. */
export interface ReaderLimits {
  /** Time in which a reader has to take some of its answer, and what it has to take beyond that in a second. */
  stallMs: number;
  bytesPerSecond: number;
  /** How often readers are looked at. */
  checkMs: number;
  /** Readers of one address that have not taken all; beyond it the one that took nothing for longest goes. */
  maxReaders: number;
}
const readerLimits: ReaderLimits = {
  stallMs: 60_000,
  bytesPerSecond: 4096,
  checkMs: 5000,
  maxReaders: 100,
};

/** Bounds what a peer holds that connects and says nothing, says it very slowly, or does not read its answers. */
export function limitConnections(server: ConnectionServer, limits: Partial<ReaderLimits> = {}): void {
  if (server.headersTimeout !== undefined) server.headersTimeout = headMs;
  if (server.requestTimeout !== undefined) server.requestTimeout = uploadMs;
  const watch = watchReaders({ ...readerLimits, ...limits });
  const waiting = new Map<string, Map<string, Socket>>();
  // By address and port: what a request calls its socket is another object where TLS lies between.
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
    // A closed socket has forgotten whose it was.
    socket.once("close", () => forget(address, key));
  });
  server.on("request", (request, response) => {
    const { address, key } = placeOf(request.socket);
    forget(address, key);
    if (request.method !== "PUT") limitTime(request);
    if (hasBody(request)) {
      const sender = clientAddress(request);
      wait(sender, key, request.socket);
      request.once("close", () => forget(sender, key));
    }
    // A connection of HTTP/2 carries many answers; it is not looked at.
    if (request.httpVersionMajor === 1) watch(request, response);
  });
  server.on("upgrade", ({ socket }) => {
    const { address, key } = placeOf(socket);
    forget(address, key);
  });
}

const placeOf = ({ remoteAddress = "", remotePort = 0 }: Peer) => ({
  address: remoteAddress,
  key: `${remoteAddress} ${remotePort}`,
});

const hasBody = ({ headers }: IncomingMessage) =>
  headers !== undefined &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/** Ends the connection of a request that is not there to its end in time. */
function limitTime(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, requestMs);
  timer.unref();
  request.once("close", () => clearTimeout(timer));
}

interface Reader {
  address: string;
  /** Bytes that have left this process when it was last looked at. */
  taken: number;
  /** For how long that has not changed, in ms, by the looks taken: a busy server sees nobody's progress. */
  idleMs: number;
}

/**
 * Ends connections whose peer does not take its answer. What counts is progress, not time: a slow line may take an
 * hour for a file.
 */
function watchReaders({ stallMs, bytesPerSecond, checkMs, maxReaders }: ReaderLimits) {
  const readers = new Map<Socket, Reader>();
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    const unread = new Map<string, { socket: Socket; idleMs: number }[]>();
    for (const [socket, reader] of readers) {
      const taken = socket.bytesWritten - socket.writableLength;
      reader.idleMs = socket.writableLength === 0 || taken !== reader.taken ? 0 : reader.idleMs + checkMs;
      reader.taken = taken;
      if (socket.writableLength === 0) continue;
      // What was written in one piece is taken as one, too.
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

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const { bytesWritten, writableLength } = socket;
    readers.set(socket, {
      address: clientAddress(request),
      taken: bytesWritten - writableLength,
      idleMs: 0,
    });
    timer ??= setInterval(check, checkMs).unref();
    response.once("close", () => {
      readers.delete(socket);
      if (readers.size === 0) stop();
    });
  };
}
