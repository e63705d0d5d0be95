// The framing of the WASM SDK, compared with captured bytes in both directions.
// @vitest-environment node
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameFormat } from "../../../server/im/protocol/frames.ts";
import { decodeGob, encodeGob } from "../../../server/im/protocol/gob.ts";
import {
  decodeGetHasReadAndMaxSeqReq,
  decodeGetLastMessageReq,
  decodePullMessageBySeqsReq,
  decodeSubUserOnlineStatus,
} from "../../../server/im/protocol/messages.ts";
import { decodeResponse, encode, encodeRequest } from "../support/gob-client.ts";

const wasm = frameFormat(null, "gzip");
const js = frameFormat("js", null);
const readWasm = (frame: Uint8Array) => wasm.decode(wasm.unpack(frame));

/** An answer of a real server (open-im-server, July 2026) to a request for online states. */
const realResponse = [
  "5f7f03010104526573", // definition of type 64, "Resp"
  "7001ff80000106010d5265714964656e7469666965720104000107", // ReqIdentifier
  "4d7367496e6372010c00010b4f7065726174696f6e4944010c00", // MsgIncr, OperationID
  "0107457272436f646501040001064572724d7367010c0001", // ErrCode, ErrMsg
  "0444617461010a000000", // Data
  "5dff8001fe0faa0113", // 2005
  "31373935393439303230373230393038323636011331373935393439303137343838303830383936",
  "032a0a0c0a0a323032363030303030320a0c0a0a323032363030303030360a0c0a0a3230323630303030303500",
].join("");

/** A request of the SDK: 1001 of alice, without the operationID and msgIncr, which vary. */
const goldenRequest = [
  "657f0301010c47656e6572616c577352657101ff80000106010d5265714964656e7469666965720104000105546f6b656e010c00",
  "010653656e644944010c00010b4f7065726174696f6e4944010c0001074d7367496e6372010c00010444617461010a000000",
  "17ff8001fe07d20205616c69636503070a05616c69636500",
].join("");

describe("gob frames", () => {
  it("writes a response exactly as a real server does", () => {
    const users = ["2026000002", "2026000006", "2026000005"];
    const frame = wasm.encode({
      reqIdentifier: 2005,
      errCode: 0,
      errMsg: "",
      msgIncr: "1795949020720908266",
      operationID: "1795949017488080896",
      data: encode("Statuses", { subscribers: users.map((userID) => ({ userID, onlinePlatformIDs: [] })) }),
    });
    expect(gunzipSync(frame).toString("hex")).toBe(realResponse);
  });

  it("reads a request exactly as the SDK sends it", () => {
    const request = readWasm(gzipSync(Buffer.from(goldenRequest, "hex")));
    expect(request).toMatchObject({ reqIdentifier: 1001, sendID: "alice", operationID: "", msgIncr: "" });
    expect(Buffer.from(request.data).toString("hex")).toBe("0a05616c696365");
  });

  it("reads fields by name, in any order of the type definition", () => {
    const stream = encodeGob(
      {
        name: "Other",
        fields: [
          ["Data", "bytes"],
          ["SendID", "string"],
          ["ReqIdentifier", "int"],
        ],
      },
      { Data: Buffer.from("d"), SendID: "bob", ReqIdentifier: -65 },
    );
    expect(js.name).not.toBe(wasm.name);
    expect(readWasm(gzipSync(stream))).toMatchObject({ sendID: "bob", reqIdentifier: -65 });
  });

  it("keeps every value of an independent client through a round trip", () => {
    const request = fc.record({
      reqIdentifier: fc.integer({ min: 1, max: 2 ** 40 }),
      sendID: fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
      operationID: fc.string({ minLength: 1 }),
      msgIncr: fc.string({ minLength: 1 }),
      data: fc.uint8Array({ maxLength: 70_000 }),
    });
    fc.assert(
      fc.property(request, (sent) => {
        const read = readWasm(gzipSync(encodeRequest(sent)));
        expect({ ...read, data: Buffer.from(read.data) }).toEqual({ ...sent, data: Buffer.from(sent.data) });
        const answer = { ...sent, errCode: 1002, errMsg: "no" };
        const { sendID: _, ...expected } = answer;
        const got = decodeResponse(
          gunzipSync(
            wasm.encode({
              reqIdentifier: answer.reqIdentifier,
              errCode: answer.errCode,
              errMsg: answer.errMsg,
              msgIncr: answer.msgIncr,
              operationID: answer.operationID,
              data: answer.data,
            }),
          ),
        );
        expect({ ...got, data: Buffer.from(got.data) }).toEqual({
          ...expected,
          data: Buffer.from(sent.data),
        });
      }),
      { numRuns: 50 },
    );
  });

  it("throws on arbitrary bytes and never hangs", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeGob(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("refuses types of very many fields, and very many types: reading them takes a second", () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index) => [`Field${index}`, "int"] as const);
    const struct = (count: number) => encodeGob({ name: "Odd", fields: fields(count) }, { Field0: 1 });
    expect(decodeGob(struct(60)).get("Field0")).toBe(1);
    expect(() => decodeGob(struct(100))).toThrow("too many fields");
    const type = Buffer.from(goldenRequest, "hex").subarray(0, 0x65 + 1);
    const types = (count: number) =>
      Buffer.concat(
        Array.from({ length: count }, (_, index) => {
          const other = Buffer.from(type);
          other[1] = 2 * index + 1;
          return other;
        }),
      );
    expect(() => decodeGob(types(10))).toThrow("without a value");
    expect(() => decodeGob(types(60))).toThrow("too many gob types");
  });

  it("refuses requests of very many entries before it reads them: reading them takes a second", () => {
    const entries = (tag: number, count: number) => Buffer.alloc(2 * count, Buffer.from([tag, 0]));
    const tooMany = (errDlt: string) => expect.objectContaining({ errCode: 1001, errDlt });
    expect(decodePullMessageBySeqsReq(entries(0x12, 5000)).seqRanges).toHaveLength(5000);
    expect(() => decodePullMessageBySeqsReq(entries(0x12, 400_000))).toThrow(
      tooMany("PullMessageBySeqsReq has too many fields"),
    );
    expect(() => decodeGetHasReadAndMaxSeqReq(entries(0x12, 400_000))).toThrow(
      tooMany("GetHasReadAndMaxSeqReq has too many fields"),
    );
    expect(() => decodeGetLastMessageReq(entries(0x12, 400_000))).toThrow(
      tooMany("GetLastMessageReq has too many fields"),
    );
    expect(() => decodeSubUserOnlineStatus(entries(0x0a, 400_000))).toThrow(
      tooMany("SubUserOnlineStatus has too many fields"),
    );
  });

  it("refuses a small frame that unpacks to gigabytes", () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    expect(() => wasm.unpack(bomb)).toThrow();
  });
});

describe("JSON frames", () => {
  it("8-09 refuses lists and objects in a request before it reads them: reading them takes half a second", () => {
    const withField = (json: string) => Buffer.from(`{"reqIdentifier":1001,"sendID":"alice","more":${json}}`);
    const brackets = `${"[".repeat(100)}${"]".repeat(100)}`;
    for (const json of [brackets, `[${"{},".repeat(100)}0]`, `{"a":0${',"a":0'.repeat(100)}}`])
      expect(() => js.decode(withField(json))).toThrow("the request is not flat");
    const text = JSON.stringify(`${brackets}","\\" ${brackets}${",".repeat(100)}`);
    expect(js.decode(withField(text))).toMatchObject({ reqIdentifier: 1001, sendID: "alice" });
    expect(() => js.decode(Buffer.from('{"sendID":"'))).toThrow();
  });

  it("carries protobuf as base64 in both directions", () => {
    const request = js.decode(
      Buffer.from(
        JSON.stringify({
          reqIdentifier: 1001,
          sendID: "alice",
          operationID: "o",
          msgIncr: "m",
          data: "CgVhbGljZQ==",
        }),
      ),
    );
    expect(Buffer.from(request.data).toString("hex")).toBe("0a05616c696365");
    const answer = js.encode({
      reqIdentifier: 1001,
      errCode: 0,
      errMsg: "",
      msgIncr: "m",
      operationID: "o",
      data: Buffer.from("hi"),
    });
    expect(JSON.parse(Buffer.from(answer).toString())).toEqual({
      reqIdentifier: 1001,
      errCode: 0,
      errMsg: "",
      msgIncr: "m",
      operationID: "o",
      data: "aGk=",
    });
  });
});
