import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Duplex } from "node:stream";
import { type HttpServer, normalizePath, type Plugin, type PreviewServer, type ViteDevServer } from "vite";
import { limitConnections } from "./connections.ts";
import { refuseChunks } from "./http.ts";
import { type Backend, createBackend } from "./index.ts";
import { type LanServer, serveLan } from "./lan.ts";
import { outliveOutput } from "./log.ts";
import { networkAddresses } from "./rtc/network/addresses.ts";
import { answerShare } from "./shares.ts";
import {
  exitWith,
  offersDemo,
  orExit,
  readLiveKit,
  readMaxFileBytes,
  readPort,
  readQuotaBytes,
  readWebPush,
} from "./start.ts";
import { inMemory } from "./store/database.ts";

/** Addresses of the service worker, and of the one that removes it. */
const WORKER = "/worker.js";
const WORKER_OFF = "/worker-off.js";

export interface EmbeddedBackendOptions {
  /**
   * Default `process.env`.
   * - PARLEY_DATA: folder of the store (default `.parley` in the project root), or ":memory:".
   * - PARLEY_DEMO=off: starts without demo users.
   * - PARLEY_MEDIA_PORT: UDP port of calls.
   * - PARLEY_LAN=on: also https for the devices of the same network, at PARLEY_LAN_PORT (default 5174).
   * - PARLEY_RATES=off: no rate limits.
   * - PARLEY_MAX_FILE: largest file in MiB.
   * - PARLEY_QUOTA: storage of one user in MiB.
   * - PARLEY_ADMIN_SECRET: lets OpenIM's tools register users and sign them in.
   * - PARLEY_PUSH: your address for push services (mailto: or https:), or "off" for no Web Push.
   * - PARLEY_WORKER=off: replaces the service worker in every browser by one that removes itself.
   * - PARLEY_NOTIFICATION_FIRST=on: pushes notifications before their copies in the chat.
   * - LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET: together name a LiveKit server for calls.
   */
  env?: Record<string, string | undefined>;
  print?: (line: string) => void;
}

/**
 * Mounts the embedded backend on Vite's development and preview servers, so that one port serves the whole product.
 * Prints the address once when ready. Closes the backend with the server.
 */
export function embeddedBackend(options: EmbeddedBackendOptions = {}): Plugin {
  const { env = process.env, print = printToStdout } = options;
  const open: Mounted[] = [];

  const mount = (server: ViteDevServer | PreviewServer, settings: ServerSettings): void => {
    // In middleware mode (a test runner, another server) there is no HTTP server to mount on.
    if (server.httpServer === null) return;
    outliveOutput();
    open.push(mountBackend({ server, httpServer: server.httpServer, settings, env, print }));
  };
  const closeOldest = async () => {
    await open.shift()?.close();
  };

  return {
    name: "parley:embedded-backend",
    apply: "serve",
    config: (config) => {
      const folder = dataFolder(env, config.root ?? process.cwd());
      if (folder === inMemory) return;
      // The store lies inside the folder Vite serves. It must be neither watched nor served.
      const files = `${normalizePath(folder)}/**`;
      return {
        server: {
          watch: { ignored: [files] },
          fs: { deny: [...(config.server?.fs?.deny ? [] : viteDenied), files] },
        },
      };
    },
    configureServer: (server) => {
      mount(server, server.config.server);
    },
    configurePreviewServer: {
      // Before the plugins that serve files, which would also answer a destroyed connection.
      order: "pre",
      handler: (server) => {
        mount(server, server.config.preview);
      },
    },
    closeServer: closeOldest,
    closePreviewServer: closeOldest,
  };
}

/** Vite's default deny list. A list from a plugin replaces it. */
const viteDenied = [
  ".env",
  ".env.*",
  "*.{crt,pem,key,p12,pfx,cer,der}",
  ".npmrc",
  ".yarnrc.yml",
  "**/.git/**",
];

interface Mounted {
  /** Closes the store. Later requests get 503. */
  close(): Promise<void>;
}

interface ServerSettings {
  https?: unknown;
  strictPort?: boolean | undefined;
  port?: number | undefined;
}

interface Mount {
  server: ViteDevServer | PreviewServer;
  httpServer: HttpServer;
  settings: ServerSettings;
  env: Record<string, string | undefined>;
  print: (line: string) => void;
}

/**
 * The backend opens when the server listens: a restarting development server creates its successor before it closes,
 * and only one process can own the data.
 */
function mountBackend({ server, httpServer, settings, env, print }: Mount): Mounted {
  // Lines the backend prints before the server is ready (demo accounts) come after the ready line.
  let waiting: string[] | undefined = [];
  const say = (line: string) => {
    if (waiting === undefined) print(line);
    else waiting.push(line);
  };
  const open = () =>
    orExit(() => {
      const port = readPort(env, "PARLEY_MEDIA_PORT");
      const livekit = readLiveKit(env);
      const maxFileBytes = readMaxFileBytes(env);
      const quotaBytes = readQuotaBytes(env);
      const webPush = readWebPush(env);
      return createBackend({
        data: dataFolder(env, server.config.root),
        demo: offersDemo(env),
        print: say,
        media: {
          ...(port !== undefined && { port }),
          isForNetwork: () => isForLan(env) || listensBeyondLoopback(httpServer),
        },
        notificationFirst: () => env.PARLEY_NOTIFICATION_FIRST === "on",
        ...(env.PARLEY_RATES === "off" && { rates: "off" }),
        ...(webPush !== undefined && { webPush }),
        ...(livekit && { livekit }),
        ...(maxFileBytes !== undefined && { maxFileBytes }),
        ...(quotaBytes !== undefined && { quotaBytes }),
        ...(env.PARLEY_ADMIN_SECRET && { adminSecret: env.PARLEY_ADMIN_SECRET }),
      });
    });
  let backend: Backend | undefined;
  let lan: Promise<LanServer> | undefined;
  const openLan = () => {
    const port = orExit(() => readPort(env, "PARLEY_LAN_PORT")) ?? 5174;
    const folder = dataFolder(env, server.config.root);
    return serveLan({
      handle: (request, response) => server.middlewares(request, response),
      upgrade,
      folder: folder === inMemory ? null : folder,
      port,
      print,
    }).catch((error) =>
      exitWith(`No https on port ${port}: ${error.message}. Choose another one with PARLEY_LAN_PORT.`),
    );
  };

  server.middlewares.use((request, response, next) => {
    if (request.socket.destroyed || (!countsChunks(request) && refuseChunks(request, response))) return;
    if (env.PARLEY_WORKER === "off" && request.url?.split("?", 1)[0] === WORKER) request.url = WORKER_OFF;
    if (answerShare(request, response)) return;
    if (backend === undefined) response.writeHead(503).end();
    else if (!backend.handle(request, response)) {
      // Vite takes the last 500 bytes for the first 501. A server may answer with the whole file.
      delete request.headers.range;
      next();
    }
  });
  limitConnections(httpServer);
  // Only a development server also takes upgrades.
  const isAlone = !("ws" in server);
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A connection reset before the upgrade must not end the process.
    socket.on("error", () => {});
    if (!backend?.upgrade(request, socket, head) && isAlone) socket.destroy();
  };
  httpServer.on("upgrade", upgrade);
  httpServer.once("listening", () => {
    backend = open();
    const { local, network } = addresses(httpServer, server.config.base, settings);
    // Printed first, for new users. Tools that wait for the ready line still find it below.
    if (offersDemo(env)) print(`Two phones and their charts: ${local}duo`);
    print(`Parley is ready at ${local}`);
    for (const address of network) print(`On this network at ${address}`);
    for (const line of waiting ?? []) print(line);
    waiting = undefined;
    if (isForLan(env)) lan = openLan();
    // Load the media server early, so that the first call does not wait for it.
    void backend.media.warmUp();
  });
  // The ready line already has the URLs.
  server.printUrls = () => {};

  const stopWatchingPort =
    settings.strictPort === true ? exitIfPortTaken(httpServer, settings.port) : () => {};
  const stopWatchingSignals = closeOnSignals(server);
  return {
    close: async () => {
      stopWatchingPort();
      stopWatchingSignals();
      const closing = backend;
      backend = undefined;
      await (await lan)?.close();
      await closing?.close();
    },
  };
}

/** Whether the chunks of a body are counted (server/http.ts). */
const countsChunks = ({ url = "" }: IncomingMessage) => /^\/(api|chat)\//.test(url);

function isForLan(env: Record<string, string | undefined>): boolean {
  return env.PARLEY_LAN === "on";
}

function dataFolder(env: Record<string, string | undefined>, root: string): string {
  const data = env.PARLEY_DATA || ".parley";
  return data === inMemory ? data : resolve(root, data);
}

/** Explains a taken port in one line. Vite would print a stack. */
function exitIfPortTaken(httpServer: HttpServer, port: number | undefined): () => void {
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") {
      exitWith(`Port ${port} is in use. Stop what is running there, or choose another one with PORT.`);
    }
    if (error.code === "EACCES") {
      exitWith(`Port ${port} may not be used by this account. Choose another one with PORT.`);
    }
  };
  httpServer.prependListener("error", onError);
  return () => httpServer.off("error", onError);
}

/** SIGINT, SIGHUP and SIGTERM close the server and the store, and exit with code 0. */
function closeOnSignals(server: { close(): Promise<void> }): () => void {
  const onSignal = () => {
    process.exitCode = 0;
    server.close().finally(() => process.exit());
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** The server's URLs: on this machine and, if it listens there, on the network. */
function addresses(
  httpServer: HttpServer,
  base: string,
  settings: ServerSettings,
): { local: string; network: string[] } {
  const { address, port } = httpServer.address() as AddressInfo;
  const scheme = settings.https ? "https" : "http";
  const at = (host: string) => `${scheme}://${host}:${port}${base}`;
  const isLoopback = !listensBeyondLoopback(httpServer);
  if (!listensEverywhere(httpServer)) return { local: at(isLoopback ? "localhost" : address), network: [] };
  return { local: at("localhost"), network: networkAddresses().map(at) };
}

function listensEverywhere(httpServer: HttpServer): boolean {
  const listening = httpServer.address();
  if (listening === null || typeof listening === "string") return false;
  return listening.address === "::" || listening.address === "0.0.0.0";
}

function listensBeyondLoopback(httpServer: HttpServer): boolean {
  const listening = httpServer.address();
  if (listening === null || typeof listening === "string") return false;
  return listening.address !== "::1" && !listening.address.startsWith("127.");
}

function printToStdout(line: string): void {
  process.stdout.write(`${line}\n`);
}
