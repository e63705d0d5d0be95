/**
 * Parts of a browser that the JS SDK needs and Node lacks. Every test file has them, because files share processes.
 * Loaded once per process.
 */
import { WebSocket } from "ws";

/** Node 20 has none. */
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.binaryType = "arraybuffer";
  }
}

/** The part of FileReader that the SDK uses. */
class BrowserFileReader {
  onload: ((event: { target: { result: ArrayBuffer } }) => void) | undefined;
  onerror: ((error: unknown) => void) | undefined;
  readAsArrayBuffer(blob: Blob): void {
    blob.arrayBuffer().then(
      (result) => this.onload?.({ target: { result } }),
      (error: unknown) => this.onerror?.(error),
    );
  }
}

Object.assign(globalThis, { WebSocket: BrowserWebSocket, FileReader: BrowserFileReader });

/** The answers that the SDK waits for. It starts some requests without waiting for them itself. */
export const underWay = new Set<Promise<unknown>>();
/** The servers of JS clients. Requests to other servers stay as they are. */
export const servers = new Set<string>();

const fetchFromServer = globalThis.fetch;
globalThis.fetch = (...request) => {
  const answer = fetchFromServer(...request);
  const address = request[0] instanceof Request ? request[0].url : request[0].toString();
  if (!servers.has(address.split("/api/")[0] ?? "")) return answer;
  const whole = answer.then((response) => response.clone().arrayBuffer());
  const forget = () => underWay.delete(whole);
  underWay.add(whole);
  whole.then(forget, forget);
  return answer;
};
