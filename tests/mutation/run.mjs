/** `npm run test:mutation:code`. Vite loads the TypeScript, because older versions of Node cannot. */
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const file = fileURLToPath(new URL("./command.ts", import.meta.url));
const { module } = await runnerImport(file, { configFile: false, logLevel: "error" });
process.exitCode = await module.run(process.argv.slice(2), (line) => console.log(line));
