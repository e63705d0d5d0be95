/** Runs before each file of tests: no test leaves a page to the next one. */
import { afterEach } from "vitest";
import { closePage } from "./opened.ts";

afterEach(closePage);
