import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApiRoutes, corsHeaders } from "../http.ts";
import type { Endpoint } from "../im/api/endpoint.ts";
import { reportError } from "../log.ts";
import type { Database } from "../store/database.ts";
import { createAddresses } from "./addresses.ts";
import { createFolder } from "./folder.ts";
import { defaultMaxFileBytes, defaultQuotaBytes } from "./limits.ts";
import { decoded, fileNameOf } from "./names.ts";
import { createObjectRecords } from "./objects.ts";
import { createReceive } from "./receiving.ts";
import { createRoom } from "./room.ts";
import { objectRoutes } from "./routes.ts";
import { answerPlainly, createServe, wantsPicture } from "./serving.ts";
import { createObjectTables } from "./tables.ts";
import { createUnusedSweep } from "./unused.ts";
import { createUploads } from "./uploads.ts";

export interface ObjectStorage {
  routes: ApiRoutes;
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  close(): void;
}

const prefix = "/object/";
const sweepMs = 60 * 60_000;
const sweepUnusedMs = 24 * 60 * 60_000;

/** Object storage for files in messages: uploaded in parts, stored once, readable by name. */
export function createObjectStorage(deps: {
  db: Database;
  data: string;
  secret: string;
  now: () => number;
  endpoint: Endpoint;
  maxFileBytes?: number | undefined;
  quotaBytes?: number | undefined;
}): ObjectStorage {
  const {
    db,
    data,
    secret,
    now,
    endpoint,
    maxFileBytes = defaultMaxFileBytes,
    quotaBytes = defaultQuotaBytes,
  } = deps;
  createObjectTables(db);
  const folder = createFolder(data);
  const objects = createObjectRecords(db, now, folder);
  const room = createRoom({ db, now, folder: folder.root, quotaBytes });
  const uploads = createUploads({ db, now, folder, objects, room });
  const addresses = createAddresses(secret, now);
  const receive = createReceive({ folder, uploads, room });
  const serve = createServe({ folder, objects });
  const unused = createUnusedSweep(db, now, folder);
  const sweepUnused = () => {
    unused.run().catch((error: unknown) => reportError("files that nothing refers to", error));
  };
  uploads.sweep(true);
  sweepUnused();
  const sweeping = [
    setInterval(() => uploads.sweep(false), sweepMs).unref(),
    setInterval(sweepUnused, sweepUnusedMs).unref(),
  ];

  /**
   * Redirects a reader to the content. A thumbnail (`type=image&width&height`) is the original: the server cannot
   * resize, and one URL for both is fetched once. A request for a picture gets only verified pictures, so that
   * browsers decode nothing else.
   */
  function redirect(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    query: URLSearchParams,
  ) {
    const found = objects.findNamed(name);
    if (found === undefined) {
      answerPlainly(response, 404, "NoSuchKey");
      return;
    }
    const isForPicture = query.get("type") === "image" || wantsPicture(request);
    if (isForPicture && !found.mediaType.startsWith("image/")) {
      answerPlainly(response, 415, "NotAPicture");
      return;
    }
    const { url } = addresses.file(found.contentID, fileNameOf(name));
    answerPlainly(response, 302, "", { Location: url, "Cache-Control": "no-store" });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "", query = ""] = (request.url ?? "").split(/\?(.*)/s);
    const search = new URLSearchParams(query);
    const signed = addresses.open(path, search);
    const isPart = signed?.kind === "part";
    if (request.method === "OPTIONS") {
      response.writeHead(204, corsHeaders).end();
    } else if (signed?.kind === "refused") {
      refuse(request, response, signed.reason === "NoSuchKey" ? 404 : 403, signed.reason);
    } else if (isPart ? request.method !== "PUT" : !["GET", "HEAD"].includes(request.method ?? "")) {
      refuse(request, response, 405, "MethodNotAllowed");
    } else if (isPart) {
      await receive(request, response, signed);
    } else if (signed !== undefined) {
      await serve(request, response, signed);
    } else {
      redirect(request, response, decoded(path.slice(prefix.length)) ?? "", search);
    }
  }

  return {
    routes: objectRoutes({ endpoint, objects, uploads, addresses, maxFileBytes }),
    handle: (request, response) => {
      if (!request.url?.startsWith(prefix)) return false;
      answer(request, response).catch((error: unknown) => {
        reportError("an object", error);
        response.destroy();
      });
      return true;
    },
    close: () => {
      for (const timer of sweeping) clearInterval(timer);
      unused.close();
      folder.close();
    },
  };
}

/** Refuses a request. A body is not read; the connection closes after the answer. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, reason: string): void {
  if (!request.complete) response.setHeader("Connection", "close");
  answerPlainly(response, status, reason);
}
