import { demoPicturePath } from "./pictures.ts";

export interface DemoPerson {
  userID: string;
  nickname: string;
  /** Number in area +86. */
  phoneNumber: string;
  email: string;
  faceURL: string;
  /** 0 female, 1 male. */
  gender: 0 | 1;
  /** ISO date. */
  birthday: string;
}

export const demoAreaCode = "+86";

/** The password of all demo accounts. It is printed at every start and protects nothing. */
export const demoPassword = "parley2026";

/** Invitation codes to try a registration; each is valid once. */
export const demoInvitations = ["WELCOME1", "WELCOME2", "WELCOME3"];

export const demoPeople = {
  alice: {
    userID: "2026000001",
    nickname: "Alice Zhang",
    phoneNumber: "13800000001",
    email: "alice@parley.test",
    faceURL: picture("alice"),
    gender: 0,
    birthday: "1994-04-12",
  },
  bob: {
    userID: "2026000002",
    nickname: "Bob Li",
    phoneNumber: "13800000002",
    email: "bob@parley.test",
    faceURL: picture("bob"),
    gender: 1,
    birthday: "1993-09-30",
  },
  carol: {
    userID: "2026000003",
    nickname: "Carol Wang",
    phoneNumber: "13800000003",
    email: "carol@parley.test",
    faceURL: picture("carol"),
    gender: 0,
    birthday: "1996-01-23",
  },
  dave: {
    userID: "2026000004",
    nickname: "Dave Chen",
    phoneNumber: "13800000004",
    email: "dave@parley.test",
    faceURL: "",
    gender: 1,
    birthday: "1991-07-05",
  },
  lilei: {
    userID: "2026000005",
    nickname: "李雷",
    phoneNumber: "13800000005",
    email: "lilei@parley.test",
    faceURL: picture("lilei"),
    gender: 1,
    birthday: "1995-11-18",
  },
  hanmeimei: {
    userID: "2026000006",
    nickname: "韩梅梅",
    phoneNumber: "13800000006",
    email: "hanmeimei@parley.test",
    faceURL: picture("hanmeimei"),
    gender: 0,
    birthday: "1995-06-02",
  },
} as const satisfies Record<string, DemoPerson>;

export type PersonName = keyof typeof demoPeople;

export const friendships: [PersonName, PersonName][] = [
  ["alice", "bob"],
  ["alice", "carol"],
  ["alice", "lilei"],
  ["alice", "hanmeimei"],
  ["bob", "carol"],
  ["bob", "dave"],
  ["carol", "dave"],
  ["lilei", "hanmeimei"],
];

export function isPersonName(name: string): name is PersonName {
  return Object.hasOwn(demoPeople, name);
}

function picture(name: string): string {
  return `${demoPicturePath}${name}.svg`;
}
