/** The page a test has opened. Files share their modules, so that it is closed by what runs before each of them. */
import { cleanup } from "@testing-library/react";
import type { App } from "../../src/wiring/index.ts";

let opened: App | null = null;

export function setOpened(app: App): void {
  opened = app;
}

/** Takes the page down, and everything it runs. */
export function closePage(): void {
  cleanup();
  opened?.stop();
  opened = null;
}
