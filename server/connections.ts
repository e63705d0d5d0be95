import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

type Peer = Pick<Socket, "remoteAddress" | "remotePort">;

/** The parts of an HTTP server that matter here; one for HTTP/2 lacks the time limits. */
interface ConnectionServer {
  headersTimeout?: number;
  requestTimeout?: number;
  on(event: "connection", listener: (socket: Socket) => void): unknown;
  on(event: "request" | "upgrade", listener: (request: IncomingMessage) => void): unknown;
}

/** Time to send the head of a request, and all of it. A file goes up in parts of 5 MiB, each a PUT. */
const headMs = 10_000;
const requestMs = 30_000;
const uploadMs = 10 * 60_000;
/** Connections of one address that have not asked anything yet; beyond it the oldest one goes. */
const maxWaiting = 200;

/** Bounds what a peer holds that connects and says nothing, or says it very slowly. */
export function limitConnections(server: ConnectionServer): void {
  if (server.headersTimeout !== undefined) server.headersTimeout = headMs;
  if (server.requestTimeout !== undefined) server.requestTimeout = uploadMs;
  const waiting = new Map<string, Map<number, Socket>>();
  // By address and port: what a request calls its socket is another object where TLS lies between.
  const forget = ({ remoteAddress = "", remotePort = 0 }: Peer) => {
    const sockets = waiting.get(remoteAddress);
    sockets?.delete(remotePort);
    if (sockets?.size === 0) waiting.delete(remoteAddress);
  };
  server.on("connection", (socket) => {
    const peer: Peer = { remoteAddress: socket.remoteAddress, remotePort: socket.remotePort };
    const { remoteAddress = "", remotePort = 0 } = peer;
    const sockets = waiting.get(remoteAddress) ?? new Map<number, Socket>();
    waiting.set(remoteAddress, sockets.set(remotePort, socket));
    // A closed socket has forgotten whose it was.
    socket.once("close", () => forget(peer));
    const [oldest] = sockets;
    if (sockets.size <= maxWaiting || oldest === undefined) return;
    sockets.delete(oldest[0]);
    oldest[1].destroy();
  });
  server.on("request", (request) => {
    forget(request.socket);
    if (request.method !== "PUT") limitTime(request);
  });
  server.on("upgrade", ({ socket }) => forget(socket));
}

/** Ends the connection of a request that is not there to its end in time. */
function limitTime(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, requestMs);
  timer.unref();
  request.once("close", () => clearTimeout(timer));
}
