import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { frameFormat } from "../../../../server/im/protocol/frames.ts";
import { encodeMessages, encodeMsgData, type MsgData } from "../../../../server/im/protocol/messages.ts";
import { parseSignal } from "../../../../src/adapters/openim/calls/call-signals.ts";
import { createMemory, translate } from "../../../../src/adapters/openim/connection/events.ts";
import { takeSignals } from "../../../../src/adapters/openim/worker/overtaking.ts";
import { decode, decodeResponse } from "../../../server/support/gob-client.ts";

const PUSH = 2001;
const gob = frameFormat(null, null);
const frameOf = (data: Uint8Array, reqIdentifier = PUSH) =>
  Buffer.from(gob.encode({ reqIdentifier, errCode: 0, errMsg: "", msgIncr: "", operationID: "7", data }));
const push = (...msgs: Uint8Array[]) =>
  frameOf(encodeMessages({ msgs: { si_alice_dave: { msgs } }, notificationMsgs: {} }));

const invitation = (roomID: string) => ({
  roomID,
  inviterUserID: "dave",
  inviteeUserIDList: ["alice"],
  groupID: "",
  mediaType: "audio",
  sessionType: 1,
  platformID: 5,
  timeout: 30,
});
const contentOf = (customType: number, data: unknown = invitation("room")) =>
  Buffer.from(JSON.stringify({ data: JSON.stringify({ customType, data }), extension: "", description: "" }));

/** The message options that `isOnlineOnly` of the SDK's `sendMessage` sets (protocol section 3.2). */
const options = {
  history: false,
  persistent: false,
  senderSync: false,
  conversationUpdate: false,
  senderConversationUpdate: false,
  unreadCount: false,
  offlinePush: false,
};
const message = (fields: Partial<MsgData> = {}) =>
  encodeMsgData({
    sendID: "dave",
    recvID: "alice",
    clientMsgID: "c1",
    serverMsgID: "s1",
    senderNickname: "Dave",
    senderFaceURL: "https://im.test/dave.png",
    senderPlatformID: 5,
    sessionType: 1,
    msgFrom: 100,
    contentType: 110,
    content: contentOf(200),
    sendTime: 1_795_255_574_652,
    createTime: 1_795_255_574_600,
    status: 2,
    options,
    ...fields,
  });
const text = message({ contentType: 101, content: Buffer.from('{"content":"Hi"}'), seq: 4, options: {} });

/** The ids of the messages that the SDK still reads in a frame. */
const left = (frame: Uint8Array) =>
  Object.values(decode("Push", decodeResponse(frame).data).msgs)
    .flatMap(({ Msgs }) => Msgs)
    .map(({ clientMsgID }) => clientMsgID);
const raws = (frame: Uint8Array): unknown[] => {
  const data = takeSignals(frame)?.data;
  return Array.isArray(data) ? data : [];
};
const taken = (frame: Uint8Array) => raws(frame).map((raw) => parseSignal(raw)?.signal);

describe("call signals in the gateway's frames", () => {
  it("7-30 call signals reach the call without a line in the log", () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const event = takeSignals(push(message()));
    const memories = { messages: createMemory(9), revocations: createMemory(9) };
    const { signals, messages } = translate(event ? [event] : [], memories);
    expect(signals.map(({ type }) => type)).toEqual(["signal.invite"]);
    expect(messages).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it.each([
    [200, "signal.invite"],
    [201, "signal.accept"],
    [202, "signal.reject"],
    [203, "signal.cancel"],
    [204, "signal.hungup"],
  ])("are taken by their type number: %i", (customType, type) => {
    const frame = push(message({ content: contentOf(customType) }));
    expect(taken(frame)).toMatchObject([
      {
        type,
        // The sender is the one the server names, not the one in the content.
        sender: { userID: "dave", nickname: "Dave", faceURL: "https://im.test/dave.png" },
        sentAt: 1_795_255_574_652,
        invitation: { roomID: "room", inviterUserID: "dave", inviteeUserIDList: ["alice"], timeout: 30 },
      },
    ]);
    expect(left(frame)).toEqual([]);
  });

  it("are taken in order, and other messages stay in the frame", () => {
    const signal = (clientMsgID: string, customType: number) =>
      message({ clientMsgID, content: contentOf(customType) });
    const frame = push(
      signal("c1", 200),
      message({
        ...{ contentType: 101, content: Buffer.from('{"content":"Hi"}') },
        clientMsgID: "t1",
        seq: 4,
      }),
      signal("c2", 203),
      signal("c3", 200),
      text,
    );
    const length = frame.length;
    expect(raws(frame)).toMatchObject([{ clientMsgID: "c1" }, { clientMsgID: "c2" }, { clientMsgID: "c3" }]);
    expect(left(frame)).toEqual(["t1", "c1"]);
    expect(frame).toHaveLength(length);
    expect(takeSignals(frame)).toBeNull();
  });

  it("are of the time when they were made, if the server names no other", () => {
    expect(taken(push(message({ sendTime: 0 })))).toMatchObject([{ sentAt: 1_795_255_574_600 }]);
  });

  it("are not stored either if that option has no value", () => {
    const [option, key] = [0x9a01, Buffer.from("history")];
    const entry = Buffer.from([option >> 8, option & 0xff, key.length + 2, 0x0a, key.length, ...key]);
    const frame = push(Buffer.concat([message({ options: {} }), entry]));
    expect(taken(frame)).toMatchObject([{ type: "signal.invite" }]);
  });

  it("are taken from several chats", () => {
    const frame = frameOf(
      encodeMessages({
        msgs: {
          si_alice_dave: { msgs: [message()] },
          si_alice_erin: { msgs: [message({ clientMsgID: "c2", sendID: "erin" })] },
        },
        notificationMsgs: {},
      }),
    );
    expect(raws(frame)).toMatchObject([{ clientMsgID: "c1" }, { clientMsgID: "c2" }]);
    expect(left(frame)).toEqual([]);
  });

  const stays: [string, Buffer][] = [
    ["a stored signal", push(message({ seq: 7 }))],
    ["a signal in a group", push(message({ groupID: "1", sessionType: 3, recvID: "" }))],
    ["a signal that names a group", push(message({ groupID: "1" }))],
    ["a signal in no single chat", push(message({ sessionType: 3 }))],
    [
      "a signal without the option that excludes it from the history",
      push(message({ options: { unreadCount: false } })),
    ],
    ["a signal with the option that keeps it", push(message({ options: { ...options, history: true } }))],
    ["a deleted signal", push(message({ status: 4 }))],
    ["a custom message of another type", push(message({ content: contentOf(199) }))],
    ["a text that looks like a signal", push(message({ contentType: 101 }))],
    ["a content that is not JSON", push(message({ content: Buffer.from("{") }))],
    ["a content that the SDK does not parse", push(message({ content: Buffer.from('{"data":5}') }))],
    [
      "a content with a description that the SDK does not parse",
      push(message({ content: Buffer.from(JSON.stringify({ data: '{"customType":200}', description: 5 })) })),
    ],
    [
      "a content larger than a signal",
      push(message({ content: contentOf(200, { ...invitation("room"), ex: "x".repeat(20_000) }) })),
    ],
    [
      "a frame larger than a push",
      push(message(), message({ clientMsgID: "c2", ex: "x".repeat(1_100_000) })),
    ],
    [
      "a message without a chat",
      frameOf(encodeMessages({ msgs: { "": { msgs: [message()] } }, notificationMsgs: {} })),
    ],
    [
      "a notification",
      frameOf(encodeMessages({ msgs: {}, notificationMsgs: { n_1: { msgs: [message()] } } })),
    ],
    [
      "an answer",
      frameOf(encodeMessages({ msgs: { si_alice_dave: { msgs: [message()] } }, notificationMsgs: {} }), 1002),
    ],
    ["a pushed text message", push(text)],
  ];
  it.each(stays)("leave %s to the SDK", (_, frame) => {
    const before = Buffer.from(frame);
    expect(takeSignals(frame)).toBeNull();
    expect(before.equals(frame)).toBe(true);
  });

  it("are reported although an invalid invitation is beside them", () => {
    const broken = message({ clientMsgID: "c0", content: contentOf(200, { roomID: 5 }) });
    expect(taken(push(broken, message()))).toMatchObject([undefined, { type: "signal.invite" }]);
  });

  it("are searched safely in arbitrary bytes and in truncated or changed frames", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void takeSignals(bytes)));
    const whole = push(message(), text);
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), (length, at, byte) => {
        const changed = Buffer.from(whole.subarray(0, length));
        if (at < length) changed[at] = byte;
        for (const raw of raws(changed)) expect(raw).toMatchObject({ contentType: 110 });
      }),
    );
  });
});
