import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { ApiError, requestOrigin, toErrorEnvelope } from "../../http.ts";
import { type Attempt, createIntake } from "../../intake.ts";
import { warn } from "../../log.ts";
import {
  createBuckets,
  type PaceFrames,
  type PaceMessages,
  type PaceRequests,
  type Rate,
  type ReadBudget,
} from "../../rates.ts";
import type { TokenClaims } from "../../tokens.ts";
import type { Logins } from "../domain/logins.ts";
import type { MessageSync } from "../domain/message-sync.ts";
import type { Send } from "../domain/sending.ts";
import { runOperation } from "../operation.ts";
import { ErrCode, Req } from "../protocol/constants.ts";
import { frameFormat, type GatewayRequest, isBomb, maxFrameBytes } from "../protocol/frames.ts";
import { isStoredMessage } from "../protocol/messages.ts";
import { createRequestHandlers } from "./requests.ts";
import { createSession, type Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** Websocket pings find dead peers: the WASM client sends no heartbeat (protocol fact 3). */
const heartbeatMs = 25_000;
const maxMissedPongs = 2;
const closeTimeoutMs = 2000;
const maxBadFrames = 20;
/** Connections of one user whose bad frames are logged. */
const logRate: Rate = { burst: 5, perMinute: 1 };
const maxLoggedUsers = 10_000;
const maxPingBytes = 1024;
const pong = JSON.stringify({ type: "pong" });

const reads: ReadonlySet<number> = new Set([
  Req.getMaxSeq,
  Req.pullBySeqRange,
  Req.pullBySeqList,
  Req.getHasReadAndMaxSeq,
  Req.getLastMessage,
]);

interface Frame {
  data: RawData;
  kind: "binary" | "text" | "ping";
}

type Complain = (what: string, isLast?: boolean) => void;

export interface Gateway {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** The websocket gateway for both OpenIM clients (protocol section 1). */
export function createGateway(deps: {
  now: () => number;
  logins: Logins;
  sessions: Sessions;
  messageSync: MessageSync;
  send: Send;
  signedOut: (claims: TokenClaims) => void;
  paceFrames: PaceFrames;
  paceMessages: PaceMessages;
  paceRequests: PaceRequests;
  readBudget: Pick<ReadBudget, "waitMs">;
}): Gateway {
  const { sessions } = deps;
  const handlers = createRequestHandlers(deps);
  const logged = createBuckets(deps.now, maxLoggedUsers);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    // One frame per event-loop turn, so that a busy client does not block others.
    allowSynchronousEvents: false,
    // Pings are answered at the rate of requests.
    autoPong: false,
  });

  /** Returns the claims, or the envelope of the refusal. */
  function claimsOf(query: URLSearchParams): TokenClaims | { refusal: string } {
    try {
      return authenticate(deps.logins, query);
    } catch (error) {
      return { refusal: firstText(toErrorEnvelope(error, "gateway connect")) };
    }
  }

  function accept(
    socket: WebSocket,
    request: IncomingMessage,
    claims: TokenClaims | { refusal: string },
  ): void {
    const query = queryOf(request);
    // `ws` closes the connection on a protocol error; nothing else to do.
    socket.on("error", () => {});
    if ("refusal" in claims) {
      socket.send(claims.refusal);
      socket.close();
      const timer = setTimeout(() => socket.terminate(), closeTimeoutMs);
      socket.once("close", () => clearTimeout(timer));
      return;
    }
    const session = open(socket, query, claims, requestOrigin(request));
    if (wantsGreeting(query)) socket.send(firstText({ errCode: 0, errMsg: "", errDlt: "" }));
    sessions.add(session);
    // OpenIM's `multiTerminalLoginChecker`: a new connection ends those of older tokens of its platform.
    const { userID, platformID } = session.claims;
    sessions.kick(userID, (other) => other.platformID !== platformID || deps.logins.counts(other));
  }

  function open(socket: WebSocket, query: URLSearchParams, claims: TokenClaims, origin: string): Session {
    const sdkType = query.get("sdkType");
    const format = frameFormat(sdkType, query.get("compression"));
    const session = createSession(socket, claims, format, sdkType === "js", origin);
    let badFrames = 0;
    let isLogged = false;
    const complain = (what: string, isLast = false) => {
      badFrames += 1;
      if (badFrames === 1) isLogged = logged.take(claims.userID, logRate) === 0;
      if (badFrames === 1 && isLogged) warn(`gateway: ${claims.userID} sends ${what}`);
      if (isLast || badFrames === maxBadFrames) session.terminate();
    };
    const intake = createIntake(socket, ({ data, kind }: Frame): Attempt => {
      if (!session.alive) return nothingToDo;
      // Its pongs may be queued behind messages.
      session.missedPongs = 0;
      const bytes = toBuffer(data);
      return kind === "binary" ? attemptOf(session, bytes, complain) : attemptOfSmall(session, bytes, kind);
    });
    socket.on("message", (data, isBinary) => intake.take({ data, kind: isBinary ? "binary" : "text" }));
    socket.on("ping", (data) => intake.take({ data, kind: "ping" }));
    socket.on("pong", () => {
      session.missedPongs = 0;
    });
    socket.on("close", () => {
      intake.close();
      sessions.remove(session);
      if (badFrames > 1 && isLogged)
        warn(`gateway: ${claims.userID} has sent ${badFrames} bad frames on one connection`);
    });
    return session;
  }

  /** Messages, reads and other requests over their rate limit wait. Each frame is charged before it is read. */
  function attemptOf(session: Session, frame: Uint8Array, complain: Complain): Attempt {
    const { claims, format } = session;
    const orComplain = <Value>(read: () => Value): Value | undefined => {
      try {
        return read();
      } catch (error) {
        // Without a readable request there is nothing to answer.
        complain(`what is not ${format.name}`, isBomb(error));
        return undefined;
      }
    };
    const unpacked = orComplain(() => format.unpack(frame));
    if (unpacked === undefined) return nothingToDo;
    let next: Attempt | undefined;
    return () => {
      if (!session.alive) return 0;
      if (next === undefined) {
        const waitMs = deps.paceFrames(claims.userID, unpacked.length);
        if (waitMs > 0) return waitMs;
        const request = orComplain(() => format.decode(unpacked));
        next = request === undefined ? nothingToDo : attemptOfRequest(session, request, complain);
      }
      return next();
    };
  }

  function attemptOfRequest(session: Session, request: GatewayRequest, complain: Complain): Attempt {
    const waitMsOf = waitOf(session.claims.userID, request);
    return () => {
      const waitMs = waitMsOf();
      if (waitMs === 0) answer(session, request, complain);
      return waitMs;
    };
  }

  /** Text and pings count as requests. Only a JS client sends text: its own pings. */
  function attemptOfSmall(session: Session, frame: Buffer, kind: "text" | "ping"): Attempt {
    return () => {
      const waitMs = session.alive ? deps.paceRequests(session.claims.userID, frame.length) : 0;
      if (waitMs > 0 || !session.alive) return waitMs;
      if (kind === "ping") session.pong(frame);
      else if (session.isJs && frame.length <= maxPingBytes && isPing(frame.toString("utf8")))
        session.sendText(pong);
      return 0;
    };
  }

  function waitOf(userID: string, { reqIdentifier, data }: GatewayRequest): () => number {
    if (reqIdentifier === Req.sendMessage) {
      const message = { isStored: isStoredMessage(data), bytes: data.length };
      return () => deps.paceMessages(userID, message);
    }
    const isRead = reads.has(reqIdentifier);
    return () => (isRead ? deps.readBudget.waitMs(userID) : 0) || deps.paceRequests(userID, data.length);
  }

  function answer(session: Session, request: GatewayRequest, complain: Complain): void {
    const { reqIdentifier, msgIncr, operationID } = request;
    const handler = handlers.get(reqIdentifier);
    // A gob client crashes on an answer with an unknown identifier (fact 2).
    if (handler === undefined && !session.isJs) {
      complain(`request ${reqIdentifier}, which is unknown`);
      return;
    }
    const head = { reqIdentifier, msgIncr, operationID };
    try {
      if (handler === undefined) throw new ApiError(ErrCode.args, "ArgsError", "unknown reqIdentifier");
      if (request.sendID !== session.claims.userID) {
        throw new ApiError(ErrCode.noPermission, "NoPermissionError", "sendID is not yours");
      }
      session.send({ ...head, data: runOperation(operationID, () => handler(session, request)) });
    } catch (error) {
      const { errCode, errMsg } = toErrorEnvelope(error, `gateway request ${reqIdentifier}`);
      session.send({ ...head, errCode, errMsg });
    }
  }

  const heartbeat = setInterval(() => {
    for (const session of sessions.all()) {
      const expired = session.claims.expiresAt <= deps.now();
      if (expired || session.missedPongs >= maxMissedPongs) {
        session.terminate();
      } else {
        session.missedPongs += 1;
        session.ping();
      }
    }
  }, heartbeatMs);

  return {
    upgrade: (request, socket, head) => {
      // A connection reset before the handshake needs no handling.
      socket.on("error", () => {});
      const query = queryOf(request);
      const claims = claimsOf(query);
      if ("refusal" in claims && !wantsGreeting(query)) refuse(socket, claims.refusal);
      else server.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket, request, claims));
    },
    close: () => {
      clearInterval(heartbeat);
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

const nothingToDo = () => 0;

/** Returns the claims of the token in the connect URL. User and platform in the URL have to match. */
function authenticate(logins: Logins, query: URLSearchParams): TokenClaims {
  const claims = logins.check(query.get("token") ?? "");
  if (claims.userID !== query.get("sendID") || String(claims.platformID) !== query.get("platformID")) {
    throw new ApiError(ErrCode.tokenInvalid, "TokenInvalidError", "token of another user or platform");
  }
  return claims;
}

/**
 * Whether the client takes a first text frame. It reports an error to a browser, which cannot read the answer to a
 * failed upgrade. It is the only text frame a gob client may get (fact 1); native clients give up on any text frame.
 */
const wantsGreeting = (query: URLSearchParams) => /^(1|t|true)$/i.test(query.get("isMsgResp") ?? "");

const firstText = ({ errCode, errMsg, errDlt }: { errCode: number; errMsg: string; errDlt: string }) =>
  JSON.stringify({ errCode, errMsg, errDlt });

/** Answers an upgrade over HTTP. Destroys a socket that the client leaves open. */
function refuse(socket: Duplex, envelope: string): void {
  socket.once("finish", () => socket.destroy());
  socket.end(
    "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nConnection: close\r\n" +
      `Content-Length: ${Buffer.byteLength(envelope)}\r\n\r\n${envelope}`,
  );
}

function isPing(text: string): boolean {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null && "type" in message && message.type === "ping";
  } catch {
    return false;
  }
}

function queryOf(request: IncomingMessage): URLSearchParams {
  const url = request.url ?? "";
  return new URLSearchParams(url.slice(url.indexOf("?") + 1));
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
