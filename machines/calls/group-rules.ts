/** Types and pure functions of calls of many: group calls and meetings. */

import type {
  CallGroup,
  CallMedia,
  CallParticipant,
  GroupCallNotice,
  Invitation,
  SignalContent,
  SignalEvent,
} from "../domain/call.ts";
import type { FailureCode } from "../domain/failure.ts";
import type { GroupMember } from "../domain/people.ts";
import { isVisible } from "../domain/visible-text.ts";
import type { Clock } from "../ports/platform.ts";
import { initiatedAt, type OutgoingSignal, ringTimeLeft, WAIT_SECONDS } from "./call-rules.ts";
import { REACTIONS, type RoomPacket } from "./media-room.ts";

/** Most users whose devices ring for one call at the same time, for each inviter. */
export const MOST_INVITED = 15;
/** Most users that a call lists. */
const MOST_PEOPLE = 64;

type UserInfo = CallParticipant["userInfo"];

export type PersonStatus = "ringing" | "joined" | "declined" | "busy" | "noAnswer" | "outside" | "left";

/** A user of a group call. The nickname is empty until it is loaded. */
export interface Person {
  user: UserInfo;
  status: PersonStatus;
}

/**
 * How this user came to a group call. `start`: started it; `ring`: is invited; `move`: leaves another call of the same
 * group for this one (R24); `join`: joins it later by its row in the chat.
 */
export type GroupCallEntry = "start" | "ring" | "move" | "join";

/** A group call that the call manager runs. */
export interface GroupSeat {
  entry: GroupCallEntry;
  group: CallGroup;
  invitation: Invitation;
  /** The user who invites this one; this user when `entry` is "start". */
  inviter: UserInfo;
  /** The users who are invited as soon as this user is in. */
  people: readonly CallParticipant[];
  /** Ring time in milliseconds. */
  ringTime: number;
  camera: boolean;
  microphone: boolean;
  /** Server time of the invitation, in milliseconds. */
  heardAt: number;
}

/** Why a group call ended, from this side's view. */
export const GROUP_ENDS = [
  "completed",
  "cancelled",
  "noAnswer",
  "missed",
  "declined",
  "calledOff",
  "answeredElsewhere",
  "failed",
  "connectionLost",
  "removed",
  "moved",
] as const;
export type GroupEnd = (typeof GROUP_ENDS)[number];

export interface GroupOutcome {
  reason: GroupEnd;
  failure: FailureCode | null;
  /** Everybody else of this call: a late accept of theirs is answered (R5). */
  invited: readonly string[];
  /** The call that this user moves to; null for none (R24). */
  next: GroupSeat | null;
}

const NOBODY: UserInfo = { userID: "", nickname: "", faceURL: "", ex: "" };

export function userOf(userID: string): UserInfo {
  return { ...NOBODY, userID };
}

/** Whether the signal belongs to a group call. */
export function isOfGroup({ invitation }: Pick<SignalEvent, "invitation">): boolean {
  return invitation.sessionType === "group" && invitation.groupID !== "";
}

/** Whether the group call of that room rings here or is the user's call. */
export function hasGroupCall({ group }: { group: GroupSeat | null }, roomID: string): boolean {
  return group?.invitation.roomID === roomID;
}

/** Returns what the row of a call in the chat offers: to return to the user's call, or to join one, also if it rings. */
export function offerOf(
  seat: { group: GroupSeat | null },
  { roomID, isRinging }: { roomID: string; isRinging: boolean },
): "return" | "join" {
  return hasGroupCall(seat, roomID) && !isRinging ? "return" : "join";
}

/** Returns a group call that this user starts. */
export function groupCallTo(
  {
    group,
    people,
    mediaType,
  }: { group: CallGroup; people: readonly CallParticipant[]; mediaType: CallMedia },
  { clock, userID }: { clock: Clock; userID: string },
): GroupSeat {
  const chosen = others(people, userID).slice(0, MOST_INVITED);
  return {
    ...seatIn({
      group,
      roomID: clock.newID(),
      mediaType,
      inviter: userOf(userID),
      startedAt: clock.now(),
    }),
    entry: "start",
    people: chosen,
  };
}

/** Returns a group call that this user joins by its row in the chat. Any member can write a row: the camera stays off. */
export function groupCallAt(call: {
  group: CallGroup;
  roomID: string;
  mediaType: CallMedia;
  inviter: UserInfo;
  startedAt: number;
}): GroupSeat {
  return { ...seatIn(call), entry: "join", camera: false };
}

function seatIn({
  group,
  roomID,
  mediaType,
  inviter,
  startedAt,
}: {
  group: CallGroup;
  roomID: string;
  mediaType: CallMedia;
  inviter: UserInfo;
  /** Milliseconds since the epoch. */
  startedAt: number;
}): GroupSeat {
  const invitation: Invitation = {
    roomID,
    inviterUserID: inviter.userID,
    inviteeUserIDList: [],
    mediaType,
    sessionType: "group",
    groupID: group.groupID,
    timeout: WAIT_SECONDS,
    extra: { startTime: startedAt },
  };
  return {
    entry: "join",
    group,
    invitation,
    inviter,
    people: [],
    ringTime: 0,
    camera: mediaType === "video",
    microphone: true,
    heardAt: 0,
  };
}

/**
 * Returns the group call that an invitation offers. Names and pictures in a signal are its sender's claim: `inviter` is
 * the sender as the group knows them.
 */
export function groupCallFrom(
  { invitation, sentAt }: SignalEvent,
  { entry, inviter, clock }: { entry: "ring" | "move"; inviter: UserInfo; clock: Clock },
): GroupSeat {
  return {
    entry,
    group: { groupID: invitation.groupID, name: "", faceURL: "" },
    invitation,
    inviter,
    people: [],
    ringTime: ringTimeLeft({ invitation, sentAt }, clock.now()),
    camera: invitation.mediaType === "video",
    microphone: true,
    heardAt: sentAt,
  };
}

/** Returns the people as the call begins: the inviter is in, all that are invited ring. */
export function peopleOf(
  { entry, inviter, invitation, people }: GroupSeat,
  userID: string,
): readonly Person[] {
  if (entry === "start" || entry === "move")
    return people.map(({ userInfo }) => ({ user: userInfo, status: "ringing" }));
  const invited = invitation.inviteeUserIDList.filter((id) => id !== userID && id !== inviter.userID);
  const inside: Person = { user: inviter, status: "joined" };
  const ringing = invited
    .slice(0, MOST_INVITED)
    .map((id): Person => ({ user: userOf(id), status: "ringing" }));
  return entry === "join" ? [] : [inside, ...ringing];
}

/** Returns the people once the room says who is in. A user who is not in any more has left. */
export function withMembers(people: readonly Person[], members: readonly string[]): readonly Person[] {
  const known = people.map((person): Person => {
    if (members.includes(person.user.userID)) return { ...person, status: "joined" };
    return person.status === "joined" ? { ...person, status: "left" } : person;
  });
  const strangers = members.filter((id) => !people.some(({ user }) => user.userID === id));
  const added = strangers.map((id): Person => ({ user: userOf(id), status: "joined" }));
  return [...known, ...added].slice(-MOST_PEOPLE);
}

/** Sets the status of one user, who is added if unknown. */
export function withPerson(
  people: readonly Person[],
  user: UserInfo,
  status: PersonStatus,
): readonly Person[] {
  const isHere = people.some((person) => person.user.userID === user.userID);
  if (!isHere) return [...people, { user, status }].slice(-MOST_PEOPLE);
  return people.map((person) => (person.user.userID === user.userID ? { ...person, status } : person));
}

/** Returns the chosen users who may be invited now: neither in the call nor ringing, and not this user. */
export function mayInvite(
  chosen: readonly CallParticipant[],
  { members, ringing, userID }: { members: readonly string[]; ringing: readonly string[]; userID: string },
): readonly CallParticipant[] {
  const isFree = (id: string) => !members.includes(id) && !ringing.includes(id);
  const free = others(chosen, userID).filter(({ userInfo }) => isFree(userInfo.userID));
  return free.slice(0, Math.max(0, MOST_INVITED - ringing.length));
}

/** Each user once, without this user. */
function others(people: readonly CallParticipant[], userID: string): readonly CallParticipant[] {
  const first = new Map(people.map((one) => [one.userInfo.userID, one] as const));
  return [...first.values()].filter(({ userInfo }) => userInfo.userID !== userID && userInfo.userID !== "");
}

/**
 * Returns the invitation that this user sends. `initiateTime` tells a new invitation to a room from a repeated one,
 * so that a user who declined can be invited again (R26). `startTime` says when the call began.
 */
export function invitationBy(
  userID: string,
  invitation: Invitation,
  invited: readonly string[],
  now: number,
): Invitation {
  return {
    ...invitation,
    inviterUserID: userID,
    inviteeUserIDList: invited,
    timeout: WAIT_SECONDS,
    extra: { ...invitation.extra, initiateTime: now, startTime: startIn(invitation) || now },
  };
}

/** An invitation to this call, from one of its members. */
export interface OpenInvitation {
  inviter: UserInfo;
  invitation: Invitation;
}

export function signalTo({ inviter, invitation }: OpenInvitation, content: SignalContent): OutgoingSignal {
  return { to: inviter.userID, signal: { ...content, invitation } };
}

/** Adds another member's invitation to the same room; of one inviter the newest counts. */
export function withInvitation(
  open: readonly OpenInvitation[],
  { sender, invitation }: SignalEvent,
): readonly OpenInvitation[] {
  const kept = open.filter(({ inviter }) => inviter.userID !== sender.userID);
  return [...kept, { inviter: sender, invitation }].slice(-MOST_INVITED);
}

export function withoutInvitation(
  open: readonly OpenInvitation[],
  userID: string,
): readonly OpenInvitation[] {
  return open.filter(({ inviter }) => inviter.userID !== userID);
}

/** Whether a signal answers this invitation, and not an earlier one to the same user and room (R26). */
export function answers(answered: Invitation, invitation: Invitation): boolean {
  const at = initiatedAt(answered);
  return at === 0 || at === initiatedAt(invitation);
}

/** R24: returns the users who come along when this user moves to another room: those in the room and those who ring. */
export function companions(people: readonly Person[], inviter: UserInfo): readonly CallParticipant[] {
  return people
    .filter(
      ({ user, status }) => user.userID !== inviter.userID && (status === "joined" || status === "ringing"),
    )
    .map(({ user }) => ({ userInfo: user }));
}

export function unnamedIn(people: readonly Person[]): readonly string[] {
  return people.filter(({ user }) => user.nickname === "").map(({ user }) => user.userID);
}

/** Returns the inviter with the name and picture of the group's member. */
export function namedInviter(inviter: UserInfo, members: readonly GroupMember[]): UserInfo {
  const member = members.find(({ userID }) => userID === inviter.userID);
  return member
    ? { ...inviter, nickname: member.nickname || inviter.userID, faceURL: member.faceURL }
    : inviter;
}

/** Sets the loaded names. A `wanted` user who is no member of the group keeps the id as the name. */
export function withNames(
  people: readonly Person[],
  wanted: readonly string[],
  members: readonly GroupMember[],
): readonly Person[] {
  return people.map(({ user, status }) => {
    const member = members.find(({ userID }) => userID === user.userID);
    if (user.nickname !== "" || !wanted.includes(user.userID)) return { user, status };
    const nickname = member?.nickname || user.userID;
    return { user: { ...user, nickname, faceURL: member?.faceURL ?? "" }, status };
  });
}

/** Returns since when this user is alone, in milliseconds since the epoch; null while a member is in, and before. */
export function aloneSince(
  before: { members: readonly string[] | null; aloneAt: number | null },
  members: readonly string[],
  now: number,
): number | null {
  if (members.length > 0) return null;
  return before.members?.length ? now : before.aloneAt;
}

/**
 * 11-40: returns the notice of the user who leaves last. `startedAt` is when the first two met, `endedAt` when the last
 * two were in. Times are milliseconds since the epoch.
 */
export function overNotice(
  { roomID, mediaType }: Invitation,
  startedAt: number | null,
  endedAt: number,
): GroupCallNotice {
  const durationSeconds = startedAt === null ? 0 : Math.max(0, Math.round((endedAt - startedAt) / 1000));
  return { roomID, mediaType, state: "over", durationSeconds };
}

export interface RaisedHand {
  userID: string;
  /** Milliseconds since the epoch, by the clock of the user who raised it. */
  at: number;
}

export interface Reaction {
  id: number;
  userID: string;
  emoji: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface RoomLine {
  id: string;
  userID: string;
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Most entries of a room that are kept, whatever its members send. */
const MOST_HANDS = 64;
const MOST_REACTIONS = 32;
const MOST_LINES = 500;
/** Most chat messages of one member that are kept: one member cannot push out what others wrote. */
const MOST_LINES_EACH = 100;
/** How many own chat messages a newcomer gets. */
const MOST_REPEATED = 50;
/** How long a reaction shows, in milliseconds. */
export const REACTION_LIFE = 5000;
export const LONGEST_TEXT = 2000;

/** Raises or lowers a hand; the hands are in the order in which they were raised. */
export function withHand(
  hands: readonly RaisedHand[],
  userID: string,
  at: number | null,
): readonly RaisedHand[] {
  const rest = hands.filter((hand) => hand.userID !== userID);
  if (at === null) return rest;
  return [...rest, { userID, at }].sort((one, other) => one.at - other.at).slice(0, MOST_HANDS);
}

export function handOf(hands: readonly RaisedHand[], userID: string): number | null {
  return hands.find((hand) => hand.userID === userID)?.at ?? null;
}

export function withReaction(
  reactions: readonly Reaction[],
  { userID, emoji }: { userID: string; emoji: string },
  now: number,
): readonly Reaction[] {
  const id = (reactions.at(-1)?.id ?? 0) + 1;
  return [...reactions, { id, userID, emoji, at: now }].slice(-MOST_REACTIONS);
}

export function freshReactions(reactions: readonly Reaction[], now: number): readonly Reaction[] {
  return reactions.filter(({ at }) => now - at < REACTION_LIFE);
}

/** Milliseconds until the oldest reaction goes. */
export function reactionTimeLeft(reactions: readonly Reaction[], now: number): number {
  const [oldest] = reactions;
  return oldest ? Math.max(1, oldest.at + REACTION_LIFE - now) : REACTION_LIFE;
}

/** Adds a chat message, by time. Repeated ones are dropped; a time in the future counts as now. */
export function withLine(lines: readonly RoomLine[], line: RoomLine, now: number): readonly RoomLine[] {
  if (hasLine(lines, line)) return lines;
  const dated = { ...line, at: Math.min(line.at, now) };
  const index = lines.findLastIndex(({ at }) => at <= dated.at) + 1;
  const all = [...lines.slice(0, index), dated, ...lines.slice(index)];
  const own = all.filter(({ userID }) => userID === line.userID);
  const oldest = own.length > MOST_LINES_EACH ? own[0] : undefined;
  return all.filter((one) => one !== oldest).slice(-MOST_LINES);
}

export function hasLine(
  lines: readonly RoomLine[],
  { id, userID }: Pick<RoomLine, "id" | "userID">,
): boolean {
  return lines.some((line) => line.id === id && line.userID === userID);
}

/** Returns what a newcomer is told: whether this user's hand is up, and the last messages of this user. */
export function welcome(
  { hands, chat, since }: { hands: readonly RaisedHand[]; chat: readonly RoomLine[]; since: number | null },
  userID: string,
): readonly RoomPacket[] {
  const own = chat.filter((line) => line.userID === userID).slice(-MOST_REPEATED);
  return [
    { kind: "state", hand: handOf(hands, userID), since },
    ...own.map(({ id, text, at }): RoomPacket => ({ kind: "chat", id, text, at })),
  ];
}

/** Returns the text as it is sent; null if there is nothing to send. */
export function textToSay(typed: string): string | null {
  const text = typed.trim();
  return isVisible(text) ? text.slice(0, LONGEST_TEXT) : null;
}

export function isReaction(emoji: string): boolean {
  return REACTIONS.some((one) => one === emoji);
}

/** Longest time that a call is believed to last, in milliseconds. */
const LONGEST_CALL = 24 * 3_600_000;

/** Returns the earlier start of a call. What a member tells counts only if it is neither in the future nor long ago. */
export function earlierStart(known: number | null, told: number | null, now: number): number | null {
  if (told === null || told > now || now - told > LONGEST_CALL) return known;
  return known === null ? told : Math.min(known, told);
}

/**
 * Returns when the first two members met, as the members tell (`told`), but not before the start that the invitation or
 * the row in the chat gives: otherwise any member could make the call longer. `startedAt`: when this user met a member.
 */
export function heldStart(
  told: number | null,
  {
    invitation,
    heardAt,
    startedAt,
  }: Pick<GroupSeat, "invitation" | "heardAt"> & { startedAt: number | null },
  now: number,
): number | null {
  // Clocks differ: what was seen here counts.
  const earliest = Math.min(startIn(invitation) || heardAt, startedAt ?? now);
  return told === null ? null : Math.max(told, earliest);
}

/** Milliseconds by the clock of the user who started the call; 0 if the invitation does not say. */
function startIn(invitation: Pick<Invitation, "extra">): number {
  const { startTime } = invitation.extra;
  const invitedAt = initiatedAt(invitation);
  const began = typeof startTime === "number" && startTime > 0 ? startTime : invitedAt;
  return invitedAt > 0 ? Math.min(began, invitedAt) : began;
}

/** A host's request that is not done yet. */
export interface Moderation {
  userID: string;
  what: "mute" | "remove";
}

const MOST_MODERATIONS = 64;

export function withModeration(list: readonly Moderation[], one: Moderation): readonly Moderation[] {
  const isThere = list.some(({ userID, what }) => userID === one.userID && what === one.what);
  return isThere ? list : [...list, one].slice(0, MOST_MODERATIONS);
}
