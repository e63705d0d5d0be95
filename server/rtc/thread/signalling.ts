import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { JoinRequest } from "@livekit/protocol";
import { type WebSocket, WebSocketServer } from "ws";
import { type Attempt, createIntake } from "../../intake.ts";
import { createBuckets } from "../../rates.ts";
import { checkToken, type Grant, parseJoinRequest, Refusal } from "../access/access.ts";
import { fieldsOfRequest, joinRate, maxRemembered, maxSignal, signalRate } from "../limits.ts";
import type { SignalSocket } from "../rooms/participant.ts";
import type { Rooms } from "../rooms/rooms.ts";

export interface SignallingDeps {
  rooms: Rooms;
  key: { apiKey: string; secret: Uint8Array };
  /** Reports an error in one session, without names or tokens. */
  report: (where: string, error: unknown) => void;
}

export interface Signalling {
  server: Server;
  /** Accepts no new connections; open ones stay. */
  stopListening(): void;
}

const cors = { "Access-Control-Allow-Origin": "*" };
const onlySingle =
  "this server speaks LiveKit's single peer connection mode (/rtc/v1, or join_request) only: please use a current client";

const bytesOfRequest = 1024;

interface Frame {
  bytes: Buffer;
  use(bytes: Buffer): void;
}

const ignore = () => {};

/**
 * LiveKit's signalling over HTTP: the websocket of /rtc/v1 or /rtc, and /validate below it, where a client asks why
 * the websocket was refused. Refusals come before the upgrade. A client falls back from /rtc/v1 to dual mode only
 * after a 404, so only other paths get that status.
 * The requests of a user above a rate wait, because one thread serves all calls.
 */
export function createSignalling({ rooms, key, report }: SignallingDeps): Signalling {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxSignal,
    perMessageDeflate: false,
    // One request per event-loop turn, so that a busy client does not block others.
    allowSynchronousEvents: false,
    // Pings are answered at the rate of requests.
    autoPong: false,
  });
  const joins = createBuckets(Date.now, maxRemembered);
  const requests = createBuckets(Date.now, maxRemembered);
  let isListening = true;

  const admit = async (request: IncomingMessage): Promise<{ grant: Grant; join: JoinRequest }> => {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    if (!isListening) throw new Refusal(503, "the server is shutting down");
    const path = pathname.replace(/\/validate$/, "");
    if (path !== "/rtc" && path !== "/rtc/v1") throw new Refusal(404, "not found");
    const parameter = query.get("join_request") ?? "";
    if (path === "/rtc" && parameter === "") throw new Refusal(403, onlySingle);
    const grant = await checkToken(tokenOf(request, query), key);
    if (parameter === "") throw new Refusal(400, "join_request is required");
    // Before it is unpacked and read, which takes most of the time.
    if (joins.take(grant.identity, joinRate) > 0) throw new Refusal(503, "too many joins, try again later");
    const join = parseJoinRequest(parameter);
    rooms.checkPlace(grant);
    return { grant, join };
  };

  const server = createServer(async (request, response) => {
    try {
      await admit(request);
      response.writeHead(200, cors).end("success");
    } catch (error) {
      const { status, text } = refusalOf(error);
      response.writeHead(status, cors).end(text);
    }
  });

  server.on("upgrade", async (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    try {
      const { grant, join } = await admit(request);
      sockets.handleUpgrade(request, socket, head, (ws) =>
        serve(ws, grant.identity, () => rooms.open(wrap(ws), grant, join)),
      );
    } catch (error) {
      refuse(socket, refusalOf(error));
    }
  });

  /** Counts a request and returns 0, or returns the ms to wait before it may be handled. */
  const pace = (identity: string, bytes: number): number =>
    requests.takeMs(identity, signalRate, 1 + Math.floor(bytes / bytesOfRequest));

  const serve = (ws: WebSocket, identity: string, open: () => ReturnType<Rooms["open"]>) => {
    const attempt = (where: string, step: () => void) => {
      try {
        step();
      } catch (error) {
        report(where, error);
        ws.close(1011);
      }
    };
    attempt("a session could not start", () => {
      const session = open();
      const handle = (frame: Buffer) => {
        const fields = session.onFrame(frame);
        requests.spend(identity, signalRate, Math.floor(fields / fieldsOfRequest));
      };
      const intake = createIntake(
        ws,
        ({ bytes, use }: Frame): Attempt =>
          () => {
            const waitMs = pace(identity, bytes.length);
            if (waitMs === 0) attempt("a request failed", () => use(bytes));
            return waitMs;
          },
      );
      ws.on("message", (data, isBinary) => {
        // A text means nothing, but takes as long to read.
        if (Buffer.isBuffer(data)) intake.take({ bytes: data, use: isBinary ? handle : ignore });
      });
      ws.on("ping", (bytes) => intake.take({ bytes, use: (ping) => ws.pong(ping) }));
      ws.on("close", () => {
        intake.close();
        session.onClose();
      });
    });
    ws.on("error", () => ws.terminate());
  };

  return {
    server,
    stopListening: () => {
      isListening = false;
      server.close();
    },
  };
}

function wrap(ws: WebSocket): SignalSocket {
  return {
    get backlog() {
      return ws.bufferedAmount;
    },
    send: (frame) => ws.send(frame),
    close: () => ws.close(1000),
  };
}

/** livekit-client puts the token into the query, native SDKs into the Authorization header. */
function tokenOf(request: IncomingMessage, query: URLSearchParams): string {
  const [scheme, token = ""] = (request.headers.authorization ?? "").split(" ");
  return scheme?.toLowerCase() === "bearer" ? token : (query.get("access_token") ?? "");
}

function refusalOf(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(400, "malformed request");
}

function refuse(socket: Duplex, { status, text }: Refusal): void {
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    "Access-Control-Allow-Origin: *",
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${text}`);
}
