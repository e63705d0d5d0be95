import { beforeEach, describe, expect, it, vi } from "vitest";
import { writeDraft } from "../../../../src/adapters/openim/parse/draft-text.ts";
import { type SetUp, setUpIm } from "../support/im-set-up.ts";
import { newConversation, receivedText } from "../support/sdk-samples.ts";

const conversationID = "si_xa_xb";
const original = {
  ...receivedText,
  clientMsgID: "original",
  sendID: "xb",
  senderNickname: "XB",
  textElem: { content: "I said no" },
};
/** A quote of that message with a text that XA invented. */
const claim = { ...original, sendID: "xb", textElem: { content: "I owe you money" } };
const reply = (quoteMessage: object, clientMsgID = "reply") => ({
  ...receivedText,
  clientMsgID,
  contentType: 114,
  textElem: undefined,
  quoteElem: { text: "As you say", quoteMessage },
});
const unknown = { clientMsgID: "original", sendID: "", senderNickname: "", content: null };
const known = {
  clientMsgID: "original",
  sendID: "xb",
  senderNickname: "XB",
  content: { type: "text", text: "I said no" },
};

let set: SetUp;
let stored: object[];
let received: object[];
let draftText: string;

beforeEach(async () => {
  stored = [original];
  received = [reply(claim)];
  set = setUpIm({
    findMessageList: () => ({ findResultItems: [{ conversationID, messageList: stored }] }),
    getAdvancedHistoryMessageList: () => ({ messageList: received, isEnd: true, errCode: 0 }),
    getMultipleConversation: () => [{ ...newConversation, conversationID, draftText }],
  });
  await set.im.login();
});

const page = async () => {
  const { messages } = await set.im.loadOlder({ conversationID, cursor: null, count: 20 });
  return messages.map(({ content }) => content);
};

describe("a quote", () => {
  it("3-49 in a history page shows the stored original, not the copy in the reply", async () => {
    expect(await page()).toEqual([{ type: "quote", text: "As you say", quoted: known }]);
  });

  it("3-49 in a message with a mention shows the stored original too", async () => {
    received = [
      {
        ...receivedText,
        contentType: 106,
        textElem: undefined,
        atTextElem: { text: "@xb no", atUserList: ["xb"], quoteMessage: claim },
      },
    ];
    expect(await page()).toMatchObject([{ type: "at", text: "@xb no", quoted: known }]);
  });

  it("3-49 of a message with a mention is shown without the message that it quotes", async () => {
    const atTextElem = { text: "@xa no", atUserList: ["xa"], quoteMessage: claim };
    stored = [{ ...original, contentType: 106, textElem: undefined, atTextElem }];
    expect(await page()).toMatchObject([
      { quoted: { content: { type: "at", text: "@xa no", quoted: null } } },
    ]);
  });

  it("3-49 is read with the others of the page, and not at all if there is none", async () => {
    const second = { ...original, clientMsgID: "second" };
    stored = [original, second];
    received = [reply(claim), receivedText, reply(second, "other")];
    expect(await page()).toMatchObject([{ quoted: known }, { type: "text" }, { quoted: { sendID: "xb" } }]);
    const request = [[{ conversationID, clientMsgIDList: ["original", "second"] }]];
    expect(set.worker().argsOf("findMessageList")).toEqual([request]);
    received = [receivedText];
    await page();
    expect(set.worker().argsOf("findMessageList")).toHaveLength(1);
  });

  it("3-49 of an unknown message has no content and no author", async () => {
    stored = [];
    expect(await page()).toEqual([{ type: "quote", text: "As you say", quoted: unknown }]);
  });

  it("3-49 in a received message has no content until the original is found", async () => {
    set.worker().emit({ name: "OnRecvNewMessages", data: [reply(claim)] });
    await vi.waitFor(() => expect(set.heard.some(({ type }) => type === "im.quoted")).toBe(true));
    const heard = set.heard.filter(({ type }) => type === "im.messages" || type === "im.quoted");
    expect(heard).toMatchObject([
      { messages: [{ clientMsgID: "reply", content: { type: "quote", quoted: unknown } }] },
      { type: "im.quoted", clientMsgID: "reply", quoted: known },
    ]);
    expect(JSON.stringify(set.heard)).not.toContain("money");
  });

  it("3-49 in a received message with a mention gets its content when the original is found", async () => {
    const atTextElem = { text: "@xb no", atUserList: ["xb"], quoteMessage: claim };
    const mention = { ...receivedText, clientMsgID: "at", contentType: 106, textElem: undefined, atTextElem };
    set.worker().emit({ name: "OnRecvNewMessages", data: [mention] });
    await vi.waitFor(() =>
      expect(set.heard).toContainEqual({ type: "im.quoted", clientMsgID: "at", quoted: known }),
    );
  });

  it("3-49 of a reply is shown without the message it quotes", async () => {
    stored = [{ ...reply(original, "original"), sendID: "xb", senderNickname: "XB" }];
    expect(await page()).toMatchObject([
      { quoted: { content: { type: "quote", text: "As you say", quoted: null } } },
    ]);
  });

  it("3-49 of a disappearing message is not shown", async () => {
    stored = [{ ...original, attachedInfoElem: { ...original.attachedInfoElem, isPrivateChat: true } }];
    expect(await page()).toMatchObject([{ quoted: unknown }]);
  });

  it("4-63 a chat has the message that its draft answers, with nothing that is claimed in it", async () => {
    const ask = () => set.im.loadConversation({ conversationID });
    draftText = writeDraft({ text: "Well", replyID: "original" });
    expect(await ask()).toMatchObject({ draftText: "Well", draftReply: { clientMsgID: "original" } });
    stored = [{ ...reply(claim, "original"), sendID: "xb" }];
    expect(await ask()).toMatchObject({ draftReply: { content: { quoted: unknown } } });
    expect(set.worker().argsOf("findMessageList")).toEqual(
      Array(2).fill([[{ conversationID, clientMsgIDList: ["original"] }]]),
    );
    stored = [];
    const gone = await ask();
    expect(gone).toMatchObject({ draftReplyID: "original" });
    expect(gone.draftReply).toBeUndefined();
    draftText = "Well";
    await ask();
    expect(set.worker().argsOf("findMessageList")).toHaveLength(3);
  });

  it("3-49 has no content when the store cannot be read, and the page still loads", async () => {
    set = setUpIm({
      findMessageList: () => {
        throw new Error("closed");
      },
      getAdvancedHistoryMessageList: () => ({ messageList: [reply(claim)], isEnd: true, errCode: 0 }),
    });
    await set.im.login();
    expect(await page()).toMatchObject([{ quoted: unknown }]);
  });
});
