/** What the menu of a message offers. */
import { describe, expect, it } from "vitest";
import {
  canAnswer,
  choicesFor,
  maySupervise,
  wordingOf,
} from "../../../machines/conversation/message-permissions.ts";
import type { Message, MessageContent } from "../../../machines/domain/message.ts";
import { ANNA, aMember, aMessage, BEN, ME, NOON } from "../../fakes/world.ts";

const own = (changes: Partial<Message> = {}) => aMessage({ sendID: ME, recvID: ANNA, ...changes });
const offered = (message: Message, isSupervisor?: boolean) =>
  choicesFor(message, { userID: ME, now: NOON, ...(isSupervisor === undefined ? {} : { isSupervisor }) });

const BURN = { seconds: 30, readAt: null };
const RECORD = { roomID: "r", mediaType: "voice", result: "noAnswer", durationSeconds: 0 } as const;
const WORDS = ["copy", "selectText"];
const TEXT: MessageContent = { type: "text", text: "Hi" };
const FILE: MessageContent = { type: "file", fileName: "a.pdf" };

describe("the menu of a message", () => {
  it.each<[string, Message, readonly string[]]>([
    ["another user's", aMessage(), [...WORDS, "reply", "forward", "select", "delete"]],
    [
      "this user's of two minutes ago",
      own({ sendTime: NOON - 120_000 }),
      [...WORDS, "reply", "forward", "select", "recall", "delete"],
    ],
    [
      "this user's that is older",
      own({ sendTime: NOON - 120_001 }),
      [...WORDS, "reply", "forward", "select", "delete"],
    ],
    ["this user's that is being sent", own({ status: "sending", sendTime: NOON }), WORDS],
    [
      "this user's that failed",
      own({ status: "failed", sendTime: NOON }),
      ["retry", ...WORDS, "select", "delete"],
    ],
    ["another user's that failed", aMessage({ status: "failed" }), [...WORDS, "select", "delete"]],
    ["a disappearing one", aMessage({ burn: BURN }), ["select", "delete"]],
    [
      "a reply",
      aMessage({ content: { type: "quote", text: "Hi", quoted: null } }),
      [...WORDS, "reply", "forward", "select", "delete"],
    ],
    [
      "a text with mentions",
      aMessage({ content: { type: "at", text: "Hi", mentions: [] } }),
      [...WORDS, "reply", "forward", "select", "delete"],
    ],
    ["a file", aMessage({ content: FILE }), ["reply", "forward", "select", "delete"]],
    ["a notice", aMessage({ content: { type: "friendAdded" } }), ["reply", "delete"]],
    [
      "the record of a call to this user that this user wrote for the caller",
      own({
        sendTime: NOON,
        content: { type: "callRecord", record: { ...RECORD, isByCallee: true } },
      }),
      ["reply", "select", "delete"],
    ],
    [
      "the record of a call of this user",
      own({ sendTime: NOON, content: { type: "callRecord", record: RECORD } }),
      ["reply", "select", "recall", "delete"],
    ],
  ])("%s offers this", (_, message, choices) => {
    expect(offered(message)).toEqual(choices);
  });

  it("offers the owner of a group to recall a message of any age", () => {
    expect(offered(aMessage(), true)).toContain("recall");
    expect(offered(aMessage(), false)).not.toContain("recall");
    expect(offered(aMessage({ status: "failed" }), true)).not.toContain("recall");
  });

  it("lets a user quote only what is sent and stays", () => {
    expect(canAnswer({ status: "sent" })).toBe(true);
    expect(canAnswer({ status: "failed" })).toBe(false);
    expect(canAnswer({ status: "sent", burn: BURN })).toBe(false);
  });
});

describe("the words to edit after a recall", () => {
  const mentions = [{ userID: ANNA, name: "Anna" }];
  const quoted = { clientMsgID: "m1", sendID: ANNA, senderNickname: "Anna", content: TEXT };
  it.each<[string, Message, ReturnType<typeof wordingOf>]>([
    ["an own text", own({ content: TEXT }), { text: "Hi", mentions: [] }],
    [
      "an own reply",
      own({ content: { type: "quote", text: "Hi", quoted: null } }),
      { text: "Hi", mentions: [] },
    ],
    [
      "an own text with mentions",
      own({ content: { type: "at", text: "Hi", mentions } }),
      { text: "Hi", mentions },
    ],
    [
      "an own reply to a message that is known",
      own({ content: { type: "quote", text: "Hi", quoted } }),
      { text: "Hi", mentions: [], answered: "m1" },
    ],
    [
      "an own reply with mentions",
      own({ content: { type: "at", text: "Hi", mentions, quoted } }),
      { text: "Hi", mentions, answered: "m1" },
    ],
    ["an own file", own({ content: FILE }), null],
    ["another user's text", aMessage({ content: TEXT }), null],
  ])("of %s", (_, message, words) => {
    expect(wordingOf(message, ME)).toEqual(words);
  });
});

describe("who may recall messages of others in a group", () => {
  const member = (userID: string, roleLevel: number) => aMember({ userID, roleLevel });
  const [OWNER, ADMIN, PLAIN] = [100, 60, 20];

  it.each([
    ["the owner those of an admin", OWNER, ADMIN, true],
    ["an admin those of a member", ADMIN, PLAIN, true],
    ["an admin those of another admin", ADMIN, ADMIN, false],
    ["an admin those of the owner", ADMIN, OWNER, false],
    ["a member those of a member", PLAIN, PLAIN, false],
  ])("%s", (_, mine, theirs, may) => {
    expect(maySupervise([member(ME, mine), member(BEN, theirs)], ME, BEN)).toBe(may);
  });

  it("an admin their own, and those of a user who left", () => {
    const members = [member(ME, ADMIN)];
    expect([maySupervise(members, ME, ME), maySupervise(members, ME, BEN)]).toEqual([true, true]);
  });

  it("nobody who is not in the group", () => {
    expect(maySupervise([], ME, BEN)).toBe(false);
    expect(maySupervise([member(BEN, PLAIN)], ME, BEN)).toBe(false);
  });
});
