/** Runs in each test file. */
import { beforeEach, vi } from "vitest";
import "./browser-parts.ts";

// OpenIM's SDK writes what it does.
beforeEach(() => void vi.spyOn(console, "info").mockImplementation(() => {}));
