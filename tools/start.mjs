/** `npm start`: builds the product and serves it. `--lan` serves it to the whole network by https. */
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { preview } from "vite";

const unknown = process.argv.slice(2).filter((option) => option !== "--lan");
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(" ")}. The only option is --lan.`);
  process.exit(1);
}
if (process.argv.includes("--lan")) process.env.PARLEY_LAN = "on";
// Vite would check each file of its configuration for a loader that is not in use, half of its start.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING ??= "1";

const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
try {
  // In its own process, so that the server does not keep the memory of the build.
  execFileSync(process.execPath, [vite, "build", "--mode", "quick", "--logLevel", "warn"], {
    stdio: "inherit",
  });
} catch {
  // The build has printed the error.
  process.exit(1);
}
await preview({ logLevel: "warn" });
