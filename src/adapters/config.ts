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
  /** What the person set in this browser (3-35, 3-36): `apiUrl`, `wsUrl`, `chatUrl`, `storageOrigins`, `logLevel`. */
  overrides: Pick<Storage, "getItem">;
  /**
   * `VITE_PARLEY_HOST`, or `VITE_API_URL`, `VITE_WS_URL`, `VITE_CHAT_URL` one by one, and `VITE_STORAGE_ORIGINS`; fixed at
   * build time.
   */
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

/** Where pictures, videos and sounds come from without a question. */
export interface StorageOrigins {
  /** Of the page and of what the build names: its Content-Security-Policy lets media elements load from them. */
  built: ReadonlySet<string>;
  /** Named in this browser only, by `apiUrl`, `chatUrl` and `storageOrigins`; the policy does not know them. */
  chosen: ReadonlySet<string>;
}

/** The deployment's own storage: all its servers, and what it names besides, such as the public address of its MinIO. */
export function readStorageOrigins({ overrides, env, origin }: ConfigSources): StorageOrigins {
  const chosen = ["apiUrl", "chatUrl", "storageOrigins"].map((key) => readOverride(overrides, key));
  return { built: new Set([origin, ...builtOrigins(env)]), chosen: originsIn(chosen) };
}

/** Origins of the storage that a build names, the page's own not among them. */
export function builtOrigins(env: ConfigSources["env"]): ReadonlySet<string> {
  return originsIn([
    hostOf(text(env.VITE_PARLEY_HOST)),
    ...["VITE_API_URL", "VITE_CHAT_URL", "VITE_STORAGE_ORIGINS"].map((name) => text(env[name])),
  ]);
}

/** The origins of lists of addresses, apart by spaces or commas; what is no web address is left out. */
function originsIn(lists: readonly (string | undefined)[]): ReadonlySet<string> {
  const addresses = lists.flatMap((list) => list?.split(/[\s,]+/) ?? []);
  return new Set(
    addresses.flatMap((address) =>
      /^https?:\/\//i.test(address) && URL.canParse(address) ? [new URL(address).origin] : [],
    ),
  );
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
