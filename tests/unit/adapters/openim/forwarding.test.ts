import { gzipSync } from "node:zlib";
import * as v from "valibot";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import type { OutgoingAttachment } from "../../../../machines/domain/outgoing-attachment.ts";
import { setUpIm } from "../support/im-set-up.ts";
import type { Script } from "../support/scripted-worker.ts";
import { newConversation, receivedText } from "../support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));

const conversationID = "si_xa_xb";
const clientMsgID = "0123456789abcdef0123456789abcdef";
const draft = { clientMsgID, conversationID, text: "", replyTo: null };
const made = { ...receivedText, clientMsgID: "sdk-made-this-id", status: 1, sendTime: 0 };
/** The largest compressed frame that a real gateway accepts from a client, in bytes. */
const FRAME_BYTES = 51_200;

const key = (id: string) => ({ conversationID: "sg_1", clientMsgID: id });
const forward: OutgoingAttachment = { type: "forward", source: key("one") };
const merged = (...ids: string[]): OutgoingAttachment => ({
  type: "merged",
  title: "Chat history of A and B",
  lines: ["A: hello"],
  sources: ids.map(key),
});

const Asked = v.array(v.object({ conversationID: v.string(), clientMsgIDList: v.array(v.string()) }));

async function setUp(messages: readonly object[], script: Script = {}) {
  const byID = new Map(messages.map((message) => [Reflect.get(message, "clientMsgID"), message]));
  const set = setUpIm({
    getMultipleConversation: () => [{ ...newConversation, userID: "xb" }],
    findMessageList: (asked) => ({
      findResultItems: v
        .parse(Asked, asked)
        .flatMap(({ conversationID: from, clientMsgIDList }) =>
          clientMsgIDList.flatMap((id) =>
            byID.has(id) ? [{ conversationID: from, messageList: [byID.get(id)] }] : [],
          ),
        ),
    }),
    createForwardMessage: () => made,
    createMergerMessage: () => ({ ...made, contentType: 107, textElem: undefined, mergeElem: {} }),
    ...script,
  });
  await set.im.login();
  return set;
}

const stored = (id: string, changes: object = {}) => ({ ...receivedText, clientMsgID: id, ...changes });
const code = (promise: Promise<unknown>) => promise.then(() => "none", failureCode);
const incompressible = (length: number) =>
  String.fromCharCode(
    ...Array.from(crypto.getRandomValues(new Uint16Array(length)), (unit) => 0x1000 + (unit % 0xc000)),
  );

describe("a forwarded message", () => {
  it("is created from the stored one, under the given id", async () => {
    const { im, worker } = await setUp([stored("one")]);
    const message = await im.createMessage({ ...draft, enclosure: forward });
    expect(worker().argsOf("createForwardMessage")).toEqual([[stored("one")]]);
    expect(message).toMatchObject({ clientMsgID, conversationID, recvID: "xb" });
  });

  it("is sent with the name of its author, and outside the album of the original", async () => {
    const { im, worker } = await setUp([stored("one")], {
      createForwardMessage: () => ({ ...made, ex: '{"album":"theirs","other":1}' }),
      sendMessage: () => ({ ...made, clientMsgID, status: 2, sendTime: 5 }),
    });
    await im.createMessage({ ...draft, enclosure: { ...forward, from: "Anna" } });
    await im.sendMessage({ conversationID, clientMsgID });
    const [[sent] = []] = worker().argsOf("sendMessage");
    expect(sent).toMatchObject({ message: { ex: '{"other":1,"forwardedFrom":"Anna"}' } });
  });

  it.each([
    ["does not exist", []],
    ["is revoked", [stored("one", { contentType: 2101 })]],
    ["was not sent", [stored("one", { status: 3 })]],
  ])("fails when the message %s", async (_, messages) => {
    const { im, worker } = await setUp(messages);
    expect(await code(im.createMessage({ ...draft, enclosure: forward }))).toBe("unknown");
    expect(worker().argsOf("createForwardMessage")).toEqual([]);
  });
});

describe("a merged chat history", () => {
  it("contains the title, the summary lines and the existing messages in order", async () => {
    const { im, worker } = await setUp([stored("two"), stored("gone", { contentType: 2101 }), stored("one")]);
    await im.createMessage({ ...draft, enclosure: merged("one", "gone", "missing", "two") });
    expect(worker().argsOf("createMergerMessage")).toEqual([
      [
        {
          messageList: [stored("one"), stored("two")],
          title: "Chat history of A and B",
          summaryList: ["A: hello"],
        },
      ],
    ]);
  });

  it("fails when none of the messages exists", async () => {
    const { im } = await setUp([]);
    expect(await code(im.createMessage({ ...draft, enclosure: merged("one") }))).toBe("unknown");
  });

  it("excludes quoted messages", async () => {
    const quote = { contentType: 114, textElem: undefined };
    const { im, worker } = await setUp([
      stored("one", { ...quote, quoteElem: { text: "re", quoteMessage: receivedText } }),
    ]);
    await im.createMessage({ ...draft, enclosure: merged("one") });
    expect(worker().argsOf("createMergerMessage")[0]).toMatchObject([
      { messageList: [{ quoteElem: { text: "re" } }] },
    ]);
    expect(JSON.stringify(worker().argsOf("createMergerMessage"))).not.toContain("quoteMessage");
  });

  it("fits into one frame with a hundred of the longest messages, and shortens only long ones", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `message-${index}`);
    const { im, worker } = await setUp(
      ids.map((id, index) =>
        stored(id, { textElem: { content: index === 7 ? "Short" : incompressible(10_000) } }),
      ),
    );
    await im.createMessage({ ...draft, enclosure: merged(...ids) });
    const [piece] = worker().argsOf("createMergerMessage").flat();
    expect(gzipSync(JSON.stringify(piece)).length).toBeLessThan(FRAME_BYTES);
    expect(piece).toMatchObject({ messageList: { length: 100, 7: { textElem: { content: "Short" } } } });
  });

  it("fits into one frame with merged histories of long messages, and keeps their short ones", async () => {
    const inner = [...Array.from({ length: 10 }, () => incompressible(2000)), "Short"].map((content, index) =>
      stored(`inner-${index}`, { textElem: { content } }),
    );
    const history = { contentType: 107, textElem: undefined };
    const mergeElem = { title: "T", abstractList: ["A: hello"], multiMessage: [null, ...inner] };
    const ids = ["one", "two", "three"];
    const { im, worker } = await setUp(ids.map((id) => stored(id, { ...history, mergeElem })));
    await im.createMessage({ ...draft, enclosure: merged(...ids) });
    const [piece] = worker().argsOf("createMergerMessage").flat();
    expect(gzipSync(JSON.stringify(piece)).length).toBeLessThan(FRAME_BYTES);
    const kept = { title: "T", multiMessage: { length: 11, 10: { textElem: { content: "Short" } } } };
    expect(piece).toMatchObject({ messageList: { length: 3, 2: { mergeElem: kept } } });
  });

  it("keeps every kind of text, shortens none within a character, and marks what is shortened", async () => {
    const long = "😀".repeat(9_000);
    const quoteElem = { text: long, quoteMessage: receivedText };
    const atTextElem = { text: long, atUserList: ["xb"], quoteMessage: receivedText };
    const { im, worker } = await setUp([
      stored("one", { textElem: { content: `.${long}` } }),
      stored("two", { contentType: 114, textElem: undefined, quoteElem }),
      stored("three", { contentType: 106, textElem: undefined, atTextElem }),
    ]);
    await im.createMessage({ ...draft, enclosure: merged("one", "two", "three") });
    const start = (before = "") => expect.stringMatching(new RegExp(`^${before}(?:😀){1000,2000}…$`, "u"));
    expect(worker().argsOf("createMergerMessage").flat()).toMatchObject([
      {
        messageList: [
          { textElem: { content: start("\\.") } },
          { quoteElem: { text: start() } },
          { atTextElem: { text: start(), atUserList: ["xb"] } },
        ],
      },
    ]);
    expect(JSON.stringify(worker().argsOf("createMergerMessage"))).not.toContain("quoteMessage");
  });

  it("keeps a message of ordinary length whole", async () => {
    const long = "Long enough. ".repeat(500);
    const { im, worker } = await setUp([stored("one", { textElem: { content: long } })]);
    await im.createMessage({ ...draft, enclosure: merged("one") });
    expect(JSON.stringify(worker().argsOf("createMergerMessage"))).toContain(long);
  });
});
