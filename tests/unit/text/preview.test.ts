import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallMedia, CallRecord } from "../../../machines/domain/call.ts";
import type { GroupNotice } from "../../../machines/domain/group-notice.ts";
import type { MessageContent } from "../../../machines/domain/message.ts";
import type { NoticePerson } from "../../../machines/domain/people.ts";
import "../../../src/i18n/pages.ts";
import { createText } from "../../../src/i18n/text.ts";
import { mentionText, splitMentions } from "../../../src/text/mentions.ts";
import { isNaming, noticeParts } from "../../../src/text/notice.ts";
import { contentPreview, messagePreview } from "../../../src/text/preview.ts";

const en = createText("en");
const zh = createText("zh");
const ME = "me";
const ann: NoticePerson = { userID: "ann", nickname: "Ann" };
const bob: NoticePerson = { userID: "bob", nickname: "Bob" };
const me: NoticePerson = { userID: ME, nickname: "Myself" };

const aRecord = (mediaType: CallMedia): CallRecord => ({
  roomID: "room",
  mediaType,
  result: "noAnswer",
  durationSeconds: 0,
});

const aGroupCall = (
  result: { state: "on"; invited: number } | { state: "over"; durationSeconds: number },
): MessageContent => ({
  type: "groupCall",
  call: { roomID: "room", mediaType: "voice", ...result },
});
const aMeeting = (subject: string): MessageContent => ({
  type: "meeting",
  meeting: { roomID: "room", subject, extra: {} },
});
const did = (notice: GroupNotice) => ({ type: "groupNotice" as const, notice });
const some = (...people: NoticePerson[]) => ({ people, count: people.length });
const silenced = (seconds: number) => did({ act: "memberMuted", by: ann, person: bob, seconds });

const preview = (content: MessageContent, text = en) => contentPreview(content, text, ME);

describe("contentPreview", () => {
  it.each<[string, MessageContent, string, string]>([
    ["3-39", { type: "text", text: "hello" }, "hello", "hello"],
    ["3-42", { type: "picture" }, "[Photo]", "[图片]"],
    ["3-43", { type: "video" }, "[Video]", "[视频]"],
    ["3-44", { type: "voice" }, "[Voice]", "[语音]"],
    ["3-45", { type: "location", name: "Old bridge" }, "[Location]Old bridge", "[位置]Old bridge"],
    ["3-46", { type: "card" }, "[Card]", "[名片]"],
    ["3-47", { type: "merge" }, "[Chat history]", "[聊天记录]"],
    ["3-48", { type: "file", fileName: "plan.pdf" }, "[File]plan.pdf", "[文件]plan.pdf"],
    ["3-49", { type: "quote", text: "yes", quoted: null }, "yes", "yes"],
    ["3-50", { type: "face" }, "[Emoji]", "[表情]"],
    ["3-51", { type: "revoked", revoker: ann, sender: ann }, "Ann recalled a message", "Ann撤回了一条消息"],
    ["3-52", { type: "friendAdded" }, "You're now friends", "你们已成为好友"],
    ["3-53", did({ act: "created", by: ann }), "Ann created the group", "Ann创建了群聊"],
    ["3-53", did({ act: "created", by: null }), "The group was created", "群聊已创建"],
    ["3-54", did({ act: "invited", by: ann, ...some(bob) }), "Ann invited Bob", "Ann邀请Bob加入了群聊"],
    ["3-55", did({ act: "removed", by: ann, ...some(bob) }), "Ann removed Bob", "Ann将Bob移出了群聊"],
    ["3-56", did({ act: "entered", by: bob }), "Bob joined the group", "Bob加入了群聊"],
    ["3-57", did({ act: "left", by: bob }), "Bob left the group", "Bob退出了群聊"],
    ["3-58", did({ act: "changed", by: ann }), "Ann changed the group details", "Ann修改了群聊信息"],
    [
      "3-59",
      did({ act: "transferred", by: ann, person: bob }),
      "Ann made Bob the owner",
      "Ann将群主转让给了Bob",
    ],
    ["3-60", did({ act: "dismissed", by: ann }), "Ann dismissed the group", "Ann解散了群聊"],
    ["3-61", did({ act: "muted", by: ann }), "Ann muted everyone", "Ann开启了全员禁言"],
    ["3-62", did({ act: "unmuted", by: ann }), "Ann unmuted everyone", "Ann关闭了全员禁言"],
    ["3-63", silenced(600), "Ann muted Bob for 10 minutes", "Ann将Bob禁言 10 分钟"],
    ["3-63", silenced(3600), "Ann muted Bob for 1 hour", "Ann将Bob禁言 1 小时"],
    ["3-63", silenced(2 * 86400), "Ann muted Bob for 2 days", "Ann将Bob禁言 2 天"],
    ["3-63", silenced(61), "Ann muted Bob for 2 minutes", "Ann将Bob禁言 2 分钟"],
    ["3-64", did({ act: "memberUnmuted", by: ann, person: bob }), "Ann unmuted Bob", "Ann解除了Bob的禁言"],
    [
      "3-65",
      did({ act: "announced", by: ann, text: "Tea\nat <b>5</b>" }),
      "Ann announced: Tea at <b>5</b>",
      "Ann发布了群公告：Tea at <b>5</b>",
    ],
    [
      "3-66",
      did({ act: "renamed", by: ann, name: "Crew {{name}}" }),
      "Ann renamed the group to “Crew {{name}}”",
      "Ann将群名称改为“Crew {{name}}”",
    ],
    ["3-67", { type: "burning", isOn: true }, "Disappearing messages are on", "已开启阅后即焚"],
    ["3-67", { type: "burning", isOn: false }, "Disappearing messages are off", "已关闭阅后即焚"],
    ["3-68", { type: "oaNotification", text: "Water is off" }, "Water is off", "Water is off"],
    ["3-71", { type: "custom", customType: 100 }, "[Call]", "[通话]"],
    ["2-97", { type: "callRecord", record: aRecord("voice") }, "[Voice call]", "[语音通话]"],
    ["2-97", { type: "callRecord", record: aRecord("video") }, "[Video call]", "[视频通话]"],
    ["3-71", { type: "custom", customType: 905 }, "[Meeting]", "[会议]"],
    ...[200, 201, 202, 203, 204].map((customType): [string, MessageContent, string, string] => [
      "3-71",
      { type: "custom", customType },
      "[Call]",
      "[通话]",
    ]),
    ["3-71", { type: "custom", customType: 1001 }, "[Custom message]", "[自定义消息]"],
    ["11-40", aGroupCall({ state: "on", invited: 2 }), "[Group call] A call is on", "[群通话] 正在进行"],
    [
      "11-40",
      aGroupCall({ state: "over", durationSeconds: 151 }),
      "[Group call] Ended, 02:31",
      "[群通话] 已结束 02:31",
    ],
    ["11-41", aMeeting(" Plan\nB"), "[Meeting] Plan B", "[会议] Plan B"],
    ["11-41", aMeeting(" "), "[Meeting]", "[会议]"],
    ["3-71", { type: "custom", customType: null }, "[Custom message]", "[自定义消息]"],
    ["3-73", { type: "notification" }, "[Notification]", "[通知]"],
    ["3-73", { type: "oaNotification", text: " " }, "[Notification]", "[通知]"],
    ["3-71", { type: "unsupported" }, "[Unsupported message type]", "[暂不支持的消息类型]"],
  ])("%s shows %o", (_, content, english, chinese) => {
    expect(preview(content)).toBe(english);
    expect(preview(content, zh)).toBe(chinese);
  });

  it("3-71 uses the word you for the user's own actions", () => {
    expect(preview({ type: "revoked", revoker: me, sender: me })).toBe("You recalled a message");
    expect(preview(did({ act: "created", by: me }))).toBe("You created the group");
    expect(preview(did({ act: "created", by: me }), zh)).toBe("你创建了群聊");
    expect(preview(did({ act: "removed", by: ann, ...some(me) }))).toBe("Ann removed you");
    expect(preview(did({ act: "removed", by: ann, ...some(me) }), zh)).toBe("Ann将你移出了群聊");
  });

  it("9-17 9-18 9-19 names at most three members and counts the others", () => {
    const invited = (count: number) => {
      const people = [bob, me, { userID: "u7", nickname: "" }].slice(0, count);
      return did({ act: "invited", by: ann, people, count });
    };
    expect(preview(invited(2))).toBe("Ann invited Bob, you");
    expect(preview(invited(3))).toBe("Ann invited Bob, you, u7");
    expect(preview(invited(4))).toBe("Ann invited Bob, you, u7 and 1 other");
    expect(preview(invited(5))).toBe("Ann invited Bob, you, u7 and 2 others");
    expect(preview(invited(5), zh)).toBe("Ann邀请Bob、你、u7和另外 2 人加入了群聊");
  });

  it("3-74 does not mistake placeholder characters in user text for a person", () => {
    const text = "\uE0000\uE001 \uE0001\uE001";
    expect(preview(did({ act: "announced", by: ann, text }))).toBe("Ann announced: 0 1");
    const strange = { userID: "u8", nickname: "\uE0001\uE001" };
    expect(noticeParts(did({ act: "transferred", by: strange, person: bob }), en, ME)).toEqual([
      strange,
      " made ",
      bob,
      " the owner",
    ]);
  });

  it("3-72 names both users when another user revokes the message", () => {
    const by = (revoker: NoticePerson, sender: NoticePerson) => preview({ type: "revoked", revoker, sender });
    expect(by(ann, bob)).toBe("Ann recalled a message sent by Bob");
    expect(by(ann, me)).toBe("Ann recalled a message sent by you");
    expect(by(me, bob)).toBe("You recalled a message sent by Bob");
    expect(preview({ type: "revoked", revoker: ann, sender: bob }, zh)).toBe("Ann撤回了Bob的一条消息");
  });

  it("3-73 shows the user id if there is no nickname, and Someone if there is no id", () => {
    const nobody = { userID: "", nickname: "" };
    const sender = { userID: "u7", nickname: "" };
    expect(preview({ type: "revoked", revoker: sender, sender })).toBe("u7 recalled a message");
    expect(preview({ type: "revoked", revoker: nobody, sender: nobody })).toBe("Someone recalled a message");
  });

  it("3-48 shortens a long file name in the middle and keeps its extension", () => {
    expect(preview({ type: "file", fileName: `${"holiday ".repeat(20)}.png.exe` })).toBe(
      "[File]holiday holiday hol….exe",
    );
    expect(preview({ type: "file", fileName: `${"发票".repeat(20)}.exe` })).toBe(
      "[File]发票发票发票发票发….exe",
    );
    expect(preview({ type: "file", fileName: `${"a".repeat(40)}.png.exe.` })).toMatch(/\.png\.exe\.$/);
  });

  it("3-75 shows markup and entities as written", () => {
    expect(preview({ type: "text", text: "<b>&amp;&nbsp;</b> {{name}}" })).toBe(
      "<b>&amp;&nbsp;</b> {{name}}",
    );
    expect(preview({ type: "file", fileName: "{{name}}<i>.txt" })).toBe("[File]{{name}}<i>.txt");
  });

  it("3-39 shows one line", () => {
    expect(preview({ type: "text", text: "\n one\n\n two\t three" })).toBe("one two three");
  });
});

describe("the names in a notice", () => {
  it("3-51 3-54 are links, and other messages name no users", () => {
    const naming = [{ type: "revoked", revoker: ann, sender: bob } as const, did({ act: "left", by: ann })];
    expect(naming.map(isNaming)).toEqual([true, true]);
    expect(isNaming({ type: "text", text: "Ann" })).toBe(false);
    expect(isNaming({ type: "friendAdded" })).toBe(false);
  });
});

describe("mentions", () => {
  const at = (text: string, ...mentions: { userID: string; name: string }[]) =>
    preview({ type: "at", text, mentions });

  it("3-40 shows the name in place of the id", () => {
    expect(at("@u1 hi", { userID: "u1", name: "Ann" })).toBe("@Ann hi");
  });

  it("3-41 supports ids with special characters, several ids, names with spaces, and ids inside ids", () => {
    expect(at("@a.+ and @b", { userID: "a.+", name: "Dot $& Plus" }, { userID: "b", name: "B" })).toBe(
      "@Dot $& Plus and @B",
    );
    expect(at("@12 @123 @1234", { userID: "12", name: "Ann" }, { userID: "123", name: "Bob Lee" })).toBe(
      "@Ann @Bob Lee @1234",
    );
    expect(at("@1你好@2", { userID: "1", name: "@2" }, { userID: "2", name: "Two" })).toBe("@@2你好@Two");
    expect(at("@u1 ", { userID: "u1", name: "" }, { userID: "", name: "Nobody" })).toBe("@u1 ");
  });

  it("3-41 prefers the longest matching id, in any order", () => {
    const [short, long] = [
      { userID: "ann", name: "Ann" },
      { userID: "ann.b", name: "Ann B" },
    ];
    expect(at("@ann.b and @ann", short, long)).toBe("@Ann B and @Ann");
    expect(at("@ann.b and @ann", long, short)).toBe("@Ann B and @Ann");
  });

  it("3-41 puts no name at an @ without an id", () => {
    expect(at("mail @ noon @u1", { userID: "u1", name: "Ann" }, { userID: "", name: "Nobody" })).toBe(
      "mail @ noon @Ann",
    );
    expect(at("@@u1", { userID: "u1", name: "Ann" })).toBe("@@Ann");
  });

  it("3-41 shows each mention beside the mention of everyone", () => {
    const [all, u1] = [
      { userID: "AtAllTag", name: "" },
      { userID: "u1", name: "Ann" },
    ];
    expect(at("@AtAllTag @u1", u1)).toBe("@everyone @Ann");
    expect(at("@AtAllTag @u1", all, u1)).toBe("@everyone @Ann");
    expect(splitMentions("@AtAllTag", [{ ...all, userID: "AtAllTag" }], "all")).toEqual([
      { kind: "mention", text: "@all", userID: "AtAllTag" },
    ]);
  });

  it("3-40 are found after thousands of spaces", () => {
    expect(at(`${" ".repeat(5000)}@u1 hi`, { userID: "u1", name: "Ann" })).toBe("@Ann hi");
  });

  it("3-41 translates the mention of everyone, listed or not", () => {
    const all = { userID: "AtAllTag", name: "@Everyone" };
    expect(at("@AtAllTag come", all)).toBe("@everyone come");
    expect(at("@AtAllTag come")).toBe("@everyone come");
    expect(contentPreview({ type: "at", text: "@AtAllTag 来", mentions: [all] }, zh, ME)).toBe("@所有人 来");
  });

  it("3-40 looks for mentions only in the part of a long text that a line can show", () => {
    let looks = 0;
    const mention = {
      get userID() {
        looks += 1;
        return "u1";
      },
      name: "Ann",
    };
    expect(at(`@u1${" @".repeat(100_000)}`, mention)).toMatch(/^@Ann @ @/);
    expect(looks).toBeLessThan(10_000);
  });

  it("3-41 changes only the mentions", () => {
    const id = fc.stringMatching(/^[a-z0-9.*+$(]{1,6}$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), id)), fc.array(id), (pieces, ids) => {
        const text = pieces.join("@");
        const mentions = ids.map((userID) => ({ userID, name: userID }));
        expect(mentionText(text, mentions, "AtAllTag")).toBe(text);
        const parts = splitMentions(text, mentions, "AtAllTag");
        expect(parts.every((part) => part.text !== "")).toBe(true);
      }),
    );
  });
});

describe("messagePreview", () => {
  const message = (content: MessageContent, sendID = "ann") => ({
    content,
    sendID,
    recvID: "",
    senderNickname: "Ann",
  });
  const inGroup = { text: en, selfID: ME, isGroup: true };

  it("3-71 names the sender in a group, the user as You, and no sender in a single chat", () => {
    const hello = { type: "text", text: "hello" } as const;
    expect(messagePreview(message(hello), inGroup)).toBe("Ann: hello");
    expect(messagePreview(message(hello, ME), inGroup)).toBe("You: hello");
    expect(messagePreview(message(hello, ME), { ...inGroup, text: zh })).toBe("我：hello");
    expect(messagePreview(message(hello), { ...inGroup, isGroup: false })).toBe("hello");
    expect(messagePreview({ ...message(hello), senderNickname: "" }, inGroup)).toBe("hello");
  });

  it.each([
    ["noAnswer", "[Voice call] Missed", "[Voice call] No answer"],
    ["cancelled", "[Voice call] Missed", "[Voice call] Cancelled"],
    ["declined", "[Voice call] Declined", "[Voice call] Declined"],
    ["completed", "[Voice call] 02:31", "[Voice call] 02:31"],
  ] as const)("2-97 shows the result of a call: %s", (result, called, calling) => {
    const record = { ...aRecord("voice"), result, durationSeconds: 151 };
    const single = { ...inGroup, isGroup: false };
    expect(messagePreview(message({ type: "callRecord", record }), single)).toBe(called);
    expect(messagePreview(message({ type: "callRecord", record }, ME), single)).toBe(calling);
    // The callee sends the record that the caller could not send.
    const byCallee = { ...record, isByCallee: true as const };
    const sent = { ...message({ type: "callRecord", record: byCallee }, ME), recvID: "ann" };
    expect(messagePreview(sent, single)).toBe(called);
  });

  it("3-71 shows notices without a sender", () => {
    expect(messagePreview(message({ type: "revoked", revoker: ann, sender: ann }), inGroup)).toBe(
      "Ann recalled a message",
    );
    expect(messagePreview(message({ type: "notification" }), inGroup)).toBe("[Notification]");
  });

  it("3-73 3-74 returns one line for any content and never throws", () => {
    const anything = fc.string({ unit: "binary" });
    const person = fc.record({ userID: anything, nickname: anything });
    const content: fc.Arbitrary<MessageContent> = fc.oneof(
      fc.record({ type: fc.constant("text" as const), text: anything }),
      fc.record({
        type: fc.constant("at" as const),
        text: anything,
        mentions: fc.array(fc.record({ userID: anything, name: anything })),
      }),
      fc.record({ type: fc.constant("quote" as const), text: anything, quoted: fc.constant(null) }),
      fc.record({
        type: fc.constantFrom(
          ...(["picture", "video", "voice", "card", "merge", "face"] as const),
          ...(["friendAdded", "notification", "unsupported"] as const),
        ),
      }),
      fc.record({ type: fc.constant("location" as const), name: anything }),
      fc.record({ type: fc.constant("file" as const), fileName: anything }),
      fc.record({ type: fc.constant("custom" as const), customType: fc.option(fc.integer()) }),
      fc.record({ type: fc.constant("revoked" as const), revoker: person, sender: person }),
      fc.record({
        type: fc.constant("groupNotice" as const),
        notice: fc.oneof(
          fc.record({ act: fc.constantFrom("created" as const), by: fc.option(person) }),
          fc.record({
            act: fc.constantFrom("invited" as const, "removed" as const),
            by: person,
            people: fc.array(person, { maxLength: 3 }),
            count: fc.nat(),
          }),
          fc.record({ act: fc.constant("memberMuted" as const), by: person, person, seconds: fc.integer() }),
          fc.record({ act: fc.constant("announced" as const), by: person, text: anything }),
          fc.record({ act: fc.constant("renamed" as const), by: person, name: anything }),
        ),
      }),
      fc.record({ type: fc.constant("oaNotification" as const), text: anything }),
    );
    fc.assert(
      fc.property(content, anything, fc.boolean(), (content, senderNickname, isGroup) => {
        for (const text of [en, zh]) {
          const line = messagePreview(
            { content, sendID: "x", recvID: "", senderNickname },
            { text, selfID: ME, isGroup },
          );
          expect(line).not.toMatch(/[\r\n]/);
          expect(line.length).toBeLessThanOrEqual(200);
        }
      }),
    );
  });
});
