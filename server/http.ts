import type { IncomingMessage, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { reportError } from "./log.ts";
import { absolute } from "./objects/object-urls.ts";

/** An error for the caller: OpenIM's code (protocol section 1.8), a short message, a detail. */
export class ApiError extends Error {
  constructor(
    readonly errCode: number,
    errMsg: string,
    readonly errDlt?: string,
  ) {
    super(errMsg);
    this.name = "ApiError";
  }
}

export interface ApiCall {
  /** Path below the mount, e.g. "/account/login". */
  path: string;
  /**
   * Parsed JSON, or the raw bytes (Uint8Array) of a protobuf body. An empty body is {}. It is parsed when it is first
   * read, after the token: a megabyte of brackets takes 0.3 s. @throws ApiError 1001
   */
  readonly body: unknown;
  size: number;
  /** The `token` header, "" when absent. */
  token: string;
  operationID: string;
  platformID?: number;
  /** The address whose limits apply, see {@link clientAddress}. */
  address: string;
  origin: string;
  /** Counts so many more operations of this call, for a body with a list. */
  countFurther?: (operations: number) => void;
  /** Called with the length of the answer. */
  onAnswer?: (length: number) => void;
}

/** Returns the `data` of the envelope; throws ApiError. */
export type ApiHandler = (call: ApiCall) => unknown | Promise<unknown>;
export type ApiRoutes = Record<string, ApiHandler>;

/** The body of every REST answer. `data` is absent on errors and when there is nothing to return. */
export interface Envelope {
  errCode: number;
  errMsg: string;
  errDlt: string;
  data?: unknown;
}

export const maxBodyBytes = 1024 * 1024;
/**
 * The same for calls that strangers make, or whose token the push gateway has to ask OpenIM about. The longest is the
 * reply to a push.
 */
const maxStrangerBytes = 64 * 1024;
/** A client may send each byte in its own chunk. A chunk takes as much time and memory as some hundred bytes. */
const maxBodyChunks = 4096;
const isForStrangers = (path: string) => /^\/(account|auth|push)\//.test(path);

/** The body is not read to its end. The connection closes after the answer. */
class BodyRefusedError extends ApiError {
  constructor(
    readonly status: 413 | 415,
    errDlt: string,
  ) {
    super(1001, "ArgsError", errDlt);
  }
}

/** Returns OpenIM's error shape. Any error but ApiError is logged and becomes 500. */
export function toErrorEnvelope(error: unknown, where: string): Envelope {
  if (error instanceof ApiError) {
    return { errCode: error.errCode, errMsg: error.message, errDlt: error.errDlt ?? "" };
  }
  reportError(where, error);
  return { errCode: 500, errMsg: "ServerInternalError", errDlt: "" };
}

/** Resolves when a refusal with that code may be sent to the address. */
export type HoldBack = (errCode: number, address: string) => Promise<void>;

/**
 * Answers one request to a mount. The HTTP status is 200 (413 or 415 when the body is not read) and the body is an
 * envelope. OPTIONS gets a cacheable CORS preflight.
 * @param path below the mount, without the query
 * @param unknown answers paths without a route
 * @param holdBack resolves when a refusal may be sent
 */
export async function answerApi(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  routes: ApiRoutes,
  unknown: ApiHandler,
  holdBack: HoldBack,
): Promise<void> {
  if (request.method === "OPTIONS") {
    response.writeHead(204, corsHeaders).end();
    return;
  }
  let envelope: Envelope;
  let call: ApiCall | undefined;
  let status = 200;
  try {
    if (request.method !== "POST") throw new ApiError(1001, "ArgsError", "only POST is supported");
    call = await readCall(request, path);
    const handler = Object.hasOwn(routes, path) ? routes[path] : undefined;
    envelope = { errCode: 0, errMsg: "", errDlt: "", data: withNullLists(await (handler ?? unknown)(call)) };
  } catch (error) {
    envelope = toErrorEnvelope(error, `POST ${path}`);
    if (error instanceof BodyRefusedError) status = error.status;
    else await holdBack(envelope.errCode, clientAddress(request));
  }
  // The client is still sending: close the connection after the answer.
  if (!request.complete) response.setHeader("Connection", "close");
  // The peer may be gone. Writing to a destroyed response does nothing.
  response.writeHead(status, { ...corsHeaders, "Content-Type": "application/json; charset=utf-8" });
  const text = textOf(envelope, requestOrigin(request));
  call?.onAnswer?.(text.length);
  response.end(text);
}

function textOf(envelope: Envelope, origin: string): string {
  const text = JSON.stringify(envelope);
  if (!text.includes('"/object/')) return text;
  return JSON.stringify(envelope, (key, value: unknown) => absolute(value, origin, key));
}

/** Empty lists become null, as on the real servers. */
function withNullLists(data: unknown): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  const entries = Object.entries(data).map(([key, value]) => [key, isEmptyList(value) ? null : value]);
  return Object.fromEntries(entries);
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

export const corsHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, PUT, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "*, content-type, operationid, token, source, x-requested-with",
  "Access-Control-Max-Age": "600",
};

async function readCall(request: IncomingMessage, path: string): Promise<ApiCall> {
  const bytes = await readBody(request);
  const platformID = Number.parseInt(header(request, "platform") || header(request, "platformid"), 10);
  let parsed: { body: unknown } | undefined;
  return {
    path,
    get body() {
      if (isForStrangers(path) && bytes.length > maxStrangerBytes) {
        throw new ApiError(1001, "ArgsError", "body too large");
      }
      parsed ??= { body: isProtobuf(request) ? bytes : parseJsonBody(bytes) };
      return parsed.body;
    },
    size: bytes.length,
    token: header(request, "token"),
    operationID: header(request, "operationid"),
    address: clientAddress(request),
    origin: requestOrigin(request),
    ...(!Number.isNaN(platformID) && { platformID }),
  };
}

/**
 * Answers a request whose body has an unknown length, and returns true; else returns false. Each chunk of it may be a
 * byte, and they are read also after the answer.
 */
export function refuseChunks({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers["transfer-encoding"] === undefined) return false;
  response.writeHead(411, { Connection: "close" }).end();
  return true;
}

/** Reads the body. @throws ApiError when it is too large, compressed or aborted */
export function readBody(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(new BodyRefusedError(413, "body too large"));
    const encoding = header(request, "content-encoding");
    if (encoding !== "" && encoding !== "identity") {
      reject(new BodyRefusedError(415, "compressed bodies are not taken"));
      return;
    }
    if (Number(header(request, "content-length")) > maxBodyBytes) {
      tooLarge();
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const collect = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes && chunks.length < maxBodyChunks) {
        chunks.push(chunk);
      } else {
        request.off("data", collect);
        tooLarge();
      }
    };
    request.on("data", collect);
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("close", () => reject(new ApiError(1001, "ArgsError", "request aborted")));
    request.on("error", () => reject(new ApiError(1001, "ArgsError", "request aborted")));
  });
}

function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw new ApiError(1001, "ArgsError", "the body is not JSON");
  }
}

function isProtobuf(request: IncomingMessage): boolean {
  return /^application\/(x-)?protobuf/.test(header(request, "content-type"));
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

/**
 * Returns the address whose limits apply to a request: the remote address. For a loopback connection it is the last
 * entry of X-Forwarded-For, which a reverse proxy appends. IPv6 counts by its /64 network, because one user has all
 * its addresses.
 */
export function clientAddress(request: IncomingMessage): string {
  const direct = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const forwarded = header(request, "x-forwarded-for").split(",").at(-1)?.trim() ?? "";
  const isLoopback = direct === "::1" || direct.startsWith("127.");
  const address = isLoopback && isIP(forwarded) !== 0 ? forwarded : direct;
  return isIP(address) === 6 && address !== "::1" ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [front = "", back] = address.split("::");
  const groups = front.split(":").filter((group) => group !== "");
  if (back !== undefined) {
    const rest = back.split(":").filter((group) => group !== "");
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill("0"), ...rest);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** A DNS name or an IP address of up to 253 characters, and a port with six. */
const hostName = /^[\w.:[\]-]{1,259}$/;

/**
 * The origin the client used, from the Host header and X-Forwarded-Proto. What is no name of a host counts as missing:
 * the origin is repeated in each address of an answer, and JSON in JSON escapes each quote again.
 */
export function requestOrigin(request: IncomingMessage): string {
  const forwarded = header(request, "x-forwarded-proto").split(",")[0]?.trim();
  const encrypted = "encrypted" in request.socket && request.socket.encrypted === true;
  const scheme = forwarded === "https" || forwarded === "http" ? forwarded : encrypted ? "https" : "http";
  const host = header(request, "host");
  return `${scheme}://${hostName.test(host) ? host : "localhost"}`;
}
