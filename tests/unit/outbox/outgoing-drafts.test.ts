/** What the outbox keeps, shows and sends. */
import { describe, expect, it } from "vitest";
import type { Message, MessageContent, QuotedMessage } from "../../../machines/domain/message.ts";
import type { OutgoingAttachment } from "../../../machines/domain/outgoing-attachment.ts";
import {
  attachmentDrafts,
  type Departing,
  draftIn,
  draftOf,
  keptDraft,
  messageOf,
  quotedFrom,
  quoteIn,
  readyToSend,
  recordDraft,
  waitsForItsTurn,
} from "../../../machines/outbox/outgoing-drafts.ts";
import type { OutgoingDraft } from "../../../machines/ports/im.ts";
import { ANNA, aMessage, BEN, ME, NOON } from "../../fakes/world.ts";

const clock = { newID: () => "new", now: () => NOON };
const CHAT = "si_a_b";
const MENTIONS = [{ userID: ANNA, name: "Anna" }];
const RECORD = { roomID: "r", mediaType: "voice", result: "cancelled", durationSeconds: 0 } as const;
const POSITION: OutgoingAttachment = {
  type: "location",
  name: "Lake",
  address: "Shore 1",
  point: { latitude: 1, longitude: 2 },
};
const VOICE: OutgoingAttachment = {
  type: "voice",
  preview: "",
  mime: "audio/webm",
  bytes: 9,
  seconds: 2,
  levels: [],
};
const QUOTED: QuotedMessage = {
  clientMsgID: "original",
  sendID: ANNA,
  senderNickname: "Anna",
  content: { type: "text", text: "When?" },
};

const aDraft = (changes: Partial<OutgoingDraft> = {}): OutgoingDraft => ({
  clientMsgID: "one",
  conversationID: CHAT,
  text: "Hi",
  replyTo: null,
  ...changes,
});

const sender = { userID: ME, nickname: "Mia", faceURL: "/mia.png" };
const shown = (draft: OutgoingDraft, quoted: QuotedMessage | null = null) =>
  messageOf(draft, quoted, { sender, sendTime: NOON });

describe("a message that the user sends", () => {
  it("is kept with its text, its mentions and the message that it answers", () => {
    const text = { conversationID: CHAT, text: "Hi" };
    expect(draftOf({ ...text, replyTo: null }, clock)).toEqual(aDraft({ clientMsgID: "new" }));
    expect(draftOf({ ...text, replyTo: aMessage(), mentions: MENTIONS }, clock)).toEqual(
      aDraft({ clientMsgID: "new", replyTo: "message-1", mentions: MENTIONS }),
    );
  });

  it("2-97 may be the record of a call", () => {
    expect(recordDraft({ conversationID: CHAT, record: RECORD }, clock)).toEqual(
      aDraft({ clientMsgID: "new", text: "", call: RECORD }),
    );
  });

  it("is shown at once, as the user's own and unread", () => {
    expect(shown(aDraft())).toEqual({
      clientMsgID: "one",
      conversationID: CHAT,
      sendID: ME,
      recvID: "",
      groupID: "",
      senderNickname: "Mia",
      senderFaceUrl: "/mia.png",
      contentType: 101,
      content: { type: "text", text: "Hi" },
      seq: 0,
      sendTime: NOON,
      status: "sending",
      isRead: false,
    });
  });

  it.each<[string, OutgoingDraft, QuotedMessage | null, number, MessageContent]>([
    ["a reply", aDraft({ replyTo: "original" }), QUOTED, 114, { type: "quote", text: "Hi", quoted: QUOTED }],
    [
      "a reply to a message that is gone",
      aDraft({ replyTo: "original" }),
      null,
      114,
      { type: "quote", text: "Hi", quoted: null },
    ],
    ["a mention", aDraft({ mentions: MENTIONS }), null, 106, { type: "at", text: "Hi", mentions: MENTIONS }],
    [
      "a reply with a mention",
      aDraft({ mentions: MENTIONS, replyTo: "original" }),
      QUOTED,
      106,
      { type: "at", text: "Hi", mentions: MENTIONS, quoted: QUOTED },
    ],
    ["the record of a call", aDraft({ call: RECORD }), null, 110, { type: "callRecord", record: RECORD }],
    [
      "a place",
      aDraft({ enclosure: POSITION }),
      null,
      109,
      { type: "location", name: "Lake", address: "Shore 1", point: { latitude: 1, longitude: 2 } },
    ],
  ])("is shown as %s", (_, draft, quoted, contentType, content) => {
    expect(shown(draft, quoted)).toMatchObject({ contentType, content });
  });

  it("11-51 is shown in its album, and a forwarded one with its first author", () => {
    const source = { conversationID: CHAT, clientMsgID: "source" };
    const forwarded = (from?: string) =>
      shown(aDraft({ enclosure: { type: "forward", source, ...(from === undefined ? {} : { from }) } }));
    expect(forwarded("Ben").forwardedFrom).toBe("Ben");
    expect(forwarded()).not.toHaveProperty("forwardedFrom");
    expect(forwarded("")).not.toHaveProperty("forwardedFrom");
    expect(shown(aDraft({ albumID: "album" })).albumID).toBe("album");
    expect(shown(aDraft())).not.toHaveProperty("albumID");
  });
});

describe("files that the user sends", () => {
  const attachments = [{ clientMsgID: "file", enclosure: POSITION }];

  it("go before their caption, which waits for them", () => {
    expect(attachmentDrafts({ conversationID: CHAT, attachments, caption: "Look " }, clock)).toEqual([
      aDraft({ clientMsgID: "file", text: "", enclosure: POSITION }),
      aDraft({ clientMsgID: "new", text: "Look ", follows: true }),
    ]);
  });

  it("have no caption if it is empty", () => {
    for (const caption of [undefined, "", " \n"])
      expect(
        attachmentDrafts({ conversationID: CHAT, attachments, ...(caption && { caption }) }, clock),
      ).toHaveLength(1);
  });
});

describe("the order of sending", () => {
  const picked = aDraft({ enclosure: POSITION });
  const item = (
    clientMsgID: string,
    { isReady = true, status = "sending", draft = picked }: Partial<Departing & Pick<Message, "status">> = {},
  ): Departing => ({
    draft,
    message: aMessage({ clientMsgID, status }),
    isReady,
    isGivenUp: false,
  });
  const ready = (...items: Departing[]) => readyToSend(items).map(({ message }) => message.clientMsgID);

  it("makes files and their caption wait, and no other text", () => {
    expect([picked, aDraft({ follows: true }), aDraft()].map(waitsForItsTurn)).toEqual([true, true, false]);
    expect(ready(item("text", { draft: aDraft() }))).toEqual([]);
  });

  it("sends one file at a time in a chat, in the order in which they were picked", () => {
    expect(ready(item("1"), item("2"))).toEqual(["1"]);
    expect(ready(item("1", { isReady: false }), item("2"))).toEqual([]);
    const elsewhere = item("3", { draft: { ...picked, conversationID: "si_a_c" } });
    expect(ready(item("1"), item("2"), elsewhere)).toEqual(["1", "3"]);
  });

  it("sends a sticker and a voice message while files are uploaded, and in their own order", () => {
    const sticker = { draft: { ...picked, enclosure: { type: "face", sticker: "thanks" } } } as const;
    const voice = { draft: { ...picked, enclosure: VOICE } };
    const file = item("file", { isReady: false });
    expect(ready(file, item("sticker", sticker))).toEqual(["sticker"]);
    expect(ready(file, item("voice", voice), item("caption", { draft: aDraft({ follows: true }) }))).toEqual([
      "voice",
    ]);
    expect(ready(item("voice", { ...voice, isReady: false }), item("sticker", sticker))).toEqual([]);
  });

  it("8-36 does not wait for a message that failed", () => {
    expect(ready(item("1", { status: "failed" }), item("2"))).toEqual(["2"]);
  });
});

describe("8-36 a message that failed", () => {
  const draft = aDraft();
  const departing = (changes: Partial<Departing>, message: Partial<Message> = {}): Departing => ({
    draft,
    message: aMessage({ clientMsgID: "one", status: "failed", sendTime: NOON, ...message }),
    isReady: false,
    isGivenUp: true,
    ...changes,
  });

  it("keeps its place and its reason for a reload", () => {
    expect(keptDraft(departing({}, { failure: "blockedByPeer" }))).toEqual({
      ...draft,
      failed: { failure: "blockedByPeer", sendTime: NOON },
    });
    expect(keptDraft(departing({}))).toEqual({ ...draft, failed: { failure: "unknown", sendTime: NOON } });
    expect(keptDraft(departing({ isGivenUp: false }, { failure: "network" }))).toEqual(draft);
  });

  it.each<[MessageContent, Partial<OutgoingDraft> | null]>([
    [{ type: "text", text: "Hi" }, {}],
    [
      { type: "callRecord", record: RECORD },
      { text: "", call: RECORD },
    ],
    [{ type: "at", text: "Hi", mentions: MENTIONS }, { mentions: MENTIONS }],
    [
      { type: "at", text: "Hi", mentions: MENTIONS, quoted: QUOTED },
      { mentions: MENTIONS, replyTo: "original" },
    ],
    [{ type: "quote", text: "Hi", quoted: QUOTED }, { replyTo: "original" }],
    [{ type: "quote", text: "Hi", quoted: null }, {}],
    [{ type: "file", fileName: "a.pdf" }, null],
  ])("can be made again from %j", (content, changes) => {
    const failed = aMessage({ clientMsgID: "one", conversationID: CHAT, content });
    expect(draftIn(failed)).toEqual(changes && aDraft(changes));
  });
});

describe("3-49 the message that a reply answers", () => {
  it("is taken with its author and its content", () => {
    const original = aMessage({
      clientMsgID: "original",
      content: { type: "text", text: "When?" },
    });
    expect(quotedFrom(original)).toEqual(QUOTED);
  });

  it("is found in a reply, also in one with a mention", () => {
    const quotedIn = (content: MessageContent) => quoteIn(aMessage({ content, sendID: BEN }));
    expect(quotedIn({ type: "quote", text: "Hi", quoted: QUOTED })).toBe(QUOTED);
    expect(quotedIn({ type: "at", text: "Hi", mentions: [], quoted: QUOTED })).toBe(QUOTED);
    expect(quotedIn({ type: "quote", text: "Hi", quoted: null })).toBeNull();
    expect(quotedIn({ type: "at", text: "Hi", mentions: [] })).toBeNull();
    expect(quotedIn({ type: "text", text: "Hi" })).toBeNull();
  });
});
