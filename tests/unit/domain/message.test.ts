import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstUnread, isReached } from "../../../machines/conversation/unread-mark.ts";
import {
  amendMessages,
  authorOf,
  conversationWith,
  freshMessages,
  isNotice,
  type Message,
  type MessageContent,
  mergeMessages,
  messagesIn,
  newestID,
  oldestID,
  withoutNewest,
} from "../../../machines/domain/message.ts";
import { ANNA, aMessage, ME, someMessages } from "../../fakes/world.ts";

const ids = (messages: readonly Message[]) => messages.map(({ clientMsgID }) => clientMsgID);
const person = { userID: ANNA, nickname: "Anna" };

const anyMessage = fc
  .record({
    clientMsgID: fc.constantFrom(..."abcdefghijklmnop"),
    sendTime: fc.nat(9),
    seq: fc.nat(5),
    status: fc.constantFrom("sent" as const, "sending" as const, "failed" as const),
    isRead: fc.boolean(),
  })
  .map((changes) => aMessage(changes));

describe("a failed message", () => {
  const failed = aMessage({ status: "failed", failure: "blockedByPeer" });
  const stored = aMessage({ status: "failed" });

  it("8-36 keeps its failure when the SDK's copy has none", () => {
    expect(mergeMessages([failed], [stored])).toEqual([failed]);
    expect(mergeMessages([stored], [failed])).toEqual([failed]);
  });

  it("8-36 does not look failed while the outbox sends it again, whatever the SDK stored before", () => {
    const sending = aMessage({ status: "sending" });
    expect(mergeMessages([sending], [stored])[0]?.status).toBe("sending");
    expect(mergeMessages([sending], [failed])).toEqual([failed]);
  });

  it("8-36 takes the newer failure, and none after it is sent", () => {
    const again = aMessage({ status: "failed", failure: "network" });
    const sent = aMessage({ status: "sent" });
    expect(mergeMessages([failed], [again])).toEqual([again]);
    expect(mergeMessages([failed], [sent])).toEqual([sent]);
  });
});

describe("a quoted message", () => {
  const unknown = { clientMsgID: "original", sendID: "", senderNickname: "", content: null };
  const known = { ...unknown, sendID: ME, content: { type: "text" as const, text: "No" } };
  const replyTo = (quoted: typeof unknown | typeof known) =>
    aMessage({ clientMsgID: "reply", content: { type: "quote", text: "Yes", quoted } });

  it("3-49 is shown when the original is found, and is kept over an older copy of the reply", () => {
    const found = amendMessages([replyTo(unknown)], {
      type: "im.quoted",
      clientMsgID: "reply",
      quoted: known,
    });
    expect(found).toEqual([replyTo(known)]);
    expect(mergeMessages(found, [replyTo(unknown)])).toEqual([replyTo(known)]);
    expect(mergeMessages([replyTo(unknown)], [replyTo(known)])).toEqual([replyTo(known)]);
  });

  it("3-49 is taken from the reply that is loaded now, if it is another one or was not known", () => {
    const other = { ...known, clientMsgID: "other", content: null };
    const at = (quoted: typeof unknown | typeof known | null) =>
      aMessage({ clientMsgID: "reply", content: { type: "at", text: "Yes", mentions: [], quoted } });
    const plain = aMessage({ clientMsgID: "reply" });
    const again = { ...known, content: { type: "text" as const, text: "Never" } };
    expect(mergeMessages([at(known)], [at(unknown)])).toEqual([at(known)]);
    expect(mergeMessages([replyTo(known)], [replyTo(other)])).toEqual([replyTo(other)]);
    expect(mergeMessages([replyTo(known)], [replyTo(again)])).toEqual([replyTo(again)]);
    expect(mergeMessages([at(known)], [at(null)])).toEqual([at(null)]);
    expect(mergeMessages([at(null)], [at(unknown)])).toEqual([at(unknown)]);
    expect(mergeMessages([replyTo(known)], [at(unknown)])).toEqual([at(unknown)]);
    expect(mergeMessages([replyTo(known)], [plain])).toEqual([plain]);
    expect(mergeMessages([plain], [replyTo(unknown)])).toEqual([replyTo(unknown)]);
  });

  it("3-49 changes only its reply", () => {
    const others = [aMessage({ clientMsgID: "reply" }), { ...replyTo(unknown), clientMsgID: "other" }];
    expect(amendMessages(others, { type: "im.quoted", clientMsgID: "reply", quoted: known })).toEqual(others);
  });
});

describe("merged messages", () => {
  it("4-61 contain each message once, in any order of arrival", () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyMessage)), (bursts) => {
        const merged = bursts.reduce<readonly Message[]>((known, burst) => mergeMessages(known, burst), []);
        expect(new Set(ids(merged)).size).toBe(merged.length);
        expect(new Set(ids(merged))).toEqual(new Set(ids(bursts.flat())));
      }),
    );
  });

  it("are sorted oldest first, with pending messages last", () => {
    fc.assert(
      fc.property(fc.array(anyMessage), (messages) => {
        const merged = mergeMessages([], messages);
        const sending = merged.findIndex(({ status }) => status === "sending");
        const there = sending < 0 ? merged : merged.slice(0, sending);
        expect(merged.slice(there.length).every(({ status }) => status === "sending")).toBe(true);
        const times = there.map(({ sendTime }) => sendTime);
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }),
    );
  });

  it("have the same order on every device: by time, then by seq, then by id", () => {
    const sent = (clientMsgID: string, sendTime: number, seq: number) =>
      aMessage({ clientMsgID, sendTime, seq });
    const sorted = [sent("z", 1, 9), sent("y", 2, 1), sent("a", 2, 2), sent("b", 2, 2), sent("c", 2, 2)];
    expect(mergeMessages([], sorted.toReversed())).toEqual(sorted);
    expect(mergeMessages(sorted.slice(2), sorted.slice(0, 2))).toEqual(sorted);
    const waiting = aMessage({ clientMsgID: "0", sendTime: 0, seq: 0, status: "sending" });
    expect(mergeMessages([waiting], sorted)).toEqual([...sorted, waiting]);
  });

  it("are the same list if nothing came", () => {
    const known = someMessages(2);
    expect(mergeMessages(known, [])).toBe(known);
  });

  it("4-61 keep sequence number, read mark and revocation over an older copy", () => {
    const known = amendMessages([aMessage({ clientMsgID: "a", seq: 7, isRead: true })], {
      type: "im.revoked",
      clientMsgID: "a",
      revoker: person,
      sender: person,
    });
    const [after] = mergeMessages(known, [
      aMessage({ clientMsgID: "a", seq: 0, isRead: false, text: "again" }),
    ]);
    expect(after).toMatchObject({ seq: 7, isRead: true, content: { type: "revoked" } });
  });

  it("4-62 stay when another user revokes or deletes an own message with the same id", () => {
    const messages = [aMessage({ clientMsgID: "a", sendID: "ann" })];
    const stranger = { userID: "carl", nickname: "Carl" };
    const revoked = { type: "im.revoked" as const, clientMsgID: "a", revoker: stranger, sender: stranger };
    expect(amendMessages(messages, revoked)).toEqual(messages);
    expect(amendMessages(messages, { type: "im.deleted", clientMsgID: "a", sendID: "carl" })).toEqual(
      messages,
    );
    expect(amendMessages(messages, { type: "im.deleted", clientMsgID: "a", sendID: "ann" })).toEqual([]);
  });

  it("4-62 keep the position of a revoked message", () => {
    const messages = someMessages(3);
    const middle = messages[1]?.clientMsgID ?? "";
    const after = amendMessages(messages, {
      type: "im.revoked",
      clientMsgID: middle,
      revoker: person,
      sender: person,
    });
    expect(ids(after)).toEqual(ids(messages));
    expect(after.map(({ content }) => content.type)).toEqual(["text", "revoked", "text"]);
  });

  it("change only the messages that a read mark names", () => {
    const messages = someMessages(3, 1, { isRead: false });
    const [first, second, third] = messages;
    const after = amendMessages(messages, { type: "im.read", clientMsgIDs: [second?.clientMsgID ?? ""] });
    expect(after[1]?.isRead).toBe(true);
    expect([after[0], after[2]]).toEqual([first, third]);
    expect(after[0]).toBe(first);
    expect(after[1]).toEqual({ ...second, isRead: true });
  });
});

describe("the first unread message", () => {
  const messages = someMessages(6).map((message, index) =>
    index === 3 ? { ...message, sendID: ME } : message,
  );
  const timeOf = (seq: number) => aMessage({ seq }).sendTime;

  it("is the first unread message of other users", () => {
    expect(firstUnread(messages, { count: 3, until: timeOf(6) }, ME)).toBe("message-3");
    expect(firstUnread(messages, { count: 1, until: timeOf(6) }, ME)).toBe("message-6");
  });

  it("is unknown until it and the newest message of that time are loaded", () => {
    expect(firstUnread(messages.slice(4), { count: 3, until: timeOf(6) }, ME)).toBeNull();
    expect(firstUnread(messages.slice(0, 5), { count: 3, until: timeOf(6) }, ME)).toBeNull();
    const onItsWay = aMessage({ seq: 9, sendID: ME, status: "sending" });
    expect(firstUnread([...messages.slice(0, 5), onItsWay], { count: 3, until: timeOf(6) }, ME)).toBeNull();
  });

  it("does not change when new messages arrive", () => {
    const later = [...messages, aMessage({ seq: 9 })];
    expect(firstUnread(later, { count: 3, until: timeOf(6) }, ME)).toBe("message-3");
  });

  it("is counted from the end if the newest message was deleted", () => {
    expect(firstUnread(messages, { count: 3, until: 0 }, ME)).toBe("message-3");
  });

  it("is counted as the server counts, including notices and revoked messages", () => {
    const others = { userID: "p", nickname: "P" };
    const last = messages.length;
    const notice = aMessage({ seq: last + 1, content: { type: "friendAdded" } });
    const recalled = aMessage({
      seq: last + 2,
      content: { type: "revoked", revoker: others, sender: others },
    });
    const all = [...messages, notice, recalled];
    expect(firstUnread(all, { count: 2, until: recalled.sendTime }, ME)).toBe(notice.clientMsgID);
  });
});

describe("the first unread message by its seq", () => {
  /** Messages 4 to 6 are unread. */
  const mark = { count: 3, until: aMessage({ seq: 6 }).sendTime, seq: 4 };
  const messages = someMessages(6);
  const without = (...seqs: number[]) => messages.filter(({ seq }) => !seqs.includes(seq));

  it("4-61 is the one that the count leads to", () => {
    expect(firstUnread(messages, mark, ME)).toBe("message-4");
    expect(firstUnread(messages.slice(3), mark, ME)).toBe("message-4");
  });

  it("4-61 is not before that seq while messages of a gap, deleted or hidden ones are missing", () => {
    expect(firstUnread(without(4, 5), mark, ME)).toBe("message-6");
    expect(firstUnread(without(4), mark, ME)).toBe("message-5");
    expect(firstUnread(without(5), mark, ME)).toBe("message-4");
    expect(firstUnread(without(1, 2, 3, 4), mark, ME)).toBeNull();
    expect(
      firstUnread([aMessage({ seq: 0, clientMsgID: "failed" }), ...without(1, 2, 3, 4)], mark, ME),
    ).toBeNull();
    expect(firstUnread(without(6), mark, ME)).toBeNull();
  });

  it("4-61 is the user's own message at no time, whether the count has it or not", () => {
    const mine = messages.map((one) => (one.seq === 4 || one.seq === 7 ? { ...one, sendID: ME } : one));
    expect(firstUnread(mine, mark, ME)).toBe("message-3");
    expect(firstUnread(mine.slice(3), mark, ME)).toBe("message-5");
    expect(firstUnread([...messages, aMessage({ seq: 7, sendID: ME })], mark, ME)).toBe("message-4");
    expect(firstUnread([...without(4), aMessage({ seq: 7, sendID: ME })], mark, ME)).toBe("message-5");
  });
});

describe("the place of the first unread message", () => {
  const messages = [...someMessages(6), aMessage({ seq: 0, sendID: ME, clientMsgID: "failed" })];
  const mark = (seq: number) => ({ count: 3, until: 0, seq });
  const see = (inSight: string[], seq: number, placedID: string | null = null) =>
    isReached(messages, { mark: mark(seq), placedID, inSight });

  it("4-61 is reached where it or an older message is in view", () => {
    expect(see(["message-5", "message-6"], 4)).toBe(false);
    expect(see(["message-4", "message-5"], 4)).toBe(true);
    expect(see(["message-2"], 4)).toBe(true);
    expect(see([], 4)).toBe(false);
  });

  it("4-61 is not reached with an unsent message, or one that is not loaded", () => {
    expect(see(["failed"], 4)).toBe(false);
    expect(see(["message-3"], 0)).toBe(false);
    expect(see(["unknown"], 4)).toBe(false);
  });

  it("4-61 is that of the line, once it is placed", () => {
    expect(see(["message-3"], 4, "message-2")).toBe(false);
    expect(see(["message-2"], 4, "message-2")).toBe(true);
    expect(see(["message-5"], 4, "message-5")).toBe(true);
    expect(see(["failed"], 4, "failed")).toBe(true);
  });
});

describe("the history window", () => {
  it("ends with a message that is on the server, so that paging can continue there", () => {
    const own = (seq: number) => aMessage({ seq, status: "failed" });
    const messages = [...someMessages(3), own(4), aMessage({ seq: 5 }), own(6), own(7), aMessage({ seq: 8 })];
    expect(ids(withoutNewest(messages, 7))).toEqual([1, 2, 3, 4, 5].map((seq) => `message-${seq}`));
  });

  it("continues after the newest message with a sequence number", () => {
    const messages = [...someMessages(2), aMessage({ seq: 3, status: "sending" })];
    expect(newestID(messages)).toBe("message-2");
    expect(newestID([])).toBe("");
  });
});

describe("a list of messages", () => {
  const messages = [...someMessages(2), aMessage({ seq: 3, conversationID: "another" })];

  it("has those of one conversation, and those that are new or changed", () => {
    expect(ids(messagesIn("another", messages))).toEqual(["message-3"]);
    expect(freshMessages(messages, messages.slice(0, 2))).toEqual(messages.slice(2));
    expect(freshMessages([{ ...aMessage(), isRead: true }], [aMessage()])).toHaveLength(1);
  });

  it("begins with the message from which older ones are requested", () => {
    expect(oldestID(messages)).toBe("message-1");
    expect(oldestID([])).toBeNull();
  });
});

describe("a message in its chat", () => {
  it("belongs to the same chat for both users", () => {
    expect([conversationWith("b", "a"), conversationWith("a", "b")]).toEqual(["si_a_b", "si_a_b"]);
    expect(conversationWith("B", "a")).toBe("si_B_a");
  });

  it("is a bubble, or a line in the middle", () => {
    const notice = { act: "announced" as const, by: person, text: "" };
    const lines: MessageContent[] = [
      { type: "revoked", revoker: person, sender: person },
      { type: "friendAdded" },
      { type: "groupNotice", notice },
      { type: "burning", isOn: true },
      { type: "oaNotification", text: "" },
      { type: "notification" },
    ];
    const bubbles: MessageContent[] = [
      { type: "text", text: "" },
      { type: "custom", customType: 1 },
      { type: "unsupported" },
    ];
    expect([...lines, ...bubbles].map(isNotice)).toEqual([
      ...lines.map(() => true),
      ...bubbles.map(() => false),
    ]);
  });

  it("R21 2-97 is of the caller if it is a call record, also if the callee wrote it", () => {
    const record = { roomID: "r", mediaType: "voice", result: "noAnswer", durationSeconds: 0 } as const;
    const by = (changes: object) =>
      authorOf(aMessage({ content: { type: "callRecord", record: { ...record, ...changes } } }));
    expect([by({}), by({ isByCallee: true })]).toEqual([ANNA, ME]);
    expect(authorOf(aMessage())).toBe(ANNA);
  });
});
