/** `npm run paths`. Vite loads the TypeScript, because older versions of Node cannot. */
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const file = fileURLToPath(new URL("./command.ts", import.meta.url));
// A chart with a mistyped target fails while it is created, deep inside of XState.
Error.stackTraceLimit = 60;

/** Returns the message and the first place in a chart or a model. */
function inWords(problem) {
  const [, place] = /((?:machines|tests\/paths\/models)\/[^\s:)]+:\d+)/.exec(problem.stack ?? "") ?? [];
  return `${problem.message}${place === undefined ? "" : `\n${place}`}`;
}

try {
  const { module } = await runnerImport(file, { configFile: false, logLevel: "error" });
  process.exitCode = await module.run(process.argv.slice(2), {
    say: (line) => console.log(line),
    hasColours: process.stdout.isTTY && !process.env.NO_COLOR,
    loadVitest: () => import("vitest/node"),
  });
} catch (problem) {
  if (!(problem instanceof Error)) throw problem;
  console.error(inWords(problem));
  process.exitCode = 1;
}
