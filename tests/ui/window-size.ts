import { vi } from "vitest";

/** Gives the window another size, in px, until the test ends. */
export function resizeTo(width: number, height: number): void {
  vi.stubGlobal("innerWidth", width);
  vi.stubGlobal("innerHeight", height);
  window.dispatchEvent(new Event("resize"));
}
