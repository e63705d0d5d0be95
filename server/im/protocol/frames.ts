import { gunzipSync, gzipSync } from "node:zlib";
import * as v from "valibot";
import { decodeGob, encodeGob, type GobStruct, type GobValue } from "./gob.ts";

/** A client's request (protocol section 1.3). `data` is protobuf. */
export interface GatewayRequest {
  reqIdentifier: number;
  sendID: string;
  operationID: string;
  msgIncr: string;
  data: Uint8Array;
}

/** An answer (msgIncr echoes the request's) or a push (msgIncr empty). */
export interface GatewayResponse {
  reqIdentifier: number;
  errCode: number;
  errMsg: string;
  msgIncr: string;
  operationID: string;
  data: Uint8Array;
}

export interface FrameFormat {
  readonly name: string;
  /** Unpacks a frame, so that its size can be charged before it is read. @throws for a frame that is not packed */
  unpack(frame: Uint8Array): Uint8Array;
  /** Reads an unpacked frame. @throws when it is not in this format */
  decode(unpacked: Uint8Array): GatewayRequest;
  encode(response: GatewayResponse): Uint8Array;
}

/** A client that sends a larger frame is closed (1009), as by the real gateway. */
export const maxFrameBytes = 51_200;
/** The largest request has 1 MiB, which base64 makes 1.4 MiB. */
const maxUnpackedBytes = 1.5 * 1024 * 1024;
/** A frame that unpacks to more than this and to more than a hundred times its size is an attack. */
const harmlessBytes = 512 * 1024;
const maxRatio = 100;

/** Returns the format of a connect URL: JSON for `sdkType=js`, else gob; gzip if `compression=gzip`. */
export function frameFormat(sdkType: string | null, compression: string | null): FrameFormat {
  const format = sdkType === "js" ? jsonFormat : gobFormat;
  return compression === "gzip" ? gzipped(format) : format;
}

/** The struct of a real server (open-im-server, `internal/msggateway/message_handler.go`), in its order. */
const responseStruct: GobStruct = {
  name: "Resp",
  fields: [
    ["ReqIdentifier", "int"],
    ["MsgIncr", "string"],
    ["OperationID", "string"],
    ["ErrCode", "int"],
    ["ErrMsg", "string"],
    ["Data", "bytes"],
  ],
};

const asIs = (frame: Uint8Array) => frame;

const gobFormat: FrameFormat = {
  name: "gob",
  unpack: asIs,
  decode: (unpacked) => {
    const fields = decodeGob(unpacked);
    return {
      reqIdentifier: number(fields.get("ReqIdentifier")),
      sendID: text(fields.get("SendID")),
      operationID: text(fields.get("OperationID")),
      msgIncr: text(fields.get("MsgIncr")),
      data: binary(fields.get("Data")),
    };
  },
  encode: (response) =>
    encodeGob(responseStruct, {
      ReqIdentifier: response.reqIdentifier,
      MsgIncr: response.msgIncr,
      OperationID: response.operationID,
      ErrCode: response.errCode,
      ErrMsg: response.errMsg,
      Data: response.data,
    }),
};

const number = (value: GobValue | undefined) => (typeof value === "number" ? value : 0);
const text = (value: GobValue | undefined) => (typeof value === "string" ? value : "");
const binary = (value: GobValue | undefined) => (value instanceof Uint8Array ? value : new Uint8Array());

const jsonRequest = v.object({
  reqIdentifier: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  sendID: v.optional(v.string(), ""),
  operationID: v.optional(v.string(), ""),
  msgIncr: v.optional(v.string(), ""),
  data: v.optional(v.string(), ""),
});

/** Braces, brackets and commas outside of strings. A request is one object with six fields. */
const maxMarks = 64;
const marks: ReadonlySet<number> = new Set(Buffer.from("{[,"));
const [quote = 0, backslash = 0] = Buffer.from('"\\');

/** Counts without reading: a megabyte of brackets takes half a second to read. */
function hasMoreMarks(json: Buffer, max: number): boolean {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) {
      at = endOfString(json, at);
    } else if (marks.has(byte)) {
      count += 1;
      if (count > max) return true;
    }
  }
  return false;
}

/** The offset of the quote that ends the string, or the end of the text. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end >= 0; end = json.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

const jsonFormat: FrameFormat = {
  name: "json",
  unpack: asIs,
  decode: (unpacked) => {
    const bytes = Buffer.from(unpacked);
    if (hasMoreMarks(bytes, maxMarks)) throw new RangeError("the request is not flat");
    const request = v.parse(jsonRequest, JSON.parse(bytes.toString("utf8")));
    return { ...request, data: Buffer.from(request.data, "base64") };
  },
  encode: (response) =>
    Buffer.from(JSON.stringify({ ...response, data: Buffer.from(response.data).toString("base64") })),
};

export const packLevel = { level: 1 };

function gzipped(format: FrameFormat): FrameFormat {
  return {
    name: `${format.name}+gzip`,
    unpack: (frame) => gunzipSync(frame, { maxOutputLength: unpackedLimit(frame) }),
    decode: format.decode,
    encode: (response) => gzipSync(format.encode(response), packLevel),
  };
}

function unpackedLimit(frame: Uint8Array): number {
  return Math.min(maxUnpackedBytes, Math.max(harmlessBytes, frame.length * maxRatio));
}

export function isBomb(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}
