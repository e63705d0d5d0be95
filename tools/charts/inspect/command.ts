import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Machines } from "../catalogue.ts";
import { drawChart } from "../draw/index.ts";
import { type PageFile, serve } from "./server.ts";

export interface InspectOptions {
  machines: Machines;
  port: number;
  say(line: string): void;
  /** Ends the server. */
  signal: AbortSignal;
}

const PAGE = fileURLToPath(new URL("../dist/page", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Serves the inspector until the signal. */
export async function inspect({ machines, port, say, signal }: InspectOptions): Promise<number> {
  if (!existsSync(PAGE)) throw new Error("The page is not built. `npm run build` in the package builds it.");
  const served = await serve({ port, page: pageFiles(), drawingOf: drawingsOf(machines) });
  say(`The inspector is at http://127.0.0.1:${served.port}/`);
  say(
    'An app connects with `inspect: createInspector()` of "parley-charts/sender". Ctrl+C ends the inspector.',
  );
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  served.close();
  return 0;
}

/** Draws each machine when it is first asked for. Actors are named after the id of their machine. */
function drawingsOf(machines: Machines): (name: string) => Promise<string | null> {
  const byID = new Map([...machines.values()].map((machine) => [machine.id, machine]));
  const drawn = new Map<string, Promise<string>>();
  return async (name) => {
    const machine = byID.get(name);
    if (!machine) return null;
    const drawing = drawn.get(name) ?? drawChart(machine).then(({ svg }) => svg);
    drawn.set(name, drawing);
    return drawing;
  };
}

function pageFiles(): Map<string, PageFile> {
  const files = readdirSync(PAGE, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      return [path.slice(PAGE.length).split(sep).join("/"), { type, body: readFileSync(path) }];
    }),
  );
}
