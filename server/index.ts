import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { accountTables } from "./chat/account-tables.ts";
import { createAskPolicy } from "./chat/accounts.ts";
import { createChat } from "./chat/index.ts";
import type { PasswordCost } from "./chat/passwords.ts";
import { limitConnections, type ReaderLimits } from "./connections.ts";
import { addDemoData, answerDemoPicture, createOffer, createSwitch, refuseDemo } from "./demo/index.ts";
import { createBorder } from "./demo/network-emulator/border.ts";
import { createCables } from "./demo/network-emulator/cables.ts";
import { bearerOf, createPersonOf } from "./demo/network-emulator/person.ts";
import { createHolding } from "./holding.ts";
import { type ApiHandler, type ApiRoutes, answerApi } from "./http.ts";
import { createIm, type Im } from "./im/index.ts";
import { printable, reportError } from "./log.ts";
import { refuseUnbuilt } from "./not-implemented.ts";
import { createObjectStorage } from "./objects/index.ts";
import { createCallCounter, createMessagePace, createReadBudget, type RateOptions } from "./rates.ts";
import { createMedia, type LiveKitServer, type Media, type MediaOptions } from "./rtc/index.ts";
import { onTables, openStore } from "./store/store.ts";
import { getSecret } from "./tokens.ts";

export interface BackendOptions {
  /** Folder of the SQLite file, or ":memory:". */
  data: string;
  /** Fill an empty store with demo people. Default true. */
  demo?: boolean;
  /** Lets OpenIM's own tools make people and sign them in. Default: nobody may. */
  adminSecret?: string;
  /** One line for the person at the terminal (verification codes, accounts). Default: stdout. */
  print?: (line: string) => void;
  /** What hashing a password costs; tests take a small one. */
  passwordCost?: PasswordCost;
  /** Clock, ms since epoch. Default Date.now. */
  now?: () => number;
  /** Whether the next notification goes before its copy in the chat. Default: never, as on the real server. */
  notificationFirst?: () => boolean;
  /** How often a user may do what, where not as `defaultRates` says; "off": as often as they like. */
  rates?: RateOptions;
  /** When a refusal of a call that comes too often is told. Default: a second later. */
  holdBack?: (tell: () => void) => void;
  /** The largest file that can be sent. Default: 200 MiB. */
  maxFileBytes?: number;
  /** What the files of one user may take together. Default: 5 GiB. */
  quotaBytes?: number;
  /** How a demo holds back what passes a slow cable. Default: for 800 ms in each direction. */
  slowly?: (deliver: () => void) => void;
  /** Where the embedded media server listens and how it is reached. */
  media?: MediaOptions;
  /** A LiveKit server for calls; the embedded media server then never starts. */
  livekit?: LiveKitServer;
}

export interface Backend {
  /** The IM core, for code that embeds the backend and makes users and tokens itself. */
  readonly im: Im;
  /** Calls: tokens, and the embedded media server. */
  readonly media: Media;
  /** Answers the request if its path is the backend's; false leaves it to the caller. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Takes the websocket upgrade if its path is the backend's; false leaves it to the caller. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Drops all connections and closes the store. */
  close(): Promise<void>;
}

const gatewayPath = "/msg_gateway";

/**
 * The embedded OpenIM-compatible backend on one store; mount it on any HTTP server.
 * @throws StartError when the data folder cannot be used
 */
export function createBackend(options: BackendOptions): Backend {
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
  const db = openStore(data, accountTables);
  const secret = getSecret(db);
  const countCall = createCallCounter(now, options.rates);
  const holdBack = createHolding(now, options.holdBack);
  const im = createIm({
    db,
    secret,
    adminSecret,
    now,
    countCall,
    paceMessages: createMessagePace(now, options.rates),
    readBudget: createReadBudget(now, options.rates),
    mayBeAsked: createAskPolicy(db),
    notificationFirst: options.notificationFirst,
  });
  const cables = demo ? createCables(options.slowly) : undefined;
  const media = createMedia({
    secret,
    cables,
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
  const objects = onTables(data, db, () =>
    createObjectStorage({
      db,
      data,
      secret,
      now,
      endpoint: im.endpoint,
      maxFileBytes: options.maxFileBytes,
      quotaBytes: options.quotaBytes,
    }),
  );
  if (demo) addDemoData({ db, im, chat, now, print });
  const demoHandlers = cables ? [createSwitch({ db, cables }), createOffer(db)] : [refuseDemo];
  const border = cables && createBorder(cables, createPersonOf(db), bearerOf);
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
      await media.close();
      objects.close();
      db.close();
    },
  };
}

/** Serves a backend on a plain HTTP server of its own; `port` 0 takes a free one. */
export function listen(
  backend: Backend,
  port = 0,
  readers: Partial<ReaderLimits> = {},
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
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

/** Behind a reverse proxy, the host the client has asked for. */
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
