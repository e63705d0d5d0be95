import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";

export interface Usage {
  /** Used processor time in milliseconds; NaN except on Linux. */
  processorTime(): number;
  /** Resident memory in MB; NaN except on Linux. */
  memory(): number;
}

export interface ReadyProcess extends Usage {
  /** What the first group of the pattern matched. */
  readonly said: string;
  close(): Promise<void>;
}

/** What a process uses from now on; NaN if it does not run. */
export function usageOf(pid: number | undefined): Usage {
  return { processorTime: () => processorTime(pid), memory: () => memory(pid) };
}

/**
 * Starts Node with these arguments and waits until its output matches `ready`.
 * @throws an error with all output if the process ends before that
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
    ...usageOf(child.pid),
    close: () => end(child),
  };
}

/** Linux counts user and system time in ticks of 10 ms (proc(5), fields 14 and 15 of stat). */
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
