import { execFileSync } from "node:child_process";
import { ensureChromium } from "./chromium.ts";
import { installFirefox } from "./firefox.ts";

/** Runs before the first browser test: installs the browsers and builds the product as `npm start` does. */
export default function setup(): void {
  ensureChromium();
  installFirefox();
  execFileSync("npx", ["vite", "build", "--mode", "quick", "--logLevel", "warn"], {
    stdio: "inherit",
    // the test runner's own NODE_ENV would build React for development
    env: { ...process.env, NODE_ENV: "production", VITE_CONFIG_NATIVE_IGNORE_WARNING: "1" },
    shell: process.platform === "win32",
  });
}
