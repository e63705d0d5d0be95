import { describe, expect, it } from "vitest";
import {
  type Fuse,
  isBurnt,
  meet,
  nextOf,
  readHere,
  readThere,
} from "../../../machines/domain/disappearing.ts";
import { ANNA, aConversation, aMessage, ME, NOON, singleChatID } from "../../fakes/world.ts";

const fuse = (clientMsgID: string, readAt: number | null, changes: Partial<Fuse> = {}): Fuse => ({
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
    const long = fuse("long", NOON, { seconds: 60 });
    const short = fuse("short", NOON + 1000);
    expect(nextOf([fuse("unread", null), long, short, fuse("as short", NOON + 1000)])).toBe(short);
    expect(nextOf([short, long])).toBe(short);
    expect(nextOf([fuse("unread", null)])).toBeNull();
  });

  it("3-67 count a read time in the future as now", () => {
    const [met] = meet([], [{ ...secret, burn: { seconds: 10, readAt: NOON + 86_400_000 } }], at);
    expect(met?.readAt).toBe(NOON);
  });

  it("3-67 use an earlier read time and never a later one", () => {
    const read = (readAt: number) => [{ ...secret, isRead: true, burn: { seconds: 10, readAt } }];
    const known = [fuse("secret", NOON - 2000)];
    expect(meet(known, read(NOON - 5000), at)[0]?.readAt).toBe(NOON - 5000);
    expect(meet(known, read(NOON - 1000), at)[0]?.readAt).toBe(NOON - 2000);
    expect(meet(known, [secret], at)[0]?.readAt).toBe(NOON - 2000);
  });

  it("3-67 stay the same object when nothing changed", () => {
    const known = meet([], [{ ...secret, isRead: true }], at);
    expect(meet(known, [{ ...secret, isRead: true }], { ...at, now: NOON + 5000 })[0]).toBe(known[0]);
  });

  it("3-67 are read when their conversation has no unread messages, up to its latest message", () => {
    const fuses = [
      fuse("secret", null),
      fuse("newer", null, { sendTime: NOON + 1 }),
      fuse("own", null, { isOwn: true }),
    ];
    const row = aConversation({ latestMsgSendTime: NOON, unreadCount: 0 });
    const read = readHere(fuses, [row], NOON + 5).map(({ readAt }) => readAt);
    expect(read).toEqual([NOON + 5, null, null]);
    expect(readHere(fuses, [{ ...row, unreadCount: 1 }], NOON)).toEqual(fuses);
    expect(readHere(fuses, [{ ...row, conversationID: "si_other" }], NOON)).toEqual(fuses);
    expect(readHere([fuse("known", NOON)], [row], NOON + 5)).toEqual([fuse("known", NOON)]);
  });

  it("3-67 are read by the peer only if they are the user's own, and need no mark", () => {
    const fuses = [
      fuse("own", null, { isOwn: true }),
      fuse("hers", null),
      fuse("other", null, { isOwn: true }),
    ];
    const read = readThere(fuses, { clientMsgIDs: ["own", "hers"] }, NOON);
    expect(read.map(({ readAt, isKept }) => [readAt, isKept])).toEqual([
      [NOON, true],
      [null, false],
      [null, false],
    ]);
    const at = (readAt: number) => readThere(fuses, { clientMsgIDs: ["own"], readAt }, NOON)[0]?.readAt;
    expect([at(NOON - 5000), at(NOON + 5000)]).toEqual([NOON - 5000, NOON]);
  });
});
