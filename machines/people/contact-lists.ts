/** A person's contacts, and how what is reported of one changes them. */
import type { Black, ContactEvent, Friend, Group, GroupEvent } from "../domain/people.ts";

export interface ContactLists {
  friends: readonly Friend[];
  groups: readonly Group[];
  blacks: readonly Black[];
}

/** What says by itself how the lists are to change. */
export type ContactNews =
  | Exclude<ContactEvent, { type: "im.contactsChanged" }>
  | Extract<GroupEvent, { type: "im.groupChanged" | "im.groupLeft" | "im.groupDismissed" }>;

/** The lists after the news: what is known is replaced, never doubled (4-31 to 4-33, 4-35). */
export function contactsAfter({ friends, groups, blacks }: ContactLists, news: ContactNews): ContactLists {
  switch (news.type) {
    case "im.friendChanged":
      return { friends: withOne(friends, news.friend, byUser(news.friend)), groups, blacks };
    case "im.friendRemoved":
      return { friends: friends.filter(not(byUser(news))), groups, blacks };
    case "im.groupChanged":
      // A group that is not there was left, and its last change came late.
      return { friends, groups: groups.map((one) => (byGroup(news.group)(one) ? news.group : one)), blacks };
    case "im.groupLeft":
    case "im.groupDismissed":
      return { friends, groups: groups.filter(not(byGroup(news))), blacks };
    case "im.blackChanged":
      return { friends, groups, blacks: withOne(blacks, news.person, byUser(news.person)) };
    case "im.blackRemoved":
      return { friends, groups, blacks: blacks.filter(not(byUser(news))) };
  }
}

/** Lists read anew: what says the same as before is the same object, and so is a list in which nothing is new. */
export function renewedLists(before: ContactLists, read: ContactLists): ContactLists {
  return {
    friends: renewed(before.friends, read.friends, ({ userID }) => userID),
    groups: renewed(before.groups, read.groups, ({ groupID }) => groupID),
    blacks: renewed(before.blacks, read.blacks, ({ userID }) => userID),
  };
}

function renewed<Entry extends object>(
  before: readonly Entry[],
  read: readonly Entry[],
  idOf: (entry: Entry) => string,
): readonly Entry[] {
  const known = new Map(before.map((entry) => [idOf(entry), entry]));
  const list = read.map((entry) => {
    const old = known.get(idOf(entry));
    return old && saysSame(old, entry) ? old : entry;
  });
  const isSame = list.length === before.length && list.every((entry, index) => entry === before[index]);
  return isSame ? before : list;
}

/** Both have the same fields, of plain values. */
function saysSame<Entry extends object>(a: Entry, b: Entry): boolean {
  for (const field in b) if (a[field] !== b[field]) return false;
  return true;
}

/** `list` with `entry` in the place of the one it replaces, or at the end. */
function withOne<Entry>(
  list: readonly Entry[],
  entry: Entry,
  isSame: (one: Entry) => boolean,
): readonly Entry[] {
  return list.some(isSame) ? list.map((one) => (isSame(one) ? entry : one)) : [...list, entry];
}

function byUser({ userID }: { userID: string }) {
  return (one: { userID: string }) => one.userID === userID;
}

function byGroup({ groupID }: { groupID: string }) {
  return (one: { groupID: string }) => one.groupID === groupID;
}

function not<Entry>(is: (one: Entry) => boolean) {
  return (one: Entry) => !is(one);
}
