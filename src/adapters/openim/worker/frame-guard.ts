/**
 * Blanks contents with thousands of nested levels before the wasm reads them. Go overflows its stack on such a
 * content. That ends the goroutine which handles the answer, and no message of any user arrives after it. A real
 * server does not filter such contents.
 */

import type { SdkEvent } from "../connection/channel.ts";
import { takeSignals } from "./overtaking.ts";
import { RedialingSocket } from "./redialing-socket.ts";
import { type FrameHead, fields, headOf, PUSH, payloadOf, withText } from "./wire.ts";

/** Maximum levels that the wasm receives. The embedded server has the same limit. */
const MOST = 300;
/** Fields of MsgData that the SDK parses as JSON: content and attachedInfo (protocol section 2.1). */
const JSON_FIELDS = [12, 22];

const { WebSocket: BrowserSocket } = self;

type Tell = (event: SdkEvent) => void;

/** What is told of one socket. */
export interface SocketWatch {
  onSent(head: FrameHead): void;
  /** The SDK receives the frame right after this. */
  onReceived(head: FrameHead): void;
  onClosed(): void;
}

/**
 * Makes the sockets of this worker filter received frames. Call it before the SDK loads.
 * @param tell receives the call signals that are hidden from the SDK (`overtaking.ts`)
 * @param watch is called for each socket
 */
export function guardSockets(tell: Tell, watch: () => SocketWatch): void {
  tellSignals = tell;
  watchSocket = watch;
  Reflect.set(self, "WebSocket", GuardedSocket);
}

let tellSignals: Tell = () => {};
let watchSocket: (() => SocketWatch) | null = null;

/** A socket that dispatches its message and close events in order, after the filter has run. */
class GuardedSocket extends RedialingSocket {
  /** The frames in both directions are handled in order: an answer comes after its request. */
  #isReady = Promise.resolve();
  #isLeft = false;
  readonly #watch = watchSocket?.();
  readonly #known = new WeakSet<Event>();

  constructor(url: string | URL, protocols?: string | string[]) {
    super(BrowserSocket, url, protocols);
    // This listener is the first. It stops the original event and dispatches a filtered one.
    this.addEventListener("message", (event) =>
      this.#hold(event, async () => {
        const received: unknown = event instanceof MessageEvent ? event.data : null;
        const { data, signals, head } = await guarded(received);
        if (signals && !this.#isLeft) tellSignals(signals);
        if (head) this.#watch?.onReceived(head);
        return new MessageEvent("message", { data });
      }),
    );
    this.addEventListener("close", (event) =>
      this.#hold(event, () => {
        this.#watch?.onClosed();
        return new CloseEvent("close", event instanceof CloseEvent ? event : {});
      }),
    );
  }

  override send(data: Parameters<WebSocket["send"]>[0]): void {
    super.send(data);
    const sent = unpacked(data).catch(() => null);
    this.#isReady = this.#isReady.then(async () => {
      const frame = await sent;
      const head = frame && headOf(frame);
      if (head) this.#watch?.onSent(head);
    });
  }

  /** After `close`, no signals are reported; the SDK ignores messages then, too. */
  override close(code?: number, reason?: string): void {
    this.#isLeft = true;
    super.close(code, reason);
  }

  #hold(event: Event, successor: () => Event | Promise<Event>): void {
    if (this.#known.has(event)) return;
    event.stopImmediatePropagation();
    this.#isReady = this.#isReady.then(async () => {
      const next = await successor();
      this.#known.add(next);
      this.dispatchEvent(next);
    });
  }
}

interface Guarded {
  data: unknown;
  signals?: SdkEvent | null;
  head?: FrameHead | null;
}

/**
 * Removes too deep contents and call signals from a gzipped frame, and gives a push an operation id. Returns other
 * data unchanged.
 */
async function guarded(data: unknown): Promise<Guarded> {
  try {
    const frame = await unpacked(data);
    if (!frame) return { data };
    const hadDepths = blankDepths(frame);
    const signals = takeSignals(frame);
    const named = withOperation(frame);
    const isChanged = hadDepths || signals !== null || named !== frame;
    return {
      data: isChanged ? await through(named, new CompressionStream("gzip")) : data,
      signals,
      head: headOf(frame),
    };
  } catch {
    return { data };
  }
}

/**
 * Returns a push with an operation id, if it has none. A real server in one process can lose that id of a REST request
 * (it reads the id from a request that has ended). The SDK handles a push with the id of its frame, and its own REST
 * calls refuse an empty one: it would not notice a new group, member or friend until the next sync.
 */
export function withOperation(frame: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return headOf(frame)?.request === PUSH ? withText(frame, "OperationID", "push") : frame;
}

/** Returns the bytes of a gzipped frame, or null for text. Rejects for other bytes. */
async function unpacked(data: unknown): Promise<Uint8Array<ArrayBuffer> | null> {
  const packed = data instanceof ArrayBuffer ? new Uint8Array(data) : viewOf(data);
  return packed && new Uint8Array(await through(packed, new DecompressionStream("gzip")));
}

function viewOf(data: unknown): Uint8Array<ArrayBuffer> | null {
  if (!ArrayBuffer.isView(data) || !(data.buffer instanceof ArrayBuffer)) return null;
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function through(data: BlobPart, transform: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([data]).stream().pipeThrough(transform)).arrayBuffer();
}

/**
 * Blanks contents that are too deep, in place and without a change of length.
 * @param frame an uncompressed frame of the server (protocol section 1.3)
 * @returns whether a content was blanked
 */
export function blankDepths(frame: Uint8Array): boolean {
  let found = false;
  // Pushed and pulled messages are grouped by conversation: chats in field 1, notifications in field 2. Each group
  // is a list of messages. In the answer with the last message of each conversation, it is the message itself.
  for (const conversation of fields(payloadOf(frame), 1, 2))
    for (const messages of fields(conversation, 2))
      for (const message of [messages, ...fields(messages, 1)])
        for (const json of fields(message, ...JSON_FIELDS)) {
          if (!isTooDeep(json)) continue;
          json.fill(SPACE).set([OPEN_BRACE, CLOSE_BRACE]);
          found = true;
        }
  return found;
}

function isTooDeep(json: Uint8Array): boolean {
  if (json.length <= MOST) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > MOST) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return false;
}

const [SPACE, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];
