import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../free-port.ts";
import type { Namespace } from "./namespace.ts";

/** The product as `npm start` runs it, in its own process, with its own port and data folder. */
export interface Product {
  readonly origin: string;
  readonly dataFolder: string;
  /** The output of the process since its last start. */
  terminal(): string;
  /** Kills the process without a clean shutdown, as a crash or a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data, from now on also with these environment variables. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends it for good and removes its data. */
  close(): Promise<void>;
}

/**
 * @param namespace the network of the process; this machine's by default
 * @param settings more environment variables of the backend
 * @param folder the built app
 */
export async function startProduct({
  namespace,
  settings = {},
  folder = "dist",
}: {
  namespace?: Namespace;
  settings?: Readonly<Record<string, string>>;
  folder?: string;
} = {}): Promise<Product> {
  const port = await freePort();
  const dataFolder = await mkdtemp(join(tmpdir(), "parley-e2e-"));
  const origin = `http://localhost:${port}`;
  let output = "";
  let child: ChildProcess | null = null;
  let changed = {};

  const start = async () => {
    const vite = ["node_modules/vite/bin/vite.js", "preview", "--logLevel", "warn", "--outDir", folder];
    const started = spawn(namespace?.inside(process.execPath) ?? process.execPath, vite, {
      env: {
        ...process.env,
        PORT: String(port),
        PARLEY_DATA: dataFolder,
        NODE_ENV: "production",
        // Vite would check each file of its configuration for a loader that is not in use, half of its start.
        VITE_CONFIG_NATIVE_IGNORE_WARNING: "1",
        // No page of a slow test installs a service worker.
        PARLEY_WORKER: "off",
        ...settings,
        ...changed,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    const ready = new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        output += chunk.toString();
        if (/Parley is ready at/.test(output)) resolve();
      };
      started.stdout.on("data", listen);
      started.stderr.on("data", listen);
      started.once("exit", (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
    });
    await ready;
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };

  await start();
  return {
    origin,
    dataFolder,
    terminal: () => output,
    kill,
    restart: async (settings) => {
      output = "";
      changed = { ...changed, ...settings };
      await start();
    },
    close: async () => {
      await kill();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Closes what the tests of a file have started, one after the other. A failed start leaves the rest undefined. */
export async function closeAll(...started: readonly ({ close(): unknown } | undefined)[]): Promise<void> {
  for (const one of started) await one?.close();
}
