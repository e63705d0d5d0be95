import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as v from "valibot";
import { ApiError, readBody } from "../http.ts";
import type { Database } from "../store/database.ts";
import { type NetworkEmulator, networkState } from "./network-emulator/emulator.ts";
import type { DemoHandler } from "./offer.ts";
import { demoPeople } from "./people.ts";

const path = "/demo/network";
/** The route that gives a page its token for network changes. */
const pagePath = "/demo/page";
const tokenHeader = "x-demo-page";
/** Pages with a token at a time; the oldest token is dropped first. */
const maxPages = 1000;
const demoUserIDs: ReadonlySet<string> = new Set(Object.values(demoPeople).map(({ userID }) => userID));

const wish = v.object({ userID: v.pipe(v.string(), v.nonEmpty()), state: networkState });

/**
 * Lets the demo's own page change the network of a demo user: POST /demo/network, with the token from POST /demo/page
 * in the header `X-Demo-Page`.
 */
export function createSwitch(deps: { db: Database; networkEmulator: NetworkEmulator }): DemoHandler {
  const pages = new Set<string>();
  return (request, response) => {
    const asked = (request.url ?? "").split("?", 1)[0];
    if (asked === pagePath) {
      admitPage(pages, request, response);
      return true;
    }
    if (asked !== path) return false;
    set(deps, pages, request).then(
      () => response.writeHead(204).end(),
      (error: unknown) => refuse(response, error),
    );
    return true;
  };
}

class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 405,
    reason: string,
  ) {
    super(reason);
  }
}

function requireOwnPage(request: IncomingMessage): void {
  if (request.method !== "POST") throw new Refusal(405, "only POST is supported");
  if (!isFromOwnPage(request)) throw new Refusal(403, "only a page of this origin may do this");
}

function admitPage(pages: Set<string>, request: IncomingMessage, response: ServerResponse): void {
  try {
    requireOwnPage(request);
  } catch (error) {
    refuse(response, error);
    return;
  }
  const token = randomUUID();
  pages.add(token);
  const [oldest] = pages;
  if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest);
  response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify({ token }));
}

async function set(
  { db, networkEmulator }: { db: Database; networkEmulator: NetworkEmulator },
  pages: ReadonlySet<string>,
  request: IncomingMessage,
): Promise<void> {
  requireOwnPage(request);
  const token = request.headers[tokenHeader];
  if (typeof token !== "string" || !pages.has(token))
    throw new Refusal(401, "the token of a page is missing");
  const { userID, state } = await readWish(request);
  if (db.prepare("SELECT 1 FROM accounts WHERE userID = ?").get(userID) === undefined) {
    throw new Refusal(400, "nobody has this userID");
  }
  if (!demoUserIDs.has(userID)) throw new Refusal(403, "only the demo's people have a network here");
  networkEmulator.set(userID, state);
}

async function readWish(request: IncomingMessage): Promise<v.InferOutput<typeof wish>> {
  let body: unknown;
  try {
    body = JSON.parse(Buffer.from(await readBody(request)).toString("utf8"));
  } catch (error) {
    throw new Refusal(
      400,
      error instanceof ApiError ? (error.errDlt ?? error.message) : "the body is not JSON",
    );
  }
  const read = v.safeParse(wish, body);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Refusal(400, `${v.getDotPath(issue) ?? "the body"}: ${issue.message}`);
}

/** Other sites can also make a browser post here; the browser then sends their origin. */
function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  // Browsers send Sec-Fetch-Site only to secure origins, Origin to any.
  const { origin = "", host } = headers;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function refuse(response: ServerResponse, error: unknown): void {
  const { status, message } =
    error instanceof Refusal ? error : { status: 500, message: "something went wrong" };
  // The client is still sending: close the connection after the answer.
  if (!response.req.complete) response.setHeader("Connection", "close");
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(message);
}
