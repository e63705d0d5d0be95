import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/**
 * A network of its own, with a loopback and one private address as a machine at home has them, from which nothing
 * gets out. Processes inside it see each other and nobody else.
 */
export interface Namespace {
  /** The path of a program that is this one, inside the namespace. */
  inside(program: string): string;
  close(): Promise<void>;
}

/** Firefox pairs no loopback addresses, and asks the routes which address is its own. */
const network = [
  "ip link set lo up",
  "ip link add parley0 type veth peer name parley1",
  "ip address add 10.77.0.1/24 dev parley0",
  "ip link set parley0 up",
  "ip link set parley1 up",
  "ip route add default dev parley0",
].join(" && ");

/** Why no namespace may be made here; null when one may. */
export function namespaceRefusal(): string | null {
  if (process.platform !== "linux") return "only Linux has network namespaces";
  try {
    execFileSync("unshare", ["-n", "sh", "-c", network], { stdio: "pipe" });
    return null;
  } catch {
    return "no network namespace may be made here";
  }
}

/** Makes a namespace. It lives as long as it is held, and ends with this process. */
export async function makeNamespace(): Promise<Namespace> {
  const holder: ChildProcess = spawn("unshare", ["-n", "sh", "-c", `${network} && echo ready && exec cat`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (!holder.stdout) throw new Error("No output");
  await once(holder.stdout, "data");
  const folder = await mkdtemp(join(tmpdir(), "parley-network-"));
  return {
    inside: (program) => {
      const path = join(folder, basename(program));
      const script = `#!/bin/sh\nexec nsenter --net=/proc/${holder.pid}/ns/net -- "${program}" "$@"\n`;
      writeFileSync(path, script, { mode: 0o755 });
      return path;
    },
    close: async () => {
      const ended = once(holder, "exit");
      holder.stdin?.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
