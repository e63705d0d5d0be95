import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";

/** A process that says in a line of its output that it is ready, and where. */
export interface ReadyProcess {
  /** What the first group of the pattern matched. */
  readonly said: string;
  /** Processor time it has used so far, in milliseconds; NaN where the system does not tell (anywhere but on Linux). */
  processorTime(): number;
  /** Its resident memory in MB; NaN where the system does not tell. */
  memory(): number;
  /** Ends the process. */
  close(): Promise<void>;
}

/**
 * Starts Node with these arguments and waits until its output matches `ready`.
 *
 * @throws with all of its output when it ends before that
 */
export async function startNode(
  args: readonly string[],
  ready: RegExp,
  env: Record<string, string> = {},
): Promise<ReadyProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const said = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match) resolve(match[1] ?? "");
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => reject(new Error(`The process ended with ${code}:\n${output}`)));
  });
  return {
    said,
    processorTime: () => processorTime(child.pid),
    memory: () => memory(child.pid),
    close: () => end(child),
  };
}

/** Linux counts in ticks of 10 ms, user and system time apart (proc(5), fields 14 and 15 of stat). */
function processorTime(pid: number | undefined): number {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return Number.NaN;
  const fields = readFileSync(stat, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memory(pid: number | undefined): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return Number.NaN;
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1]) / 1000;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
