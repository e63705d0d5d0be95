/**
 * Keeps contents nested thousands of levels deep from the wasm. Go runs out of stack while it reads one, which ends the
 * goroutine that has the answer in hand: nothing arrives any more, of anybody. A real server passes such a content on.
 */

/** Levels of a content that the wasm is given: as many as the embedded backend takes. */
const MOST = 300;
/** MsgData's fields that the SDK reads as JSON: content and attachedInfo (protocol section 2.1). */
const JSON_FIELDS = [12, 22];

/** Has the sockets of this worker look at what they receive before anybody else does. To be called before the SDK loads. */
export function guardSockets(): void {
  Reflect.set(self, "WebSocket", GuardedSocket);
}

/** Tells of its messages, and of its end, in their order, once they were looked at. */
class GuardedSocket extends WebSocket {
  #isReady = Promise.resolve();
  readonly #known = new WeakSet<Event>();

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    // The first to hear, and the only one: others hear of what comes of it.
    this.addEventListener("message", (event) =>
      this.#hold(event, async () => new MessageEvent("message", { data: await shallow(event.data) })),
    );
    this.addEventListener("close", (event) => this.#hold(event, () => new CloseEvent("close", event)));
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

/** A frame of the gateway, gzipped as it was, without contents that are too deep. What is no such frame passes. */
async function shallow(data: unknown): Promise<unknown> {
  if (!(data instanceof ArrayBuffer)) return data;
  try {
    const frame = new Uint8Array(await through(data, new DecompressionStream("gzip")));
    return blankDepths(frame) ? await through(frame.buffer, new CompressionStream("gzip")) : data;
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

/** The bytes a gob struct ends with, its closing zero aside: a frame's last field is what it carries. */
function lastOf(frame: Uint8Array): Uint8Array {
  const end = frame.length - 1;
  for (let at = 0; at < end; at++) {
    const first = frame[at] ?? 0;
    const size = first < 0x80 ? 0 : 0x100 - first;
    if (size > 4) continue;
    const length =
      size === 0 ? first : frame.subarray(at + 1, at + 1 + size).reduce((n, byte) => n * 0x100 + byte, 0);
    if (at + 1 + size + length === end) return frame.subarray(at + 1 + size, end);
  }
  return frame.subarray(0, 0);
}

/** The values of these fields of a protobuf message, as far as it is one, which have a length. */
function* fields(message: Uint8Array, ...numbers: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let scale = 1; at < message.length; scale *= 0x80) {
      const byte = message[at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < message.length) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const end = varint() + at;
        if (numbers.includes(Math.floor(tag / 8))) yield message.subarray(at, end);
        at = end;
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        return;
    }
  }
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
