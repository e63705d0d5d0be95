/** The page a test has opened. Test files share modules, so `setup.ts` closes it after each test. */
import { cleanup } from "@testing-library/react";
import type { App } from "../../src/wiring/index.ts";

let opened: App | null = null;

export function setOpened(app: App): void {
  opened = app;
}

export function closePage(): void {
  cleanup();
  opened?.stop();
  opened = null;
}
