/** The part of a browser's FileReader that the JS SDK uses; Node has none. */
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

export function provideFileReader(): void {
  Object.assign(globalThis, { FileReader: BrowserFileReader });
}
