import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/**
 * A network namespace with a loopback and one private address, like a machine at home, and no way out. Processes
 * inside reach only each other.
 */
export interface Namespace {
  /** Path of a script that runs the program inside the namespace. */
  inside(program: string): string;
  close(): Promise<void>;
}

/**
 * Firefox pairs no loopback addresses, and finds its own address by the routes. Links without IPv6 get no address some
 * time after their start, which would abort the downloads of the browsers.
 */
const network = [
  "ip link set lo up",
  "ip link add parley0 type veth peer name parley1",
  "ip link set parley0 addrgenmode none",
  "ip link set parley1 addrgenmode none",
  "ip address add 10.77.0.1/24 dev parley0",
  "ip link set parley0 up",
  "ip link set parley1 up",
  "ip route add default dev parley0",
].join(" && ");

/** The reason why no namespace can be made here, or null. */
export function namespaceRefusal(): string | null {
  if (process.platform !== "linux") return "only Linux has network namespaces";
  try {
    execFileSync("unshare", ["-n", "sh", "-c", network], { stdio: "pipe" });
    return null;
  } catch {
    return "no network namespace may be made here";
  }
}

/** Makes a namespace. It ends with `close` or with this process. */
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
