import type { Black, ContactEvent, Friend, Group, GroupEvent } from "../domain/people.ts";

export interface ContactLists {
  friends: readonly Friend[];
  groups: readonly Group[];
  blacks: readonly Black[];
}

/** Events that include the new data; other events need a reload. */
export type ContactNews =
  | Exclude<ContactEvent, { type: "im.contactsChanged" }>
  | Extract<GroupEvent, { type: "im.groupChanged" | "im.groupLeft" | "im.groupDismissed" }>;

/** Returns the lists after the event: replaces or adds an entry, without duplicates (4-31 to 4-33, 4-35). */
export function contactsAfter({ friends, groups, blacks }: ContactLists, news: ContactNews): ContactLists {
  switch (news.type) {
    case "im.friendChanged":
      return { friends: withOne(friends, news.friend, byUser(news.friend)), groups, blacks };
    case "im.friendRemoved":
      return { friends: friends.filter(not(byUser(news))), groups, blacks };
    case "im.groupChanged":
      // If the group is missing, the user left it, and this change is late.
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

/** Merges reloaded lists: equal entries and unchanged lists keep their object identity. */
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

/** Shallow comparison; both have the same fields with primitive values. */
function saysSame<Entry extends object>(a: Entry, b: Entry): boolean {
  for (const field in b) if (a[field] !== b[field]) return false;
  return true;
}

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
