/** Where the servers are. Read anew for every use, so that an override counts without a reload (7-02). */
export interface ServerAddresses {
  /** IM REST, absolute, no slash at the end. */
  apiUrl: string;
  /** IM gateway, `ws:` or `wss:`. */
  wsUrl: string;
  /** Chat server. */
  chatUrl: string;
  /** 0 to 6, as the SDK counts. */
  logLevel: number;
}

export interface ConfigSources {
  /** What the person set in this browser (3-35, 3-36): `apiUrl`, `wsUrl`, `chatUrl`, `logLevel`. */
  overrides: Pick<Storage, "getItem">;
  /** `VITE_PARLEY_HOST`, or `VITE_API_URL`, `VITE_WS_URL`, `VITE_CHAT_URL` one by one; fixed at build time. */
  env: Readonly<Record<string, unknown>>;
  /** Origin of the page, which is the provider's host unless the build says otherwise (3-37). */
  origin: string;
}

const DEFAULT_LOG_LEVEL = 5;

/** Overrides first, then the build's addresses, then OpenIM's usual paths on the provider's host. */
export function readAddresses({ overrides, env, origin }: ConfigSources): ServerAddresses {
  const host = hostOf(text(env.VITE_PARLEY_HOST)) ?? origin;
  const url = (override: string, variable: string, fallback: string) =>
    (readOverride(overrides, override) ?? text(env[variable]) ?? fallback).replace(/\/+$/, "");
  return {
    apiUrl: url("apiUrl", "VITE_API_URL", `${host}/api`),
    wsUrl: url("wsUrl", "VITE_WS_URL", `${host.replace(/^http/, "ws")}/msg_gateway`),
    chatUrl: url("chatUrl", "VITE_CHAT_URL", `${host}/chat`),
    logLevel: logLevelOf(readOverride(overrides, "logLevel")),
  };
}

function readOverride(overrides: Pick<Storage, "getItem">, key: string): string | undefined {
  try {
    return text(overrides.getItem(key));
  } catch {
    return undefined; // storage is closed to this page
  }
}

function text(value: unknown): string | undefined {
  const trimmed = typeof value === "string" ? value.trim() : "";
  return trimmed === "" ? undefined : trimmed;
}

function hostOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return (value.includes("://") ? value : `https://${value}`).replace(/\/+$/, "");
}

function logLevelOf(value: string | undefined): number {
  return value !== undefined && /^[0-6]$/.test(value) ? Number(value) : DEFAULT_LOG_LEVEL;
}
