import * as v from "valibot";
import {
  type GroupNotice,
  NOTICE_NAMES,
  type NoticePeople,
} from "../../../../machines/domain/group-notice.ts";
import type { MessageContent } from "../../../../machines/domain/message.ts";
import type { NoticePerson } from "../../../../machines/domain/people.ts";
import { id, optionalName, optionalNumber } from "./parsing.ts";

/** Parses group notifications: JSON in `notificationElem.detail` (protocol, notification table). */

const Person = v.object({ userID: id, nickname: optionalName });
const People = v.array(v.unknown());
const Act = v.object({ opUser: Person });
const Created = v.object({ opUser: v.fallback(v.nullish(Person, null), null) });
const Invitation = v.object({
  opUser: Person,
  inviterUser: v.fallback(v.nullish(Person, null), null),
  invitedUserList: People,
});
const Removal = v.object({ opUser: Person, kickedUserList: People });
// Sent in the name of the user who let the new member in. The detail does not name that user.
const Entry = v.pipe(
  v.object({ entrantUser: Person }),
  v.transform(({ entrantUser }) => ({ opUser: null, entrantUser })),
);
const Departure = v.pipe(
  v.object({ quitUser: Person }),
  v.transform(({ quitUser }) => ({ opUser: quitUser })),
);
const Transfer = v.object({ opUser: Person, newGroupOwner: Person });
const Silence = v.object({
  opUser: Person,
  mutedUser: Person,
  mutedSeconds: v.fallback(optionalNumber, 0),
  muteTime: v.fallback(optionalNumber, 0),
});
const Speech = v.object({ opUser: Person, mutedUser: Person });
const Announcement = v.object({ opUser: Person, group: v.object({ notification: v.string() }) });
const Renaming = v.object({ opUser: Person, group: v.object({ groupName: optionalName }) });

/** Parsers by content type. They return null if the detail is malformed, or if its actor is not `sendID`. */
const READERS: ReadonlyMap<number, (detail: unknown, sendID: string) => GroupNotice | null> = new Map([
  [1501, reader(Created, ({ opUser }) => ({ act: "created", by: opUser }))],
  [1502, reader(Act, ({ opUser }) => ({ act: "changed", by: opUser }))],
  [1504, reader(Departure, ({ opUser }) => ({ act: "left", by: opUser }))],
  [
    1507,
    reader(Transfer, ({ opUser, newGroupOwner }) => ({
      act: "transferred",
      by: opUser,
      person: newGroupOwner,
    })),
  ],
  [
    1508,
    reader(Removal, ({ opUser, kickedUserList }) => {
      const people = some(kickedUserList);
      return people && { act: "removed", by: opUser, ...people };
    }),
  ],
  [
    1509,
    // If a member invited the user and an admin approved, the member is the inviter.
    reader(Invitation, ({ opUser, inviterUser, invitedUserList }) => {
      const people = some(invitedUserList);
      return people && { act: "invited", by: inviterUser ?? opUser, ...people };
    }),
  ],
  [1510, reader(Entry, ({ entrantUser }) => ({ act: "entered", by: entrantUser }))],
  [1511, reader(Act, ({ opUser }) => ({ act: "dismissed", by: opUser }))],
  [
    1512,
    reader(Silence, ({ opUser, mutedUser, mutedSeconds, muteTime }) => ({
      act: "memberMuted",
      by: opUser,
      person: mutedUser,
      seconds: mutedSeconds || muteTime,
    })),
  ],
  [
    1513,
    reader(Speech, ({ opUser, mutedUser }) => ({ act: "memberUnmuted", by: opUser, person: mutedUser })),
  ],
  [1514, reader(Act, ({ opUser }) => ({ act: "muted", by: opUser }))],
  [1515, reader(Act, ({ opUser }) => ({ act: "unmuted", by: opUser }))],
  [
    1519,
    reader(Announcement, ({ opUser, group }) => ({
      act: "announced",
      by: opUser,
      text: group.notification,
    })),
  ],
  [1520, reader(Renaming, ({ opUser, group }) => ({ act: "renamed", by: opUser, name: group.groupName }))],
]);

/**
 * Parses a group notification. Returns undefined for another type, for a broken detail, and for a detail whose actor
 * is not the sender: the server sends notifications in the actor's name, but lets any user send messages of these
 * types in their own name.
 */
export function parseGroupNotice(
  contentType: number,
  detail: unknown,
  sendID: string,
): MessageContent | undefined {
  const notice = READERS.get(contentType)?.(detail, sendID);
  return notice ? { type: "groupNotice", notice } : undefined;
}

function reader<Output extends { opUser: NoticePerson | null }>(
  schema: v.GenericSchema<unknown, Output>,
  toNotice: (detail: Output) => GroupNotice | null,
): (detail: unknown, sendID: string) => GroupNotice | null {
  return (detail, sendID) => {
    const parsed = v.safeParse(schema, detail);
    if (!parsed.success) return null;
    const { opUser } = parsed.output;
    return opUser === null || opUser.userID === sendID ? toNotice(parsed.output) : null;
  };
}

/** Returns the users to name and the total count, or null for none. Lists of thousands are not kept. */
function some(list: readonly unknown[]): NoticePeople | null {
  const people: NoticePerson[] = [];
  for (const raw of list) {
    if (people.length === NOTICE_NAMES) break;
    const person = v.safeParse(Person, raw);
    if (person.success) people.push(person.output);
  }
  return people.length > 0 ? { people, count: list.length } : null;
}
