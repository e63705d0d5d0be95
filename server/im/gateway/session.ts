import type { WebSocket } from "ws";
import type { TokenClaims } from "../../tokens.ts";
import { currentOperationID } from "../operation.ts";
import { Req } from "../protocol/constants.ts";
import type { FrameFormat, GatewayResponse } from "../protocol/frames.ts";

/** A peer with this many unread bytes is closed; it reconnects and catches up. */
const maxBufferedBytes = 16 * 1024 * 1024;
/** Time for the kick frame to arrive before the socket closes. */
const kickCloseDelayMs = 50;

export interface Session {
  readonly claims: TokenClaims;
  readonly format: FrameFormat;
  /** A `sdkType=js` client: it has text heartbeats and recognises its own messages by operationID. */
  readonly isJs: boolean;
  /** Origin by which the client reached this server, e.g. http://127.0.0.1:5173. */
  readonly origin: string;
  readonly subscriptions: Set<string>;
  missedPongs: number;
  /** False after a kick or close; further frames are ignored. */
  readonly alive: boolean;
  send(response: Partial<GatewayResponse> & { reqIdentifier: number }): void;
  sendFrame(frame: Uint8Array): void;
  sendText(text: string): void;
  ping(): void;
  /** Answers a ping. */
  pong(data: Uint8Array): void;
  /** Sends the kick (2002: another login took over), then closes. */
  kick(): void;
  terminate(): void;
}

export function createSession(
  socket: WebSocket,
  claims: TokenClaims,
  format: FrameFormat,
  isJs: boolean,
  origin: string,
): Session {
  let kicked = false;
  const write = (data: Uint8Array | string) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
    else socket.send(data, { binary: typeof data !== "string" });
  };
  const sendFrame = (frame: Uint8Array) => write(frame);
  const send: Session["send"] = (response) =>
    sendFrame(
      format.encode({
        errCode: 0,
        errMsg: "",
        msgIncr: "",
        operationID: currentOperationID(),
        data: new Uint8Array(),
        ...response,
      }),
    );
  return {
    claims,
    format,
    isJs,
    origin,
    subscriptions: new Set(),
    missedPongs: 0,
    get alive() {
      return !kicked && socket.readyState === socket.OPEN;
    },
    send,
    sendFrame,
    sendText: write,
    ping: () => socket.ping(),
    pong: (data) => socket.pong(data),
    kick: () => {
      if (kicked) return;
      send({ reqIdentifier: Req.kick });
      kicked = true;
      setTimeout(() => socket.close(), kickCloseDelayMs);
    },
    terminate: () => socket.terminate(),
  };
}
