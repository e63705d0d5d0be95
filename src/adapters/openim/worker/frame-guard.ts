/**
 * Keeps contents nested thousands of levels deep from the wasm. Go runs out of stack while it reads one, which ends the
 * goroutine that has the answer in hand: nothing arrives any more, of anybody. A real server passes such a content on.
 */

import type { SdkEvent } from "../connection/channel.ts";
import { takeSignals } from "./overtaking.ts";
import { fields, lastOf } from "./wire.ts";

/** Levels of a content that the wasm is given: as many as the embedded backend takes. */
const MOST = 300;
/** MsgData's fields that the SDK reads as JSON: content and attachedInfo (protocol section 2.1). */
const JSON_FIELDS = [12, 22];

type Tell = (event: SdkEvent) => void;

/**
 * Has the sockets of this worker look at what they receive before anybody else does. To be called before the SDK loads.
 * @param tell hears of the signals of calls, which the SDK does not see (`overtaking.ts`)
 */
export function guardSockets(tell: Tell): void {
  tellSignals = tell;
  Reflect.set(self, "WebSocket", GuardedSocket);
}

let tellSignals: Tell = () => {};

/** Tells of its messages, and of its end, in their order, once they were looked at. */
class GuardedSocket extends WebSocket {
  #isReady = Promise.resolve();
  #isLeft = false;
  readonly #known = new WeakSet<Event>();

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    // The first to hear, and the only one: others hear of what comes of it.
    this.addEventListener("message", (event) =>
      this.#hold(event, async () => {
        const data = await guarded(event.data, (signals) => {
          if (!this.#isLeft) tellSignals(signals);
        });
        return new MessageEvent("message", { data });
      }),
    );
    this.addEventListener("close", (event) => this.#hold(event, () => new CloseEvent("close", event)));
  }

  /** What comes after this is for nobody, as the SDK has it. */
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

/**
 * A frame of the gateway, gzipped as it was, without contents that are too deep and without signals of calls, which are
 * told. What is no such frame passes.
 */
async function guarded(data: unknown, tell: Tell): Promise<unknown> {
  if (!(data instanceof ArrayBuffer)) return data;
  try {
    const frame = new Uint8Array(await through(data, new DecompressionStream("gzip")));
    const hadDepths = blankDepths(frame);
    const signals = takeSignals(frame);
    if (signals) tell(signals);
    return hadDepths || signals ? await through(frame.buffer, new CompressionStream("gzip")) : data;
  } catch {
    return data;
  }
}

function through(data: ArrayBuffer, transform: GenericTransformStream): Promise<ArrayBuffer> {
  return new Response(new Blob([data]).stream().pipeThrough(transform)).arrayBuffer();
}

/**
 * Empties contents nested too deep, in place and at the same length, so that nothing around them changes.
 * @param frame an unpacked frame of the gateway (protocol section 1.3)
 * @returns whether there was one
 */
export function blankDepths(frame: Uint8Array): boolean {
  let found = false;
  // Pushed or pulled, messages come by conversation: those of the chats in field 1, of the notifications in field 2.
  // A list of messages; where each conversation's last one is asked for, the message itself.
  for (const conversation of fields(lastOf(frame), 1, 2))
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
