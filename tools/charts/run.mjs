#!/usr/bin/env node
/** The command of these tools. Vite loads the TypeScript, because older versions of Node cannot. */
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const load = (file, plugins = []) => runnerImport(file, { plugins, configFile: false, logLevel: "silent" });
const { module } = await load(fileURLToPath(new URL("./command.ts", import.meta.url)));
const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => ended.abort());
const say = (line) => console.log(line);
process.exitCode = await module.run(process.argv.slice(2), { load, say, signal: ended.signal });
