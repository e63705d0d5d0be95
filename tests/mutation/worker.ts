/** Tells the command which process runs the tests, so that it can end a loop. */
import { writeFileSync } from "node:fs";

if (process.env.MUTATION_WORKER !== undefined)
  writeFileSync(process.env.MUTATION_WORKER, String(process.pid));
