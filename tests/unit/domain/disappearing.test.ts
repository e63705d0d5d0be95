import { describe, expect, it } from "vitest";
import {
  BURN_TIMES,
  type BurnTimer,
  burnTimeOf,
  isBurnt,
  isUnkept,
  nextOf,
  readHere,
  readThere,
  withTimers,
} from "../../../machines/domain/disappearing.ts";
import { ANNA, aConversation, aMessage, ME, NOON, singleChatID } from "../../fakes/world.ts";

const timer = (clientMsgID: string, readAt: number | null, changes: Partial<BurnTimer> = {}): BurnTimer => ({
  clientMsgID,
  conversationID: singleChatID(ANNA),
  sendTime: NOON - 1000,
  isOwn: false,
  seconds: 10,
  readAt,
  isKept: false,
  ...changes,
});
const secret = aMessage({ clientMsgID: "secret", burn: { seconds: 10, readAt: null } });
const at = { userID: ME, now: NOON };

describe("disappearing messages", () => {
  it("3-67 expire when their time is over, not before", () => {
    const message = (readAt: number | null) => ({ burn: { seconds: 10, readAt } });
    expect(isBurnt(message(NOON), NOON + 9999)).toBe(false);
    expect(isBurnt(message(NOON), NOON + 10_000)).toBe(true);
    expect(isBurnt(message(null), NOON)).toBe(false);
    expect(isBurnt({}, NOON)).toBe(false);
  });

  it("3-67 expire in the order of their end, not of their read time", () => {
    const long = timer("long", NOON, { seconds: 60 });
    const short = timer("short", NOON + 1000);
    expect(nextOf([timer("unread", null), long, short, timer("as short", NOON + 1000)])).toBe(short);
    expect(nextOf([short, long])).toBe(short);
    expect(nextOf([timer("unread", null)])).toBeNull();
  });

  it("3-67 count a read time in the future as now", () => {
    const [met] = withTimers([], [{ ...secret, burn: { seconds: 10, readAt: NOON + 86_400_000 } }], at);
    expect(met?.readAt).toBe(NOON);
  });

  it("3-67 use an earlier read time and never a later one", () => {
    const read = (readAt: number) => [{ ...secret, isRead: true, burn: { seconds: 10, readAt } }];
    const known = [timer("secret", NOON - 2000)];
    expect(withTimers(known, read(NOON - 5000), at)[0]?.readAt).toBe(NOON - 5000);
    expect(withTimers(known, read(NOON - 1000), at)[0]?.readAt).toBe(NOON - 2000);
    expect(withTimers(known, [secret], at)[0]?.readAt).toBe(NOON - 2000);
  });

  it("3-67 stay the same object when nothing changed", () => {
    const known = withTimers([], [{ ...secret, isRead: true }], at);
    expect(withTimers(known, [{ ...secret, isRead: true }], { ...at, now: NOON + 5000 })[0]).toBe(known[0]);
  });

  it("3-67 are read when their conversation has no unread messages, up to its latest message", () => {
    const timers = [
      timer("secret", null),
      timer("newer", null, { sendTime: NOON + 1 }),
      timer("own", null, { isOwn: true }),
    ];
    const row = aConversation({ latestMsgSendTime: NOON, unreadCount: 0 });
    const unread = aConversation({ conversationID: "si_other", unreadCount: 1 });
    expect(readHere(timers, [unread, row], NOON + 5)).toEqual([
      timer("secret", NOON + 5),
      timer("newer", null, { sendTime: NOON + 1 }),
      timer("own", null, { isOwn: true }),
    ]);
    expect(readHere(timers, [{ ...row, unreadCount: 1 }], NOON)).toEqual(timers);
    expect(readHere(timers, [{ ...row, conversationID: "si_other" }], NOON)).toEqual(timers);
    expect(readHere([timer("known", NOON)], [row], NOON + 5)).toEqual([timer("known", NOON)]);
  });

  it("3-67 are read by the peer only if they are the user's own, and need no mark", () => {
    const timers = [
      timer("own", null, { isOwn: true }),
      timer("hers", null),
      timer("other", null, { isOwn: true }),
    ];
    expect(readThere(timers, { clientMsgIDs: ["own", "hers"] }, NOON)).toEqual([
      timer("own", NOON, { isOwn: true, isKept: true }),
      timer("hers", null),
      timer("other", null, { isOwn: true }),
    ]);
    const at = (readAt: number) => readThere(timers, { clientMsgIDs: ["own"], readAt }, NOON)[0]?.readAt;
    expect([at(NOON - 5000), at(NOON + 5000)]).toEqual([NOON - 5000, NOON]);
  });

  it("3-67 can stay from ten seconds to a day", () => {
    expect(BURN_TIMES).toEqual([10, 30, 60, 300, 3600, 86_400]);
  });

  it.each([
    [0, 30],
    [-5, 30],
    [Number.NaN, 30],
    [0.2, 1],
    [1, 1],
    [45.4, 45],
    [604_800, 604_800],
    [604_801, 604_800],
  ])("3-67 of a chat with the time %d stay %d seconds", (chosen, seconds) => {
    expect(burnTimeOf(chosen)).toBe(seconds);
  });

  it("3-67 have a timer only if they disappear and are sent", () => {
    const sending = { ...secret, clientMsgID: "sending", status: "sending" as const };
    const plain = aMessage({ clientMsgID: "plain" });
    expect(withTimers([], [sending, plain, secret], at).map(({ clientMsgID }) => clientMsgID)).toEqual([
      "secret",
    ]);
  });

  it("3-67 are counted from now if they are read without a time, and not before they are read", () => {
    expect(withTimers([], [secret], at)[0]?.readAt).toBeNull();
    expect(withTimers([], [{ ...secret, isRead: true }], at)[0]?.readAt).toBe(NOON);
  });

  it("3-67 know their sender, and whether their read time is stored", () => {
    const mine = { ...secret, clientMsgID: "mine", sendID: ME };
    const stored = { ...secret, clientMsgID: "stored", burn: { seconds: 10, readAt: NOON - 1000 } };
    const timers = withTimers([], [mine, stored, { ...secret, isRead: true }], at);
    expect(timers.map(({ isOwn }) => isOwn)).toEqual([true, false, false]);
    expect(timers.map(({ isKept }) => isKept)).toEqual([false, true, false]);
    expect(timers.filter(isUnkept).map(({ clientMsgID }) => clientMsgID)).toEqual(["secret"]);
    const again = withTimers(timers, [{ ...stored, burn: { seconds: 20, readAt: null } }], at);
    expect(again.map(({ isKept, seconds }) => [isKept, seconds])).toEqual([
      [false, 10],
      [true, 20],
      [false, 10],
    ]);
  });
});
