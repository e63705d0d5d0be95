/** Milliseconds. Files are lost when the network changes, and are there a moment later. */
const PAUSE = 2000;

/** Loads the page again because its program was lost. */
export function reloadSoon(): void {
  setTimeout(() => location.reload(), PAUSE);
}
