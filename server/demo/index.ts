import { createHash } from "node:crypto";
import type { Chat } from "../chat/index.ts";
import { hashPublicPassword } from "../chat/passwords.ts";
import { groupConversationID, singleConversationID } from "../im/domain/ids.ts";
import type { Im } from "../im/index.ts";
import type { Database } from "../store/database.ts";
import { aliceAndBob } from "./history/alice-bob.ts";
import { chineseChats, englishChats } from "./history/friends.ts";
import { demoGroups } from "./history/groups.ts";
import {
  type DemoPerson,
  demoAreaCode,
  demoInvitations,
  demoPassword,
  demoPeople,
  friendships,
  type PersonName,
} from "./people.ts";
import { type DemoConversation, type DemoGroup, localTime, tell } from "./script.ts";
import { accountTable } from "./table.ts";

export { createSwitch } from "./network.ts";
export { createOffer, refuseDemo } from "./offer.ts";
export { answerDemoPicture } from "./pictures.ts";

export interface DemoDeps {
  db: Database;
  im: Im;
  chat: Chat;
  /** ms since epoch. */
  now: () => number;
  print: (line: string) => void;
}

/**
 * Fills a store without accounts with six users, friendships, two groups and some days of history, all or nothing. A
 * store with accounts is unchanged. Prints the demo accounts if they exist.
 */
export function addDemoData(deps: DemoDeps): void {
  const { db, print } = deps;
  if (db.prepare("SELECT 1 FROM accounts LIMIT 1").get() === undefined) db.transaction(fillStore)(deps);
  const known = Object.values(demoPeople).filter(
    ({ userID }) => db.prepare("SELECT 1 FROM accounts WHERE userID = ?").get(userID) !== undefined,
  );
  for (const line of accountTable(known)) print(line);
}

function fillStore({ db, im, chat, now }: DemoDeps): void {
  const present = now();
  createPeople(chat);
  for (const code of demoInvitations) chat.createInvitation(code);
  for (const [a, b] of friendships) {
    im.makeFriends(demoPeople[a].userID, demoPeople[b].userID, localTime(present, 60, "12:00"));
  }
  for (const conversation of [aliceAndBob, ...englishChats, ...chineseChats]) {
    writeConversation({ db, im, present }, conversation);
  }
  for (const group of demoGroups) writeGroup({ db, im, present }, group);
}

function createPeople(chat: Chat): void {
  // Clients send the md5 of a password. One hash serves all six, because their password is the same and public.
  const passwordHash = hashPublicPassword(createHash("md5").update(demoPassword).digest("hex"));
  for (const person of Object.values<DemoPerson>(demoPeople)) {
    chat.createAccount({
      userID: person.userID,
      identities: [
        { kind: "phone", areaCode: demoAreaCode, phoneNumber: person.phoneNumber },
        { kind: "email", email: person.email },
      ],
      passwordHash,
      nickname: person.nickname,
      faceURL: person.faceURL,
      gender: person.gender,
      birth: Date.parse(person.birthday),
    });
  }
}

interface DemoTarget {
  db: Database;
  im: Im;
  /** The end of the history, ms since epoch. */
  present: number;
}

function writeConversation(telling: DemoTarget, { between, scenes, unread }: DemoConversation): void {
  const [a, b] = between;
  for (const { from, ...message } of tell(scenes, telling.present)) {
    const to = demoPeople[from === a ? b : a].userID;
    telling.im.send({ from: demoPeople[from].userID, to, ...message });
  }
  markRead(telling, singleConversationID(demoPeople[a].userID, demoPeople[b].userID), between, unread);
}

function writeGroup(telling: DemoTarget, group: DemoGroup): void {
  const { groupID, name, faceURL, scenes, unread } = group;
  const [owner, ...members] = group.members;
  telling.im.createGroup({
    groupID,
    name,
    faceURL,
    owner: demoPeople[owner].userID,
    members: members.map((member) => demoPeople[member].userID),
    at: localTime(telling.present, group.foundedDaysAgo, "12:00"),
  });
  for (const { from, ...message } of tell(scenes, telling.present)) {
    telling.im.send({ from: demoPeople[from].userID, groupID, ...message });
  }
  markRead(telling, groupConversationID(groupID), group.members, unread);
}

function markRead(
  { db, im }: DemoTarget,
  conversationID: string,
  people: PersonName[],
  unread: Partial<Record<PersonName, number>> = {},
): void {
  const stream = db
    .prepare<{ maxSeq: number }>("SELECT maxSeq FROM streams WHERE conversationID = ?")
    .get(conversationID);
  for (const name of people) {
    im.markRead(demoPeople[name].userID, conversationID, (stream?.maxSeq ?? 0) - (unread[name] ?? 0));
  }
}
