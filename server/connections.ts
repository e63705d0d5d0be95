import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** The parts of an HTTP server that matter here; one for HTTP/2 lacks the time limits. */
interface ConnectionServer {
  headersTimeout?: number;
  requestTimeout?: number;
  on(event: "connection", listener: (socket: Socket) => void): unknown;
  on(event: "request" | "upgrade", listener: (request: IncomingMessage) => void): unknown;
}

/** Time to send the head of a request, and all of it. */
const headMs = 10_000;
const requestMs = 30_000;
/** Connections of one address that have not asked anything yet; beyond it the oldest one goes. */
const maxWaiting = 200;

/** Bounds what a peer holds that connects and says nothing, or says it very slowly. */
export function limitConnections(server: ConnectionServer): void {
  if (server.headersTimeout !== undefined) server.headersTimeout = headMs;
  if (server.requestTimeout !== undefined) server.requestTimeout = requestMs;
  const waiting = new Map<string, Set<Socket>>();
  const forget = (socket: Socket, address: string) => {
    const sockets = waiting.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) waiting.delete(address);
  };
  const addresses = new WeakMap<Socket, string>();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    const sockets = waiting.get(address) ?? new Set();
    waiting.set(address, sockets.add(socket));
    addresses.set(socket, address);
    socket.once("close", () => forget(socket, address));
    const [oldest] = sockets;
    if (sockets.size <= maxWaiting || oldest === undefined) return;
    forget(oldest, address);
    oldest.destroy();
  });
  const asked = ({ socket }: IncomingMessage) => {
    const address = addresses.get(socket);
    if (address !== undefined) forget(socket, address);
  };
  server.on("request", asked);
  server.on("upgrade", asked);
}
