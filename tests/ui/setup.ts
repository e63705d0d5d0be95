/** Runs in each test file, so that no test leaves a page open. */
import { afterEach } from "vitest";
import { closePage } from "./opened.ts";

afterEach(closePage);
