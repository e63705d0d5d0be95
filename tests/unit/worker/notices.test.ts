import { describe, expect, it } from "vitest";
import { isPushMessage } from "../../../src/worker/messages.ts";
import {
  type Notice,
  notificationFor,
  type OpenPage,
  pageToOpen,
  parseNotice,
  pathOf,
} from "../../../src/worker/notices.ts";

const NOON = Date.UTC(2025, 0, 15, 12);
const CHAT = "si_1_2";

type Changes = Partial<Extract<Notice, { type: "message" }>>;

const aNotice = (changes: Changes = {}): Notice => ({
  type: "message",
  conversationID: CHAT,
  sender: "Anna",
  group: null,
  content: { kind: "text", text: "See you at 8" },
  language: "en",
  isSilent: false,
  sendTime: NOON,
  ...changes,
});
const aCall = (mediaType: "voice" | "video"): Notice => ({
  type: "call",
  mediaType,
  conversationID: CHAT,
  sender: "Anna",
  language: "en",
  isSilent: false,
  sendTime: NOON,
});
const aPage = (path: string, changes: Partial<OpenPage> = {}): OpenPage => ({
  url: `https://parley.example${path}`,
  visibilityState: "visible",
  frameType: "top-level",
  ...changes,
});
const shown = (notice: Notice, before?: unknown) => {
  const notification = notificationFor(notice, [], before);
  if (!notification) throw new Error("No notification");
  return notification;
};

describe("11-25 the notification of a push", () => {
  it("11-25 says who and what, and belongs to its chat", () => {
    expect(shown(aNotice())).toMatchObject({
      title: "Anna",
      body: "See you at 8",
      tag: CHAT,
      silent: false,
      lang: "en",
      timestamp: NOON,
    });
  });

  it.each<[string, Changes, { title?: string; body: string }]>([
    ["a group", { group: "Trip" }, { title: "Trip", body: "Anna: See you at 8" }],
    ["no previews", { content: null }, { title: "Anna", body: "1 new message" }],
    ["no previews in Chinese", { content: null, language: "zh" }, { body: "1 条新消息" }],
    ["a picture", { content: { kind: "picture" } }, { body: "[Photo]" }],
    ["a group in Chinese", { group: "旅行", language: "zh" }, { title: "旅行", body: "Anna：See you at 8" }],
    ["a missed call", { content: { kind: "missedVideoCall" } }, { body: "Missed video call" }],
    [
      "a mention of all",
      { content: { kind: "text", text: "@AtAllTag dinner" } },
      { body: "@everyone dinner" },
    ],
  ])("11-25 for %s", (_, changes, words) => {
    expect(shown(aNotice(changes))).toMatchObject(words);
  });

  it("11-25 counts the messages of a chat and shows the newest", () => {
    const first = shown(aNotice());
    const newest: Changes = { sendTime: NOON + 2, content: { kind: "text", text: "Newest" } };
    const second = shown(aNotice(newest), first.data);
    expect(second.body).toBe("Newest\n2 new messages");
    const late: Changes = { sendTime: NOON + 1, content: { kind: "text", text: "Older" } };
    expect(shown(aNotice(late), second.data)).toMatchObject({
      body: "Newest\n3 new messages",
      timestamp: NOON + 2,
    });
    const quiet = shown(aNotice({ content: null }), shown(aNotice({ content: null })).data);
    expect(quiet.body).toBe("2 new messages");
  });

  it("11-25 rings for a call, and its record takes the place of the ring", () => {
    const ring = shown(aCall("video"));
    expect(ring).toMatchObject({ title: "Anna", body: "Incoming video call", requireInteraction: true });
    expect(shown(aCall("voice")).body).toBe("Incoming voice call");
    const record = shown(aNotice({ content: { kind: "missedVideoCall" } }), ring.data);
    expect(record).toMatchObject({ tag: ring.tag, body: "Missed video call", requireInteraction: false });
  });

  it.each<[string, readonly unknown[], boolean]>([
    ["is not shown while the user looks at the chat", ["si_1_3", CHAT], false],
    ["is shown beside another chat", ["si_1_3"], true],
    ["is shown if no page says what it shows", [null, undefined], true],
  ])("11-25 %s", (_, watched, isShown) => {
    expect(notificationFor(aNotice(), watched, undefined) !== null).toBe(isShown);
  });

  it("11-25 makes no sound if the user wants none", () => {
    expect(shown(aNotice({ isSilent: true }))).toMatchObject({ silent: true, renotify: false });
  });
});

describe("11-25 the data of a push", () => {
  it("11-25 is parsed, also with a kind of a newer server", () => {
    expect(parseNotice(`${JSON.stringify(aNotice())}     `)).toEqual(aNotice());
    const newer = { ...aNotice(), content: { kind: "hologram" } };
    expect(parseNotice(JSON.stringify(newer))).toMatchObject({ content: { kind: "message" } });
    expect(parseNotice(JSON.stringify(aCall("voice")))).toEqual(aCall("voice"));
  });

  it.each<[string, string | undefined]>([
    ["nothing", undefined],
    ["no JSON", "{"],
    ["null", "null"],
    ["another type", JSON.stringify({ ...aNotice(), type: "update" })],
    ["no chat", JSON.stringify({ ...aNotice(), conversationID: "" })],
    ["a long name", JSON.stringify({ ...aNotice(), sender: "x".repeat(300) })],
    ["another language", JSON.stringify({ ...aNotice(), language: "__proto__" })],
    ["a long text", JSON.stringify({ ...aNotice(), more: "x".repeat(10_000) })],
  ])("11-25 shows nothing for %s", (_, text) => {
    expect(parseNotice(text)).toBeNull();
  });

  it("11-25 of a notification that is not ours counts as none", () => {
    for (const before of [null, "x", { count: -1 }, { ...shown(aNotice()).data, count: 1.5 }])
      expect(shown(aNotice(), before).body).toBe("See you at 8");
  });
});

describe("11-25 a click on a notification", () => {
  it("11-25 leads to the chat, whatever its id contains", () => {
    expect(pathOf(shown(aNotice()).data)).toBe("/chat?conversationID=si_1_2");
    const hostile = aNotice({ conversationID: "//evil.example/?a=b&c" });
    expect(pathOf(shown(hostile).data)).toBe("/chat?conversationID=%2F%2Fevil.example%2F%3Fa%3Db%26c");
    expect(pathOf({ url: "https://evil.example" })).toBeNull();
  });

  it("11-25 prefers a visible page, and takes none of another document", () => {
    const hidden = aPage("/conversation", { visibilityState: "hidden" });
    const visible = aPage("/contact");
    expect(pageToOpen([hidden, visible])).toBe(visible);
    expect(pageToOpen([hidden])).toBe(hidden);
    const others = [aPage("/duo"), aPage("/inspector"), aPage("/chat", { frameType: "nested" })];
    expect(pageToOpen(others)).toBeUndefined();
  });

  it("11-25 tells the page in a message that the page checks", () => {
    expect(isPushMessage({ type: "push.open", conversationID: CHAT })).toBe(true);
    expect(isPushMessage({ type: "push.lost" })).toBe(true);
    for (const data of [null, "push.lost", { type: "push.open" }, { type: "push.open", conversationID: 5 }])
      expect(isPushMessage(data)).toBe(false);
  });
});
