import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameFormat } from "../../../../server/im/protocol/frames.ts";
import { encodeMessages, encodeMsgData, type MsgData } from "../../../../server/im/protocol/messages.ts";
import { parseSignal } from "../../../../src/adapters/openim/calls/call-signals.ts";
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

/** What `isOnlineOnly` of the SDK's `sendMessage` comes to (protocol section 3.2). */
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

/** What the SDK reads in a frame: each message by its id. */
const left = (frame: Uint8Array) =>
  Object.values(decode("Push", decodeResponse(frame).data).msgs)
    .flatMap(({ Msgs }) => Msgs)
    .map(({ clientMsgID }) => clientMsgID);
const raws = (frame: Uint8Array): unknown[] => {
  const data = takeSignals(frame)?.data;
  return Array.isArray(data) ? data : [];
};
const taken = (frame: Uint8Array) => raws(frame).map((raw) => parseSignal(raw)?.signal);

describe("signals of calls in the gateway's frames", () => {
  it.each([
    [200, "signal.invite"],
    [201, "signal.accept"],
    [202, "signal.reject"],
    [203, "signal.cancel"],
    [204, "signal.hungup"],
  ])("are taken by their number: %i", (customType, type) => {
    const frame = push(message({ content: contentOf(customType) }));
    expect(taken(frame)).toMatchObject([
      {
        type,
        // who sends is the server's word, whatever the content says
        sender: { userID: "dave", nickname: "Dave", faceURL: "https://im.test/dave.png" },
        sentAt: 1_795_255_574_652,
        invitation: { roomID: "room", inviterUserID: "dave", inviteeUserIDList: ["alice"], timeout: 30 },
      },
    ]);
    expect(left(frame)).toEqual([]);
  });

  it("come in their order, and what stands between them stays", () => {
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

  it("of several chats are taken", () => {
    const frame = frameOf(
      encodeMessages({
        msgs: {
          si_alice_dave: { msgs: [message()] },
          sg_1: { msgs: [message({ clientMsgID: "c2", groupID: "1", sessionType: 3 })] },
        },
        notificationMsgs: {},
      }),
    );
    expect(raws(frame)).toMatchObject([{ clientMsgID: "c1" }, { clientMsgID: "c2" }]);
    expect(left(frame)).toEqual([]);
  });

  const stays: [string, Buffer][] = [
    ["a signal that the server keeps", push(message({ seq: 7 }))],
    ["a signal without the word that it is not kept", push(message({ options: { unreadCount: false } }))],
    ["a signal that is deleted", push(message({ status: 4 }))],
    ["a custom message of another type", push(message({ content: contentOf(199) }))],
    ["a text that looks like a signal", push(message({ contentType: 101 }))],
    ["a content that is no JSON", push(message({ content: Buffer.from("{") }))],
    ["a content that the SDK does not read", push(message({ content: Buffer.from('{"data":5}') }))],
    [
      "a content with a description that the SDK does not read",
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
      "a message of no chat",
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
    ["what is pushed of somebody's words", push(text)],
  ];
  it.each(stays)("%s is left to the SDK", (_, frame) => {
    const before = Buffer.from(frame);
    expect(takeSignals(frame)).toBeNull();
    expect(before.equals(frame)).toBe(true);
  });

  it("a broken invitation is no ring, and costs the signals beside it nothing", () => {
    const broken = message({ clientMsgID: "c0", content: contentOf(200, { roomID: 5 }) });
    expect(taken(push(broken, message()))).toMatchObject([undefined, { type: "signal.invite" }]);
  });

  it("are looked for without harm in anything, also in a frame that is cut off or changed", () => {
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
