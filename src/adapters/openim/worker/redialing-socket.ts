/**
 * A WebSocket that dials again by itself while the gateway is not reachable. The SDK waits up to 16 s between two
 * attempts, and nothing ends that wait (SDK 3.8.5, `readPump`). Here the SDK sees one long attempt instead, and
 * `beforeCall` ends the pause when the network is back.
 */

/** Milliseconds that a socket may dial. The SDK gives up an attempt after 60 s. */
const MOST = 50_000;
/** Milliseconds between two attempts; the last one repeats. */
const PAUSES = [500, 1000, 2000, 4000];
/** An attempt that is younger (in milliseconds) is not replaced when the network is back. */
const YOUNG = 2000;
/** The code that a WebSocket reports when it never opened (RFC 6455, section 7.4.1). */
const ABNORMAL = 1006;

const dialing = new Set<RedialingSocket>();
let tellFailed = () => {};

/** Calls `onFailed` after each attempt that is repeated. The SDK does not learn of these attempts. */
export function watchDialing(onFailed: () => void): void {
  tellFailed = onFailed;
}

/**
 * Call it before each call of the SDK. When the network is back, sockets that are not open yet dial at once; when the
 * user signs out, they end.
 */
export function beforeCall(name: string): void {
  for (const socket of dialing)
    if (name === "networkStatusChanged") socket.dialNow();
    else if (name === "logout") socket.close();
}

/** Has the members of a WebSocket that the SDK uses. Reports `open` at most once, and errors only as `close`. */
export class RedialingSocket extends EventTarget {
  readonly url: string;
  readonly #protocols: string | string[] | undefined;
  readonly #Socket: typeof WebSocket;
  readonly #since = performance.now();
  #binaryType: BinaryType = "blob";
  #socket: WebSocket;
  #attempts = 0;
  #attemptSince = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /** @param Socket the browser's own constructor; the global `WebSocket` may be this class */
  constructor(Socket: typeof WebSocket, url: string | URL, protocols?: string | string[]) {
    super();
    this.#Socket = Socket;
    this.url = String(url);
    this.#protocols = protocols;
    // Throws if the browser refuses the address.
    this.#socket = this.#dial();
    dialing.add(this);
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  get extensions(): string {
    return this.#socket.extensions;
  }

  get readyState(): number {
    return this.#pause === undefined ? this.#socket.readyState : this.#Socket.CONNECTING;
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount;
  }

  get binaryType(): BinaryType {
    return this.#binaryType;
  }

  set binaryType(type: BinaryType) {
    this.#binaryType = type;
    this.#socket.binaryType = type;
  }

  send(data: Parameters<WebSocket["send"]>[0]): void {
    this.#socket.send(data);
  }

  close(code?: number, reason?: string): void {
    const wasDialing = dialing.delete(this);
    if (this.#pause !== undefined) {
      this.#stopPause();
      queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { code: ABNORMAL })));
    } else if (wasDialing) this.#socket.close();
    else this.#socket.close(code, reason);
  }

  dialNow(): void {
    if (this.#pause === undefined) {
      if (performance.now() - this.#attemptSince < YOUNG) return;
      this.#socket.close();
    }
    this.#stopPause();
    this.#attempts = 0;
    this.#socket = this.#dial();
  }

  #dial(): WebSocket {
    const socket = new this.#Socket(this.url, this.#protocols);
    this.#attemptSince = performance.now();
    socket.binaryType = this.#binaryType;
    const pass = (event: Event) => {
      if (socket === this.#socket) this.dispatchEvent(event);
    };
    socket.addEventListener("open", () => {
      dialing.delete(this);
      pass(new Event("open"));
    });
    socket.addEventListener("message", ({ data }) => pass(new MessageEvent("message", { data })));
    socket.addEventListener("close", (event) => {
      if (socket !== this.#socket) return;
      if (dialing.has(this) && performance.now() - this.#since < MOST) this.#wait();
      else {
        dialing.delete(this);
        pass(new CloseEvent("close", event));
      }
    });
    return socket;
  }

  #wait(): void {
    const pause = PAUSES[Math.min(this.#attempts++, PAUSES.length - 1)];
    this.#pause = setTimeout(() => {
      this.#stopPause();
      this.#socket = this.#dial();
    }, pause);
    tellFailed();
  }

  #stopPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }
}
