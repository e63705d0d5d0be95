import { parseUrl } from "../../machines/domain/url.ts";
/** Server addresses. They are read again for each use, so that an override applies without a reload (7-02). */
export interface ServerAddresses {
  /** IM REST address, absolute, without a slash at the end. */
  apiUrl: string;
  /** IM gateway, `ws:` or `wss:`. */
  wsUrl: string;
  chatUrl: string;
  /** 0 to 6, as in the SDK. */
  logLevel: number;
}

export interface ConfigSources {
  /** Settings of the user in this browser (3-35, 3-36): `apiUrl`, `wsUrl`, `chatUrl`, `storageOrigins`, `logLevel`. */
  overrides: Pick<Storage, "getItem">;
  /**
   * Fixed at build time: `VITE_PARLEY_HOST`, or separately `VITE_API_URL`, `VITE_WS_URL`, `VITE_CHAT_URL`, and
   * `VITE_STORAGE_ORIGINS`.
   */
  env: Readonly<Record<string, unknown>>;
  /** Origin of the page. It is the provider's host unless the build sets another (3-37). */
  origin: string;
}

const DEFAULT_LOG_LEVEL = 5;

/** Returns overrides first, then the build's addresses, then OpenIM's default paths on the provider's host. */
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

/** Whether calls of many may share a screen (7-40). `screenShare` or `VITE_SCREEN_SHARE` set to "off" forbids it. */
export function readScreenShare({ overrides, env }: Pick<ConfigSources, "overrides" | "env">): boolean {
  return (readOverride(overrides, "screenShare") ?? text(env.VITE_SCREEN_SHARE)) !== "off";
}

/** Origins from which media load without a confirmation. */
export interface StorageOrigins {
  /** The page's origin and those named by the build. The Content-Security-Policy allows media from them. */
  built: ReadonlySet<string>;
  /** Named only in this browser (`apiUrl`, `chatUrl`, `storageOrigins`), so not in the Content-Security-Policy. */
  chosen: ReadonlySet<string>;
}

/** Returns the origins of all servers and of additional storage, such as the public address of a MinIO. */
export function readStorageOrigins({ overrides, env, origin }: ConfigSources): StorageOrigins {
  const chosen = ["apiUrl", "chatUrl", "storageOrigins"].map((key) => readOverride(overrides, key));
  return { built: new Set([origin, ...builtOrigins(env)]), chosen: originsIn(chosen) };
}

export function builtOrigins(env: ConfigSources["env"]): ReadonlySet<string> {
  return originsIn([
    hostOf(text(env.VITE_PARLEY_HOST)),
    ...["VITE_API_URL", "VITE_CHAT_URL", "VITE_STORAGE_ORIGINS"].map((name) => text(env[name])),
  ]);
}

/** Returns the origins in lists separated by spaces or commas. Other text is skipped. */
function originsIn(lists: readonly (string | undefined)[]): ReadonlySet<string> {
  const addresses = lists.flatMap((list) => list?.split(/[\s,]+/) ?? []);
  return new Set(
    addresses.flatMap((address) => {
      const url = /^https?:\/\//i.test(address) ? parseUrl(address) : null;
      return url ? [url.origin] : [];
    }),
  );
}

function readOverride(overrides: Pick<Storage, "getItem">, key: string): string | undefined {
  try {
    return text(overrides.getItem(key));
  } catch {
    return undefined; // no access to storage
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
