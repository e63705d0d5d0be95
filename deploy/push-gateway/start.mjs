/** `npm run push-gateway`. Vite loads the TypeScript, because older versions of Node cannot. */
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const file = fileURLToPath(new URL("./main.ts", import.meta.url));
const { module } = await runnerImport(file, { configFile: false, logLevel: "error" });
module.run(process.env);
