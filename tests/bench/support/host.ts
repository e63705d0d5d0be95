import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ReadyProcess, startNode } from "./process.ts";

const vite = fileURLToPath(new URL("../../../node_modules/vite/bin/vite.js", import.meta.url));

export interface Host extends Pick<ReadyProcess, "processorTime" | "memory"> {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Starts the product as `npm start` does: `vite preview` with the embedded backend, in a new process.
 * @param store folder of the store; `close` removes it
 * @param site folder with the built pages; without it only the backend is usable
 */
export async function startHost(store: string, site = store): Promise<Host> {
  const { said, processorTime, memory, close } = await startNode(
    [vite, "preview", "--outDir", site, "--logLevel", "warn"],
    /Parley is ready at (\S+?)\/?\s/,
    { PORT: "0", PARLEY_DATA: store, PARLEY_DEMO: "off", NODE_ENV: "production" },
  );
  return {
    origin: said,
    processorTime,
    memory,
    close: async () => {
      await close();
      await rm(store, { recursive: true, force: true });
    },
  };
}
