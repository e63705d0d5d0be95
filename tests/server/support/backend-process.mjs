// Runs the backend in a process of its own, to be killed: `node backend-process.mjs <data folder> <userID>...`.
// Without a userID: the demo people. Prints one line of JSON, { origin, tokens }, when it listens.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const [data, ...people] = process.argv.slice(2);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const { module } = await runnerImport("./server/index.ts", { root, configFile: false, logLevel: "error" });
const backend = module.createBackend({ data, demo: people.length === 0, print: () => {} });
for (const userID of people) backend.im.registerUser({ userID, nickname: userID, faceURL: "" });
const { origin } = await module.listen(backend);
const tokens = Object.fromEntries(people.map((userID) => [userID, backend.im.issueToken(userID, 5)]));
console.log(JSON.stringify({ origin, tokens }));
