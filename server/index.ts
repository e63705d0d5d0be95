import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { accountTables } from "./chat/account-tables.ts";
import { createAskPolicy } from "./chat/accounts.ts";
import { createChat } from "./chat/index.ts";
import type { PasswordCost } from "./chat/passwords.ts";
import { limitConnections, type ReaderLimits } from "./connections.ts";
import { addDemoData, answerDemoPicture, createOffer, createSwitch, refuseDemo } from "./demo/index.ts";
import { createBorder } from "./demo/network-emulator/border.ts";
import { createNetworkEmulator } from "./demo/network-emulator/emulator.ts";
import { bearerOf, createPersonOf } from "./demo/network-emulator/person.ts";
import { createHolding } from "./holding.ts";
import { type ApiHandler, type ApiRoutes, answerApi } from "./http.ts";
import { createIm, type Im } from "./im/index.ts";
import { printable, reportError } from "./log.ts";
import { refuseUnbuilt } from "./not-implemented.ts";
import { createObjectStorage } from "./objects/index.ts";
import { createWebPush, type WebPushOptions } from "./push/index.ts";
import { pushTables } from "./push/tables.ts";
import {
  createAnswerBudget,
  createCallCounter,
  createFramePace,
  createMessagePace,
  createReadBudget,
  createRequestPace,
  type RateOptions,
} from "./rates.ts";
import { createMedia, type LiveKitServer, type Media, type MediaOptions } from "./rtc/index.ts";
import type { Database } from "./store/database.ts";
import { onTables, openStore } from "./store/store.ts";
import { getSecret } from "./tokens.ts";

export interface BackendOptions {
  /** Folder of the SQLite file, or ":memory:". */
  data: string;
  /** Fills an empty store with demo users. Default true. */
  demo?: boolean;
  /** Lets OpenIM's tools register users and sign them in. Default: disabled. */
  adminSecret?: string;
  /** Prints one line on the terminal (verification codes, accounts). Default: stdout. */
  print?: (line: string) => void;
  passwordCost?: PasswordCost;
  now?: () => number;
  /** Whether a notification is pushed before its copy in the chat. Default: never, as on the real server. */
  notificationFirst?: () => boolean;
  /** Rates that differ from `defaultRates`, or "off" for no limits. */
  rates?: RateOptions;
  /** Calls `tell` when a delayed refusal may be sent. Default: after one second. */
  holdBack?: (tell: () => void) => void;
  /** Largest file in bytes. Default: 200 MiB. */
  maxFileBytes?: number;
  /** Storage of one user in bytes. Default: 5 GiB. */
  quotaBytes?: number;
  /** The delay of the demo's slow network. Default: 800 ms in each direction. */
  slowly?: (deliver: () => void) => void;
  media?: MediaOptions;
  /** Web Push for users without an open page. False switches it off. */
  webPush?: WebPushOptions | false;
  /** A LiveKit server for calls. The embedded media server then never starts. */
  livekit?: LiveKitServer;
}

export interface Backend {
  /** The IM core, for code that embeds the backend and creates users and tokens itself. */
  readonly im: Im;
  readonly media: Media;
  /** Answers the request and returns true if the path is the backend's; else returns false. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes the websocket upgrade and returns true if the path is the backend's; else returns false. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

const gatewayPath = "/msg_gateway";

/**
 * Creates the embedded OpenIM-compatible backend on one store, to mount on any HTTP server.
 * @throws StartError when the data folder cannot be used
 */
export function createBackend(options: BackendOptions): Backend {
  const db = openStore(options.data, accountTables + pushTables);
  return onTables(options.data, db, () => createOnStore(db, options));
}

function createOnStore(db: Database, options: BackendOptions): Backend {
  const {
    data,
    demo = true,
    print: show = printLine,
    now = Date.now,
    media: mediaOptions,
    livekit,
    adminSecret,
  } = options;
  const print = (line: string) => show(printable(line));
  const secret = getSecret(db);
  const countCall = createCallCounter(now, options.rates);
  const holdBack = createHolding(now, options.holdBack);
  const webPush = options.webPush === false ? undefined : createWebPush(db, now, options.webPush);
  const im = createIm({
    db,
    webPush,
    secret,
    adminSecret,
    now,
    countCall,
    paceFrames: createFramePace(now, options.rates),
    paceMessages: createMessagePace(now, options.rates),
    paceRequests: createRequestPace(now, options.rates),
    readBudget: createReadBudget(now, options.rates),
    answerBudget: createAnswerBudget(now, options.rates),
    mayBeAsked: createAskPolicy(db),
    notificationFirst: options.notificationFirst,
  });
  const networkEmulator = demo ? createNetworkEmulator(options.slowly) : undefined;
  const media = createMedia({
    secret,
    networkEmulator,
    ...(livekit && { livekit }),
    ...(mediaOptions && { options: mediaOptions }),
  });
  const chat = createChat({
    db,
    im,
    media,
    secret,
    now,
    print,
    countCall,
    passwordCost: options.passwordCost,
  });
  const objects = createObjectStorage({
    db,
    data,
    secret,
    now,
    endpoint: im.endpoint,
    maxFileBytes: options.maxFileBytes,
    quotaBytes: options.quotaBytes,
  });
  if (demo) addDemoData({ db, im, chat, now, print });
  const demoHandlers = networkEmulator
    ? [createSwitch({ db, networkEmulator }), createOffer(db)]
    : [refuseDemo];
  const border = networkEmulator && createBorder(networkEmulator, createPersonOf(db), bearerOf);
  const laid = (routes: ApiRoutes) => border?.slowed(routes) ?? routes;

  const mounts: [prefix: string, routes: ApiRoutes, unknown: ApiHandler][] = [
    ["/api", laid({ ...im.routes, ...objects.routes }), refuseUnbuilt("/api")],
    ["/chat", laid(chat.routes), refuseUnbuilt("/chat")],
  ];

  return {
    im,
    media,
    handle: (request, response) => {
      if (border?.admits(request, response) === false) return true;
      const path = pathOf(request);
      for (const [prefix, routes, unknown] of mounts) {
        if (!path.startsWith(`${prefix}/`)) continue;
        applyForwardedHost(request);
        answerApi(request, response, path.slice(prefix.length), routes, unknown, holdBack).catch(
          (error: unknown) => reportError(path, error),
        );
        return true;
      }
      return [media.handle, ...demoHandlers, answerDemoPicture, objects.handle].some((answers) =>
        answers(request, response),
      );
    },
    upgrade: (request, socket, head) => {
      const line = border ? border.lay(request, socket, head) : { socket, head };
      if (line === undefined) return true;
      if (pathOf(request) !== gatewayPath) return media.upgrade(request, line.socket, line.head);
      applyForwardedHost(request);
      im.upgrade(request, line.socket, line.head);
      return true;
    },
    close: async () => {
      im.close();
      webPush?.close();
      await media.close();
      objects.close();
      db.close();
    },
  };
}

/** Serves a backend on its own plain HTTP server. Port 0 takes any free port. */
export function listen(
  backend: Backend,
  port = 0,
  readers: Partial<ReaderLimits> = {},
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.socket.destroyed) return;
    if (!backend.handle(request, response)) response.writeHead(404).end();
  });
  limitConnections(server, readers);
  server.on("upgrade", (request, socket, head) => {
    if (!backend.upgrade(request, socket, head)) socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("not listening on a port");
      resolve({
        origin: `http://127.0.0.1:${address.port}`,
        close: async () => {
          server.closeAllConnections();
          await backend.close();
          await new Promise((closed) => server.close(closed));
        },
      });
    });
  });
}

/** Restores the host the client used, behind a reverse proxy. */
function applyForwardedHost({ headers }: IncomingMessage): void {
  const forwarded = headers["x-forwarded-host"];
  const host = typeof forwarded === "string" ? forwarded.split(",")[0]?.trim() : undefined;
  if (host) headers.host = host;
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
