import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { parseContent } from "../../../../src/adapters/openim/parse/content.ts";
import { SERVER_TIME, setUpIm } from "../support/im-set-up.ts";
import { newConversation } from "../support/sdk-samples.ts";

const draft = { clientMsgID: "1".repeat(32), conversationID: "si_xa_xb", text: "", replyTo: null };
const addressed = { clientMsgID: draft.clientMsgID, conversationID: draft.conversationID, recvID: "xb" };
/** A message as the SDK creates it: with its own id and without a receiver. */
const made = {
  clientMsgID: "sdk-made-this-id",
  serverMsgID: "",
  createTime: 1795255574544,
  sendTime: 0,
  sessionType: 0,
  sendID: "xa",
  recvID: "",
  msgFrom: 100,
  senderPlatformID: 5,
  senderNickname: "XA",
  seq: 0,
  isRead: false,
  status: 1,
};

async function setUp(answers: Parameters<typeof setUpIm>[0] = {}) {
  const set = setUpIm({
    getMultipleConversation: () => [{ ...newConversation, userID: "xb" }],
    createFaceMessage: (face: unknown) => ({ ...made, contentType: 115, faceElem: face }),
    createCardMessage: (card: unknown) => ({ ...made, contentType: 108, cardElem: card }),
    createCustomMessage: (custom: unknown) => ({ ...made, contentType: 110, customElem: custom }),
    getSelfUserInfo: () => ({ userID: "xa", nickname: "XA", faceURL: "https://im.example/a.png" }),
    createLocationMessage: (place: unknown) => ({ ...made, contentType: 109, locationElem: place }),
    ...answers,
  });
  await set.im.login();
  return set;
}

describe("messages without an upload", () => {
  it("3-77 create a contact card through the SDK", async () => {
    const { im, worker } = await setUp();
    const card = { userID: "xc", nickname: "Carol", faceURL: "https://im.example/c.png" };
    const message = await im.createMessage({ ...draft, enclosure: { type: "card", card } });
    expect(worker().argsOf("createCardMessage")).toEqual([[{ ...card, ex: "" }]]);
    expect(message).toMatchObject({ ...addressed, contentType: 108, content: { type: "card", card } });
  });

  it("3-50 create a Parley sticker by its name", async () => {
    const { im, worker } = await setUp();
    const message = await im.createMessage({ ...draft, enclosure: { type: "face", sticker: "thanks" } });
    const face = { index: 3, data: '{"set":"parley","name":"thanks"}' };
    expect(worker().argsOf("createFaceMessage")).toEqual([[face]]);
    expect(message).toMatchObject({
      ...addressed,
      contentType: 115,
      content: { type: "face", face: { sticker: "thanks" } },
    });
    expect(parseContent(115, { faceElem: face })).toEqual(message.content);
  });

  it("3-77 create a location with the name where other clients read it", async () => {
    const { im, worker } = await setUp();
    const point = { latitude: 52.51628, longitude: 13.37771 };
    const message = await im.createMessage({
      ...draft,
      enclosure: { type: "location", name: 'The "Gate"', address: "Pariser Platz", point },
    });
    const description = '{"name":"The \\"Gate\\"","addr":"Pariser Platz"}';
    expect(worker().argsOf("createLocationMessage")).toEqual([[{ description, ...point }]]);
    expect(message.content).toEqual({
      type: "location",
      name: 'The "Gate"',
      address: "Pariser Platz",
      point,
    });
    expect(parseContent(109, { locationElem: { description, ...point } })).toEqual(message.content);
  });

  it("1-10 create the card of a meeting as other clients write it, with the server's time", async () => {
    const { im, worker } = await setUp();
    const id = "0123456789abcdef0123456789abcdef";
    const meeting = { roomID: id, subject: "Planning", extra: {} };
    const message = await im.createMessage({ ...draft, enclosure: { type: "meeting", meeting } });
    const [[custom] = []] = worker().argsOf("createCustomMessage");
    const { data, ...rest } = v.parse(v.looseObject({ data: v.pipe(v.string(), v.parseJson()) }), custom);
    const card = {
      inviterUserID: "xa",
      inviterNickname: "XA",
      inviterFaceURL: "https://im.example/a.png",
      subject: "Planning",
      id,
      start: SERVER_TIME / 1000,
      duration: 3600,
    };
    expect([data, rest]).toEqual([
      { customType: 905, data: card },
      { extension: "", description: "" },
    ]);
    expect(message).toMatchObject({ ...addressed, contentType: 110 });
    expect(message.content).toMatchObject({ type: "meeting", meeting: { roomID: id, subject: "Planning" } });
  });

  it("1-10 create the card of a meeting with the fields of other clients, also without an own profile", async () => {
    const { im, worker } = await setUp({ getSelfUserInfo: () => null });
    const meeting = {
      roomID: "0123456789abcdef0123456789abcdef",
      subject: "Planning",
      extra: { agenda: [1] },
    };
    await im.createMessage({ ...draft, enclosure: { type: "meeting", meeting } });
    const [[custom] = []] = worker().argsOf("createCustomMessage");
    expect(JSON.parse(v.parse(v.object({ data: v.string() }), custom).data)).toMatchObject({
      data: { inviterUserID: "", inviterNickname: "", inviterFaceURL: "", subject: "Planning", agenda: [1] },
    });
  });
});
