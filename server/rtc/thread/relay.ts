import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/**
 * Relays a websocket upgrade to a server on a loopback port: the request as received, then bytes both ways. It works
 * behind any HTTP server, also with TLS, because the bytes are taken after decryption.
 */
export function relayUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  if (socket.destroyed) return;
  const upstream = connect({ port, host: "127.0.0.1", noDelay: true });
  const end = () => {
    upstream.destroy();
    socket.destroy();
  };
  for (const side of [upstream, socket]) side.on("error", end).on("close", end);
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`);
  }
  upstream.write(`${lines.join("\r\n")}\r\n\r\n`);
  upstream.write(head);
  upstream.pipe(socket).pipe(upstream);
}

/** Relays a plain request to a server on a loopback port and returns its answer. */
export function relayRequest(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method = "GET", url = "/", headers } = request;
  const upstream = httpRequest({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on("error", () => answerUnavailable(response));
  request.pipe(upstream);
}

/** The answer while there is no media server. Clients retry by themselves. */
export function answerUnavailable(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else
    response.writeHead(503, { "Access-Control-Allow-Origin": "*" }).end("the media server is not available");
}

export function refuseUpgrade(socket: Duplex): void {
  socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
}
