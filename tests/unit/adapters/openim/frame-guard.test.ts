// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameFormat } from "../../../../server/im/protocol/frames.ts";
import { encodeGob } from "../../../../server/im/protocol/gob.ts";
import {
  encodeGetLastMessageResp,
  encodeMessages,
  encodeMsgData,
} from "../../../../server/im/protocol/messages.ts";
import { blankDepths, withOperation } from "../../../../src/adapters/openim/worker/frame-guard.ts";
import { fieldsOf, headOf } from "../../../../src/adapters/openim/worker/wire.ts";
import { encodeRequest } from "../../../server/support/gob-client.ts";

const gob = frameFormat(null, null);
const frame = (reqIdentifier: number, data: Uint8Array) =>
  Buffer.from(
    gob.encode({ reqIdentifier, errCode: 0, errMsg: "", msgIncr: "alice_1", operationID: "7", data }),
  );
const quotes = (depth: number) => `${'{"quoteMessage":'.repeat(depth)}{}${"}".repeat(depth)}`;
const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const message = (seq: number, content: string, attachedInfo = "") =>
  encodeMsgData({ seq, sendID: "dave", clientMsgID: `c${seq}`, content: Buffer.from(content), attachedInfo });

const plain = '{"content":"b{[\\"{[{["}';
const emptied = message(2, `{}${" ".repeat(quotes(3000).length - 2)}`);
const [good, deep] = [message(1, plain), message(2, quotes(3000))];
const answer = (...msgs: Uint8Array[]) =>
  encodeMessages({
    msgs: { si_alice_dave: { msgs: msgs.slice(0, 2) }, sg_1: { msgs: msgs.slice(2) } },
    notificationMsgs: { n_sg_1: { msgs } },
  });

describe("contents nested too deeply for the SDK's stack", () => {
  it.each([
    ["pushed", 2001],
    ["pulled by range", 1002],
    ["pulled by number", 1005],
  ])("are blanked when %s, and no others are", (_, reqIdentifier) => {
    const [received, expected] = [answer(deep, good, good, deep), answer(good, good)];
    const arrived = frame(reqIdentifier, received);
    expect(blankDepths(arrived)).toBe(true);
    expect(arrived.equals(frame(reqIdentifier, answer(emptied, good, good, emptied)))).toBe(true);
    expect(blankDepths(frame(reqIdentifier, expected))).toBe(false);
  });

  it("are blanked in the latest message of a conversation", () => {
    const arrived = frame(1007, encodeGetLastMessageResp({ msgs: { a: deep, b: good } }));
    expect(blankDepths(arrived)).toBe(true);
    expect(arrived.equals(frame(1007, encodeGetLastMessageResp({ msgs: { a: emptied, b: good } })))).toBe(
      true,
    );
  });

  it("are found after any other content, and in attached info", () => {
    const before = message(1, `{"content":"${"b\\u0010{".repeat(500)}"}`);
    const attached = message(3, plain, `{"a":${"[".repeat(400)}${"]".repeat(400)}}`);
    for (const hidden of [deep, attached, message(2, `  ${"[".repeat(400)}${"]".repeat(400)}`)])
      expect(blankDepths(frame(2001, answer(before, hidden)))).toBe(true);
  });

  it("are kept up to the depth that the backend accepts, and brackets inside strings do not count", () => {
    const wide = message(
      4,
      JSON.stringify({ list: Array.from({ length: 1000 }, () => ({ a: [] })), text: "[".repeat(999) }),
    );
    const afterQuote = message(5, JSON.stringify({ text: `"${"[".repeat(999)}` }));
    const arrived = frame(2001, answer(message(3, quotes(299)), wide, afterQuote, message(6, lists(300))));
    const before = Buffer.from(arrived);
    expect(blankDepths(arrived)).toBe(false);
    expect(arrived).toEqual(before);
    expect(blankDepths(frame(2001, answer(message(6, lists(301)))))).toBe(true);
  });

  it("are searched in arbitrary bytes without changes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const copy = bytes.slice();
        expect(blankDepths(copy)).toBe(false);
        expect(copy).toEqual(bytes);
      }),
    );
  });
});

/** An answer of a real server (open-im-server, July 2026) to a request for online states. */
const realAnswer =
  "5f7f030101045265737001ff80000106010d5265714964656e74696669657201040001074d7367496e6372010c00010b4f7065726174696f6e" +
  "4944010c000107457272436f646501040001064572724d7367010c00010444617461010a0000005dff8001fe0faa01133137393539343930" +
  "3230373230393038323636011331373935393439303137343838303830383936032a0a0c0a0a323032363030303030320a0c0a0a32303236" +
  "3030303030360a0c0a0a3230323630303030303500";

describe("a push without an operation id", () => {
  const push = (operationID: string, size = 3, reqIdentifier = 2001) =>
    Uint8Array.from(
      gob.encode({
        ...{ reqIdentifier, operationID, errCode: 0, errMsg: "", msgIncr: "" },
        data: Uint8Array.from({ length: size }, (_, index) => index % 251),
      }),
    );

  // Lengths below 128 have one byte, others up to four.
  it.each([0, 3, 100, 127, 128, 200, 70_000])("gets one, and keeps the rest (%i bytes)", (size) => {
    expect(withOperation(push("", size))).toEqual(push("push", size));
  });

  it("is not touched if it has one, is no push, or comes from a server without such a field", () => {
    const short = { name: "Resp", fields: [["ReqIdentifier", "int"]] } as const;
    const other = Uint8Array.from(encodeGob(short, { ReqIdentifier: 2001 }));
    for (const frame of [push("7"), push("", 3, 1002), Uint8Array.of(1, 2, 3), other])
      expect(withOperation(frame)).toBe(frame);
  });
});

describe("the fields of a protobuf message", () => {
  const read = (...bytes: number[]) => [...fieldsOf(Uint8Array.from(bytes))];
  const longer = Uint8Array.from({ length: 300 }, () => 7);

  it("are numbers and bytes, and those of fixed size are left out", () => {
    const message = [0x08, 0xac, 0x02, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1d, 1, 2, 3, 4, 0x22, 2, 9, 8];
    expect(read(...message)).toEqual([
      { number: 1, value: 300, at: 0 },
      { number: 4, value: Uint8Array.of(9, 8), at: 17 },
    ]);
    expect(read(0x0a, 0xac, 0x02, ...longer)).toEqual([{ number: 1, value: longer, at: 0 }]);
  });

  it("end at bytes that are cut off, or of another kind", () => {
    expect(read(0x08, 5, 0x0a, 4, 1, 2)).toEqual([{ number: 1, value: 5, at: 0 }]);
    expect(read(0x08, 5, 0x0b, 0x10, 6)).toEqual([{ number: 1, value: 5, at: 0 }]);
  });
});

describe("the head of a frame", () => {
  const data = new Uint8Array([1, 2]);

  it.each([
    [1002, 0],
    [1002, 1004],
    [2005, 0],
    [1006, 500],
  ])(
    "of an answer to %i names the request, and whether it was refused (error %i)",
    (reqIdentifier, errCode) => {
      const bytes = gob.encode({
        reqIdentifier,
        errCode,
        errMsg: "",
        msgIncr: "a_1",
        operationID: "7",
        data,
      });
      expect(headOf(Buffer.from(bytes))).toEqual({ request: reqIdentifier, isRefused: errCode !== 0 });
    },
  );

  it.each([0, 1004])("does not depend on the order of the fields (error %i)", (errCode) => {
    const bytes = encodeGob(
      {
        name: "Any",
        fields: [
          ["Data", "bytes"],
          ["ErrMsg", "string"],
          ["ErrCode", "int"],
          ["ReqIdentifier", "int"],
        ],
      },
      { Data: new Uint8Array(70_000), ErrMsg: "no", ErrCode: errCode, ReqIdentifier: 1002 },
    );
    expect(headOf(bytes)).toEqual({ request: 1002, isRefused: errCode !== 0 });
  });

  it("of a real server's answer names the request, and no error", () => {
    expect(headOf(Buffer.from(realAnswer, "hex"))).toEqual({ request: 2005, isRefused: false });
  });

  it("is null for any beginning of an answer", () => {
    const bytes = Buffer.from(realAnswer, "hex");
    for (let length = 0; length < bytes.length; length++)
      expect(headOf(bytes.subarray(0, length))).toBeNull();
  });

  it("is null for a negative request, and for another kind of type", () => {
    const short = { name: "Resp", fields: [["ReqIdentifier", "int"]] } as const;
    expect(headOf(encodeGob(short, { ReqIdentifier: 7 }))).toEqual({ request: 7, isRefused: false });
    expect(headOf(encodeGob(short, { ReqIdentifier: -7 }))).toBeNull();
    const map = encodeGob(short, { ReqIdentifier: 7 });
    map[2] = 4; // the third kind of a type definition is a struct, the fourth is a map
    expect(headOf(map)).toBeNull();
  });

  it("of arbitrary bytes is null or a number of a request", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 120 }), (bytes, kept) => {
        const frame = Buffer.concat([Buffer.from(realAnswer, "hex").subarray(0, kept), bytes]);
        const head = headOf(frame);
        expect(head === null || Number.isInteger(head.request)).toBe(true);
      }),
    );
  });

  it.each([1001, 1002, 2005])("of a request names %i", (reqIdentifier) => {
    const bytes = encodeRequest({ reqIdentifier, sendID: "a", operationID: "7", msgIncr: "a_1", data });
    expect(headOf(bytes)?.request).toBe(reqIdentifier);
  });

  it("is null for other bytes", () => {
    for (const bytes of [[], [0], [1, 2, 3], [0xff, 0xff, 0xff]])
      expect(headOf(Uint8Array.from(bytes))).toBeNull();
  });
});
