import type { Friend, Group } from "../../../machines/domain/people.ts";
import type { ContactKey } from "../../../machines/people/contacts.ts";

export interface Entry {
  key: string;
  kind: "person" | "group";
  contact: ContactKey;
  name: string;
  faceURL: string;
  /** Null unless the row is the first of its letter. */
  letter: string | null;
  /** Null for people. */
  memberCount: number | null;
}

/** A constant, so that nothing renders again before the contacts are loaded. */
export const NO_FRIENDS: readonly Friend[] = [];
export const NO_GROUPS: readonly Group[] = [];

/** The last section, for names that do not begin with a letter. */
const NO_LETTER = "#";

const collator = new Intl.Collator("zh-Hans-CN-u-co-pinyin", { numeric: true });

/** The first Chinese character in pinyin order for each letter that can begin a syllable. */
const FIRST_CHARACTERS = [
  ["A", "阿"],
  ["B", "八"],
  ["C", "嚓"],
  ["D", "咑"],
  ["E", "妸"],
  ["F", "发"],
  ["G", "旮"],
  ["H", "哈"],
  ["J", "丌"],
  ["K", "咔"],
  ["L", "垃"],
  ["M", "妈"],
  ["N", "拏"],
  ["O", "喔"],
  ["P", "妑"],
  ["Q", "七"],
  ["R", "呥"],
  ["S", "仨"],
  ["T", "他"],
  ["W", "屲"],
  ["X", "夕"],
  ["Y", "丫"],
  ["Z", "帀"],
] as const;

interface Placed {
  friend: Friend;
  name: string;
  letter: string;
}

/** Caches by identity: a changed friend is a new object, and so is a list with a changed friend. */
const placed = new WeakMap<Friend, Placed>();
const listed = new WeakMap<readonly Friend[], readonly Entry[]>();
/** The last sorted list. Comparing by pinyin is slow, so only new friends are sorted into it. */
let ordered: readonly Placed[] = [];

/**
 * Sorted by letter (pinyin for Chinese), names without a letter last (2-52). After all friends were sorted once, a
 * subset needs no sorting.
 */
export function friendEntries(friends: readonly Friend[]): readonly Entry[] {
  const known = listed.get(friends);
  if (known) return known;
  const entries = inOrder(friends).map(
    ({ friend, name, letter }, index, all): Entry => ({
      key: friend.userID,
      kind: "person",
      contact: { userID: friend.userID },
      name,
      faceURL: friend.faceURL,
      letter: letter === all[index - 1]?.letter ? null : letter,
      memberCount: null,
    }),
  );
  listed.set(friends, entries);
  return entries;
}

function inOrder(friends: readonly Friend[]): readonly Placed[] {
  const wanted = new Set(friends.map(placeOf));
  const kept = ordered.filter((one) => wanted.delete(one));
  // A subset of a sorted list is sorted.
  if (wanted.size === 0) return kept;
  ordered = withAll(kept, [...wanted].sort(comparePlaced));
  return ordered;
}

/** Merges two sorted lists. */
function withAll(order: readonly Placed[], newcomers: readonly Placed[]): readonly Placed[] {
  const pieces: (readonly Placed[])[] = [];
  let done = 0;
  for (const one of newcomers) {
    const next = firstAfter(order, one, done);
    pieces.push(order.slice(done, next), [one]);
    done = next;
  }
  return [...pieces, order.slice(done)].flat();
}

function firstAfter(order: readonly Placed[], one: Placed, from: number): number {
  let [low, high] = [from, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = order[middle];
    if (other && comparePlaced(other, one) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOf(friend: Friend): Placed {
  const known = placed.get(friend);
  if (known) return known;
  const name = friend.remark || friend.nickname || friend.userID;
  const place = { friend, name, letter: letterOf(name) };
  placed.set(friend, place);
  return place;
}

function comparePlaced(a: Placed, b: Placed): number {
  return (
    Number(a.letter === NO_LETTER) - Number(b.letter === NO_LETTER) ||
    compare(a.letter, b.letter) ||
    collator.compare(a.name, b.name) ||
    compare(a.friend.userID, b.friend.userID)
  );
}

export function groupEntries(groups: readonly Group[]): Entry[] {
  return groups
    .map(
      (group): Entry => ({
        key: group.groupID,
        kind: "group",
        contact: { groupID: group.groupID },
        name: group.groupName || group.groupID,
        faceURL: group.faceURL,
        letter: null,
        memberCount: group.memberCount,
      }),
    )
    .sort((a, b) => collator.compare(a.name, b.name) || compare(a.key, b.key));
}

/** "#" if the name begins with neither a letter nor a Chinese character. */
export function letterOf(name: string): string {
  const first = Array.from(name.trim().slice(0, 2).normalize("NFD"))[0]?.toUpperCase() ?? "";
  if (/^[A-Z]$/.test(first)) return first;
  return /^\p{Script=Han}$/u.test(first) ? pinyinLetter(first) : NO_LETTER;
}

/** Cache: names share few first characters, and comparing by pinyin is slow. */
const pinyinLetters = new Map<string, string>();

function pinyinLetter(character: string): string {
  const known = pinyinLetters.get(character);
  if (known !== undefined) return known;
  const match = FIRST_CHARACTERS.findLast(([, first]) => collator.compare(first, character) <= 0);
  const letter = match?.[0] ?? NO_LETTER;
  pinyinLetters.set(character, letter);
  return letter;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
