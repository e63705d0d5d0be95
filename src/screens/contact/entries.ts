import type { ContactKey } from "../../../machines/contacts.ts";
import type { Friend, Group } from "../../../machines/vocabulary/people.ts";

/** One row of the contacts. */
export interface Entry {
  key: string;
  kind: "person" | "group";
  contact: ContactKey;
  name: string;
  faceURL: string;
  /** Stands above the row when it is the first of its letter. */
  letter: string | null;
  /** Null for people. */
  memberCount: number | null;
}

/** Before the contacts are there; always the same, so that nothing is drawn anew for it. */
export const NO_FRIENDS: readonly Friend[] = [];
export const NO_GROUPS: readonly Group[] = [];

/** Where names go that begin with no letter; the last section. */
const NO_LETTER = "#";

const collator = new Intl.Collator("zh-Hans-CN-u-co-pinyin", { numeric: true });

/** The first Chinese character, in the order of pinyin, of every letter that a syllable can begin with. */
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

/** Friends by remark or nickname, under their letters (pinyin for Chinese), what has no letter last (2-52). */
export function friendEntries(friends: readonly Friend[]): Entry[] {
  const sorted = friends
    .map((friend) => {
      const name = friend.remark || friend.nickname || friend.userID;
      return { friend, name, letter: letterOf(name) };
    })
    .sort(
      (a, b) =>
        Number(a.letter === NO_LETTER) - Number(b.letter === NO_LETTER) ||
        compare(a.letter, b.letter) ||
        collator.compare(a.name, b.name) ||
        compare(a.friend.userID, b.friend.userID),
    );
  return sorted.map(({ friend, name, letter }, index) => ({
    key: friend.userID,
    kind: "person",
    contact: { userID: friend.userID },
    name,
    faceURL: friend.faceURL,
    letter: letter === sorted[index - 1]?.letter ? null : letter,
    memberCount: null,
  }));
}

/** Groups by name. */
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

/** "A" to "Z" for what begins with a letter or a Chinese character, "#" for the rest. */
export function letterOf(name: string): string {
  const first = Array.from(name.trim().slice(0, 2).normalize("NFD"))[0]?.toUpperCase() ?? "";
  if (/^[A-Z]$/.test(first)) return first;
  return /^\p{Script=Han}$/u.test(first) ? pinyinLetter(first) : NO_LETTER;
}

/** Of characters met before; people share few first characters, and comparing by pinyin is slow. */
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
