/** Runs in each test file. */
import "./browser-parts.ts";
