import type { LiveKitServer } from "./rtc/index.ts";

/** A problem the operator has to fix before Parley can start. The message is one line. */
export class StartError extends Error {
  constructor(line: string) {
    super(line);
    this.name = "StartError";
  }
}

/** Ends the process with one line and exit code 1. Vite would print a stack. */
export function exitWith(line: string): never {
  console.error(line);
  process.exit(1);
}

/** Returns the result of `work`. A StartError ends the process. */
export function orExit<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof StartError) exitWith(error.message);
    throw error;
  }
}

type Env = Record<string, string | undefined>;

/** The port in an environment variable; undefined when unset. 0 means any free port. */
export function readPort(env: Env, name: string): number | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new StartError(`${name} is "${text}": give a port number from 1 to 65535, or leave it out.`);
}

export function offersDemo(env: Env): boolean {
  return env.PARLEY_DEMO !== "off";
}

const mebibyte = 1024 * 1024;

/** Largest file in bytes, from MiB in the environment; undefined when unset. */
export const readMaxFileBytes = (env: Env) =>
  readMebibytes(env, "PARLEY_MAX_FILE", "the largest file's size");

/** Storage of one user in bytes, from MiB in the environment; undefined when unset. */
export const readQuotaBytes = (env: Env) => readMebibytes(env, "PARLEY_QUOTA", "what one user may store");

function readMebibytes(env: Env, name: string, what: string): number | undefined {
  const text = env[name];
  if (text === undefined) return undefined;
  const size = /^\d{1,8}$/.test(text) ? Number(text) : 0;
  if (size > 0) return size * mebibyte;
  throw new StartError(`${name} is "${text}": give ${what} in MiB, or leave it out.`);
}

/** The operator's address for push services; undefined when unset. "off" switches Web Push off. */
export function readWebPush(env: Env): { contact: string } | false | undefined {
  const { PARLEY_PUSH: contact } = env;
  if (!contact) return undefined;
  if (contact === "off") return false;
  if (/^mailto:[^\s@]+@[^\s@]+$/.test(contact)) return { contact };
  if (URL.canParse(contact) && new URL(contact).protocol === "https:") return { contact };
  throw new StartError(
    `PARLEY_PUSH is "${contact}": give your address as mailto:you@example.com or https://..., or off.`,
  );
}

export function readLiveKit(env: Env): LiveKitServer | undefined {
  const names = ["LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET"] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) {
    throw new StartError(
      `Not set: ${missing.join(" and ")}. For calls, set all of ${names.join(", ")}, or none.`,
    );
  }
  const { LIVEKIT_URL: url = "", LIVEKIT_API_KEY: apiKey = "", LIVEKIT_API_SECRET: apiSecret = "" } = env;
  if (!URL.canParse(url) || !/^(ws|http)s?:$/.test(new URL(url).protocol)) {
    throw new StartError("LIVEKIT_URL is not an address: give an address that begins with wss:// or ws://.");
  }
  return { url, apiKey, apiSecret };
}
