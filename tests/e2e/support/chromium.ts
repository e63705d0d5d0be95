import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const usualPlaces = [
  process.env.CHROMIUM_PATH ?? "",
  // The shell has no windows and does a third less work.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** The browser on this machine, or null. CHROMIUM_PATH comes first. */
export function findChromium(): string | null {
  return usualPlaces.find((path) => path !== "" && existsSync(path)) ?? null;
}

/**
 * The browser on this machine. On Debian, as root, it installs one from the distribution's packages if there is none.
 *
 * @throws with advice when there is no browser and none can be installed
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.info("No Chromium found: installing Debian's packages");
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    execFileSync("apt-get", ["install", "-y", "-qq", "chromium-headless-shell", "fonts-noto-cjk"], {
      stdio: "inherit",
    });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error("The browser tests need Chrome or Chromium. Install one, or name it in CHROMIUM_PATH.");
}
