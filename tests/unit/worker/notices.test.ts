import { describe, expect, it } from "vitest";
import {
  isApply,
  isOpened,
  isPushMessage,
  isUnread,
  isUpdateMessage,
  UNSENT,
} from "../../../src/worker/messages.ts";
import {
  actResult,
  type CallNotice,
  failedAct,
  isCounted,
  type MessageNotice,
  missedCall,
  notificationFor,
  type OpenPage,
  pageToOpen,
  parseNotice,
  parseNotificationData,
  pathOf,
  ringFor,
  ringTimeLeft,
  workerAction,
} from "../../../src/worker/notices.ts";

const NOON = Date.UTC(2025, 0, 15, 12);
const CHAT = "si_1_2";

type Changes = Partial<MessageNotice>;

const aNotice = (changes: Changes = {}): MessageNotice => ({
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
const aCall = (mediaType: "voice" | "video"): CallNotice => ({
  type: "call",
  roomID: "room",
  seconds: 30,
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
const shown = (notice: MessageNotice, before?: unknown) => {
  const notification = notificationFor(notice, [], before);
  if (!notification) throw new Error("No notification");
  return notification;
};

describe("11-25 the notification of a push", () => {
  it("11-25 shows sender and text, and belongs to its chat", () => {
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

  it("11-25 rings for a call beside the messages of the chat, with a button to answer it", () => {
    const ring = ringFor(aCall("video"));
    expect(ring).toMatchObject({
      title: "Anna",
      body: "Incoming video call",
      requireInteraction: true,
      actions: [{ action: "answer", title: "Answer" }],
    });
    expect(ringFor({ ...aCall("voice"), language: "zh" })).toMatchObject({
      body: "邀请你语音通话",
      actions: [{ title: "接听" }],
    });
    expect(ring.tag).not.toBe(shown(aNotice()).tag);
    expect(ring).toMatchObject({ silent: false, renotify: true });
    expect(ringFor({ ...aCall("voice"), isSilent: true })).toMatchObject({ silent: true, renotify: false });
    // A ring is no message.
    expect(shown(aNotice(), ring.data).body).toBe("See you at 8");
  });

  it.each<[string, number, number]>([
    ["as long as the caller's device", 2000, 28_000],
    ["at once", 0, 30_000],
    ["as long as there is time to answer", 27_000, 3000],
    ["not if it is too late to answer", 27_001, 0],
    ["not long after the call", 120_000, 0],
    ["by the ring time alone if the clocks differ by two minutes", 120_001, 30_000],
    ["by the ring time alone if the clocks differ", -60_000, 30_000],
    ["by the ring time alone if the clocks differ by hours", 7_200_000, 30_000],
  ])("11-25 rings %s", (_, age, left) => {
    expect(ringTimeLeft(aCall("voice"), NOON + age)).toBe(left);
  });

  it("11-25 shows a missed call once, for its ring and for its record", () => {
    const missed = shown(missedCall(aCall("voice")), shown(aNotice()).data);
    expect(missed).toMatchObject({ body: "Missed voice call\n2 new messages", silent: true });
    expect([missed.requireInteraction, missed.timestamp]).toEqual([false, NOON + 30_000]);
    const record = aNotice({ content: { kind: "missedVoiceCall" }, roomID: "room" });
    expect(isCounted(record, missed.data)).toBe(true);
    expect(shown(record, missed.data).body).toBe("Missed voice call\n2 new messages");
    const another = { ...record, roomID: "another" };
    expect(isCounted(another, missed.data)).toBe(false);
    expect(shown(another, missed.data).body).toBe("Missed voice call\n3 new messages");
    expect(isCounted(aNotice(), shown(aNotice()).data)).toBe(false);
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

describe("11-25 the buttons of a notification", () => {
  const permit = { secret: "s1", address: "https://im.example/api" };
  const titles = ({ actions }: { actions: readonly { title: string }[] }) =>
    actions.map(({ title }) => title);

  it("11-25 reply and mark as read, if the push allows it", () => {
    const able = notificationFor(aNotice({ permit }), [], undefined, true);
    expect(able).toMatchObject({
      actions: [
        { action: "reply", type: "text", title: "Reply", placeholder: "Message" },
        { action: "read", title: "Mark as read" },
      ],
      data: { permit },
    });
    expect(titles(shown(aNotice()))).toEqual([]);
    const chinese = notificationFor(aNotice({ permit, language: "zh" }), [], undefined, true);
    expect(titles(chinese ?? shown(aNotice()))).toEqual(["回复", "标为已读"]);
  });

  it("11-25 have no reply where a notification cannot have a field", () => {
    expect(titles(shown(aNotice({ permit })))).toEqual(["Mark as read"]);
  });

  it("11-25 decline a call, if the push allows it", () => {
    expect(titles(ringFor({ ...aCall("voice"), permit }))).toEqual(["Answer", "Decline"]);
    expect(titles(ringFor({ ...aCall("voice"), permit, language: "zh" }))).toEqual(["接听", "拒绝"]);
  });

  it("11-25 are for the newest message that is shown", () => {
    const newer = { secret: "s2", address: permit.address };
    const second = shown(aNotice({ permit: newer, sendTime: NOON + 2 }), shown(aNotice({ permit })).data);
    expect(second.data.permit).toEqual(newer);
    const late = shown(aNotice({ permit, sendTime: NOON + 1 }), second.data);
    expect(late.data.permit).toEqual(newer);
    const missed = shown(missedCall(aCall("voice")), late.data);
    expect(missed.data.permit).toEqual(newer);
  });

  it.each<[string, unknown]>([
    ["no secret", { address: permit.address }],
    ["a long secret", { ...permit, secret: "x".repeat(65) }],
    ["another scheme", { ...permit, address: "javascript:alert(1)" }],
    ["a long address", { ...permit, address: `https://${"x".repeat(300)}` }],
    ["null", null],
  ])("11-25 are left out for a broken permit: %s", (_, broken) => {
    const notice = parseNotice(JSON.stringify({ ...aNotice(), permit: broken }));
    expect(notice).toEqual(aNotice());
  });

  it("11-25 are told from the button that opens a page", () => {
    expect(["reply", "read", "decline", "answer", ""].map(workerAction)).toEqual([
      ...["reply", "read", "decline", null, null],
    ]);
  });

  it.each<[string, unknown, boolean, ReturnType<typeof actResult>]>([
    ["succeeds", { errCode: 0 }, false, "done"],
    ["is refused", { errCode: 1302 }, false, "refused"],
    ["is refused if the push is used", { errCode: 1002, errDlt: "used" }, false, "refused"],
    [
      "succeeds if the attempt without an answer has used the push",
      { errCode: 1002, errDlt: "used" },
      true,
      "done",
    ],
    [
      "is refused if the attempt without an answer did not arrive, and the user has left the group",
      { errCode: 1002, errDlt: "op user not in group" },
      true,
      "refused",
    ],
    ["is refused without a detail", { errCode: 1002 }, true, "refused"],
    ["may succeed later after too many", { errCode: 20005 }, false, "unreached"],
    ["may succeed later if another server answers", "<html>", false, "unreached"],
  ])("11-25 the act %s", (_, answer, isAgain, result) => {
    expect(actResult(answer, isAgain)).toBe(result);
  });

  it("11-25 keep a reply that was not sent, to send it again", () => {
    const { title, lang, data } = shown(aNotice({ permit }));
    const act = { action: "reply", text: "On my way", now: NOON } as const;
    const failed = failedAct({ title, lang, data }, { ...act, result: "unreached" });
    expect(failed).toMatchObject({
      title: "Anna",
      body: "Not sent: On my way",
      requireInteraction: true,
      actions: [{ action: "reply", title: "Send again" }],
      data: { conversationID: CHAT, unsent: "On my way", permit },
    });
    // The user has just pressed a button.
    expect(failed).toMatchObject({ silent: true, renotify: false });
    expect(shown(aNotice(), failed.data).body).toBe("See you at 8");
    expect(failed.tag).toContain(UNSENT);
    expect(pathOf(failed.data)).toBe("/chat?conversationID=si_1_2");
    expect(parseNotificationData(JSON.parse(JSON.stringify(failed.data)))).toEqual(failed.data);
    const refused = failedAct({ title, lang: "zh", data }, { ...act, result: "refused" });
    expect(refused).toMatchObject({ body: "未发送：On my way", actions: [] });
  });

  it.each([
    ["read", "Not marked as read"],
    ["decline", "The call was not declined"],
  ] as const)("11-25 tell a failed %s", (action, body) => {
    const { title, lang, data } = shown(aNotice({ permit }));
    const failed = failedAct({ title, lang, data }, { action, text: "", result: "unreached", now: NOON });
    expect(failed).toMatchObject({ body, actions: [] });
    expect(failed.data).not.toHaveProperty("roomID");
    const ofCall = { title, lang, data: { ...data, roomID: "room" } };
    const failedCall = failedAct(ofCall, { action, text: "", result: "refused", now: NOON });
    expect(failedCall.data.roomID).toBe("room");
    expect(failed.tag).not.toContain(UNSENT);
    expect(shown(aNotice()).tag).not.toContain(UNSENT);
  });
});

describe("11-25 the data of a push", () => {
  it("11-25 is parsed, also with a kind of a newer server", () => {
    expect(parseNotice(`${JSON.stringify(aNotice())}     `)).toEqual(aNotice());
    const newer = { ...aNotice(), content: { kind: "hologram" } };
    expect(parseNotice(JSON.stringify(newer))).toMatchObject({ content: { kind: "message" } });
    expect(parseNotice(JSON.stringify(aCall("voice")))).toEqual(aCall("voice"));
  });

  it.each<[string, MessageNotice | CallNotice]>([
    ["as long a text as a message", aNotice({ content: { kind: "text", text: "x".repeat(1000) } })],
    ["as long an id", aNotice({ conversationID: "x".repeat(256) })],
    ["as long a room", aNotice({ roomID: "x".repeat(128) })],
    ["a second of ringing", { ...aCall("voice"), seconds: 1 }],
    ["two minutes of ringing", { ...aCall("voice"), seconds: 120 }],
  ])("11-25 may have %s", (_, notice) => {
    expect(parseNotice(JSON.stringify(notice))).toEqual(notice);
  });

  it("11-25 with a text that is too long shows a message without it", () => {
    const long = aNotice({ content: { kind: "text", text: "x".repeat(1001) } });
    expect(parseNotice(JSON.stringify(long))).toMatchObject({ content: { kind: "message" } });
  });

  it.each<[string, string | undefined]>([
    ["nothing", undefined],
    ["no JSON", "{"],
    ["null", "null"],
    ["another type", JSON.stringify({ ...aNotice(), type: "update" })],
    ["no chat", JSON.stringify({ ...aNotice(), conversationID: "" })],
    ["a long id", JSON.stringify(aNotice({ conversationID: "x".repeat(257) }))],
    ["a long room", JSON.stringify(aNotice({ roomID: "x".repeat(129) }))],
    ["a call that rings for no time", JSON.stringify({ ...aCall("voice"), seconds: 0 })],
    ["a call that rings for more than two minutes", JSON.stringify({ ...aCall("voice"), seconds: 121 })],
    ["a long name", JSON.stringify({ ...aNotice(), sender: "x".repeat(300) })],
    ["another language", JSON.stringify({ ...aNotice(), language: "__proto__" })],
    ["a call without a room", JSON.stringify({ ...aCall("voice"), roomID: "" })],
    ["a call that rings for an hour", JSON.stringify({ ...aCall("voice"), seconds: 3600 })],
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
    expect(isPushMessage({ type: "push.answered", roomID: "room" })).toBe(true);
    expect(isPushMessage({ type: "push.watched" })).toBe(true);
    const unsent = { type: "push.unsent", conversationID: CHAT, shareID: "one" };
    expect(isPushMessage(unsent)).toBe(true);
    const broken = [
      { ...unsent, conversationID: undefined },
      { ...unsent, shareID: 1 },
      { type: "push.other", conversationID: CHAT, shareID: "one", roomID: "room" },
      { type: "push.answered", conversationID: CHAT, shareID: "one" },
      { type: "push.open" },
      { type: "push.open", conversationID: 5 },
      { type: "push.answered" },
    ];
    for (const data of [null, "push.lost", ...broken]) expect(isPushMessage(data)).toBe(false);
  });

  it("11-20 knows what the worker and its pages tell each other about updates", () => {
    const types = ["update.replaced", "update.off", "update.apply", "push.opened", "push.open"];
    const known = types.map((type) => [isUpdateMessage({ type }), isApply({ type }), isOpened({ type })]);
    expect(known).toEqual([
      [true, false, false],
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [false, false, false],
    ]);
    for (const data of [null, undefined, "update.off", ["update.off"]])
      expect(isUpdateMessage(data)).toBe(false);
  });

  it("11-25 takes the unread count of a page only if it is a count", () => {
    expect(isUnread({ type: "unread", count: 0 })).toBe(true);
    for (const count of [-1, 1.5, "5", null, undefined, Number.NaN])
      expect(isUnread({ type: "unread", count })).toBe(false);
    for (const data of [null, { count: 1 }, { type: "push.lost", count: 1 }, { type: "unread" }])
      expect(isUnread(data)).toBe(false);
  });
});
