/** Serves the inspector, and passes on what apps on this machine send. Everything stays on the loopback. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Heard, type HeardPhone, readApp, readMessage } from "../inspector/reading.ts";
import { closing, Recording } from "../inspector/recording.ts";

export interface ServeOptions {
  /** 0 takes a free one. */
  port: number;
  /** The files of the page by their paths. */
  page: ReadonlyMap<string, PageFile>;
  /** Returns the SVG text of a chart's drawing, or null if there is none. */
  drawingOf(name: string): Promise<string | null>;
  /** Milliseconds, to find apps that ended without a word. */
  now?: () => number;
}

export interface PageFile {
  type: string;
  body: Uint8Array;
}

export interface Served {
  port: number;
  close(): void;
}

/** Maximum bytes of a request, and messages in it. */
const BODY = 8_000_000;
const MESSAGES = 1000;
/** Maximum characters of a message. */
const MESSAGE = 256_000;
/** Maximum messages kept for pages that open later, and their characters. */
const KEPT = 4000;
const KEPT_SIZE = 64_000_000;
/** Maximum apps and pages at once, and bytes that a page may leave unread. */
const APPS = 16;
const PAGES = 8;
const UNREAD = 64_000_000;
/** Messages in one event of the stream. */
const BATCH = 500;
/** Milliseconds without a word after which an app is closed. A page in the background speaks once a minute. */
const SILENCE = { page: 90_000, process: 15_000 };

interface App {
  /** Unique for each connection of an app. */
  phone: string;
  isPage: boolean;
  heard: number;
}

/** As `readChannel` reads it. */
type Told = { to: string } & (
  | { kind: "phone"; phone: HeardPhone }
  | { kind: "messages"; phone: string; messages: readonly Heard[] }
);

interface Page {
  response: ServerResponse;
  inspector: string;
}

export async function serve({ port, page, drawingOf, now = Date.now }: ServeOptions): Promise<Served> {
  let recording = new Recording(KEPT);
  let size = 0;
  let connections = 0;
  const apps = new Map<string, App>();
  const pages = new Set<Page>();

  const tell = ({ response }: Page, message: Told) => {
    if (response.writableLength > UNREAD) response.destroy();
    else response.write(`data: ${JSON.stringify(message)}\n\n`);
  };

  const tellMessages = (to: Page, phone: string, messages: readonly Heard[]) => {
    for (let at = 0; at < messages.length; at += BATCH)
      tell(to, { kind: "messages", phone, to: to.inspector, messages: messages.slice(at, at + BATCH) });
  };

  const take = (phone: string, messages: readonly Heard[]) => {
    for (const message of messages) recording.add(phone, message);
    for (const one of pages) tellMessages(one, phone, messages);
  };

  const close = (id: string) => {
    const app = apps.get(id);
    if (!app) return;
    apps.delete(id);
    take(app.phone, [closing(app.phone, Date.now())]);
  };

  const closeSilent = () => {
    for (const [id, { isPage, heard }] of apps)
      if (now() - heard > (isPage ? SILENCE.page : SILENCE.process)) close(id);
  };

  const takeMessages = (app: App, id: string, body: string) => {
    app.heard = now();
    const given = parsed(body);
    if (!Array.isArray(given)) return;
    const messages: Heard[] = [];
    for (const one of given.slice(0, MESSAGES)) {
      const message = readMessage(one);
      // An app speaks of its own actors only.
      if (!message?.sessionId.startsWith(`${id}/`)) continue;
      const length = JSON.stringify(message).length;
      if (length > MESSAGE) {
        recording.lose(1);
        continue;
      }
      size += length;
      messages.push(message);
    }
    take(app.phone, messages);
    if (size < KEPT_SIZE) return;
    recording.clear();
    size = 0;
  };

  const answerApp = async (request: IncomingMessage, response: ServerResponse, id: string, word: string) => {
    const { origin } = request.headers;
    if (!isLocal(origin)) return end(response, 403);
    if (origin !== undefined) response.setHeader("Access-Control-Allow-Origin", origin);
    const body = await bodyOf(request);
    if (body === null) return end(response, 413);
    const app = apps.get(id);
    if (word === "closed") close(id);
    else if (word === "messages") {
      if (!app) return end(response, 404);
      takeMessages(app, id, body);
    } else {
      closeSilent();
      const given = readApp(parsed(body));
      if (!given) return end(response, 400);
      close(id);
      if (apps.size >= APPS) return end(response, 503);
      connections += 1;
      const phone = { id: `${id}.${connections}`, name: given.name, takesEvents: false };
      apps.set(id, { phone: phone.id, isPage: given.isPage, heard: now() });
      recording.meet(phone);
      for (const one of pages) tell(one, { kind: "phone", phone, to: one.inspector });
    }
    return end(response, 204);
  };

  const watch = (response: ServerResponse, inspector: string) => {
    if (pages.size >= PAGES || !/^\w{1,40}$/.test(inspector)) return end(response, 503);
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    const one = { response, inspector };
    for (const phone of recording.phones.values()) tell(one, { kind: "phone", phone, to: inspector });
    let [run, of]: [Heard[], string] = [[], ""];
    for (const { phone, message } of recording.whole().messages) {
      if (phone !== of) {
        tellMessages(one, of, run);
        [run, of] = [[], phone];
      }
      run.push(message);
    }
    tellMessages(one, of, run);
    response.flushHeaders();
    pages.add(one);
    response.on("close", () => pages.delete(one));
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    const host = request.headers.host ?? "";
    // Another site cannot give its name to this address.
    if (!/^(127\.0\.0\.1|localhost):\d+$/.test(host)) return end(response, 403);
    const { pathname, searchParams } = new URL(request.url ?? "/", `http://${host}`);
    const [, id, word = ""] = /^\/apps\/([a-z0-9]{4,40})(?:\/(messages|closed))?$/.exec(pathname) ?? [];
    if (request.method === "POST" && id !== undefined) return answerApp(request, response, id, word);
    if (request.method !== "GET") return end(response, 405);
    if (pathname === "/watch") return watch(response, searchParams.get("inspector") ?? "");
    const [, chart] = /^\/drawings\/([^/]{1,200})\.svg$/.exec(pathname) ?? [];
    if (chart !== undefined) {
      const drawing = await drawingOf(decodeURIComponent(chart));
      if (drawing === null) return end(response, 404);
      response.writeHead(200, { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" });
      return void response.end(drawing);
    }
    const file = page.get(pathname === "/" ? "/index.html" : pathname);
    if (!file) return end(response, 404);
    response.writeHead(200, { "Content-Type": file.type, "Content-Security-Policy": POLICY });
    response.end(file.body);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else end(response, 400);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const clock = setInterval(closeSilent, 1000);
  clock.unref();
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    close() {
      clearInterval(clock);
      server.close();
      server.closeAllConnections();
      recording = new Recording(KEPT);
    },
  };
}

const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Whether a page with this origin is served from this machine. A process of Node has none. */
function isLocal(origin: string | undefined): boolean {
  return (
    origin === undefined ||
    /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]|[\w-]+\.localhost)(:\d+)?$/.test(origin)
  );
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

/** Returns the text of a request, or null if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) return null;
    length += part.length;
    if (length > BODY) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
