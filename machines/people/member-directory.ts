import { type AnyActorRef, assign, log, setup } from "xstate";
import { child } from "../domain/child.ts";
import { peopleOf } from "../domain/group-notice.ts";
import type { Message, MessageContent } from "../domain/message.ts";
import type { GroupEvent, KnownPerson } from "../domain/people.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/**
 * Names and pictures of group members, as the server knows them. A sender's name inside a message is set by
 * the sender and cannot be trusted, so every sender is looked up here.
 */

export type MemberDirectoryCommand = {
  type: "memberDirectory.meet";
  groupID: string;
  userIDs: readonly string[];
};

export type MemberDirectoryEvent = MemberDirectoryCommand | GroupEvent | SyncEvent;

type Question = Omit<MemberDirectoryCommand, "type">;

export interface MemberDirectoryContext {
  /** By `memberDirectoryKey`; null for a user the server does not know. */
  people: Readonly<Record<string, KnownPerson | null>>;
  /** Queued lookups; the first one is running. */
  questions: readonly Question[];
  /** Failed lookups, one user each. They are retried after the next sync. */
  missed: readonly Question[];
}

export const memberDirectoryMachine = setup({
  types: { context: {} as MemberDirectoryContext, events: {} as MemberDirectoryEvent },
  actors: {
    groupEvents: stream("groupEvents"),
    syncEvents: stream("syncEvents"),
    loadPeople: port<KnownPerson[], Question>("loadPeople"),
  },
  actions: {
    meet: assign({
      questions: ({ context }, { groupID, userIDs }: Question) => {
        const isStranger = (userID: string) =>
          whoIs(context, groupID, userID) === undefined && !holds(context.questions, groupID, userID);
        const strangers = userIDs.filter(isStranger);
        return strangers.length > 0
          ? [...context.questions, { groupID, userIDs: strangers }]
          : context.questions;
      },
    }),
    renew: assign({
      questions: ({ context }, { groupID, userID }: { groupID: string; userID: string }) => [
        ...context.questions,
        { groupID, userIDs: [userID] },
      ],
    }),
    askAgain: assign({
      questions: ({ context: { questions, missed } }) => [...questions, ...without(missed, questions)],
    }),
    learn: assign(({ context }, { people }: { people: readonly KnownPerson[] }) => {
      const { groupID, userIDs } = firstQuestion(context);
      const answers = userIDs.map((userID) => [
        memberDirectoryKey(groupID, userID),
        people.find((person) => person.userID === userID) ?? null,
      ]);
      return { people: { ...context.people, ...Object.fromEntries(answers) }, ...answered(context) };
    }),
    miss: assign(({ context }) => {
      const { groupID, userIDs } = firstQuestion(context);
      const { questions, missed } = answered(context);
      // Retry each user alone: one bad id may make the whole request fail.
      return { questions, missed: [...missed, ...userIDs.map((userID) => ({ groupID, userIDs: [userID] }))] };
    }),
    reportFailure: log(({ event }) => `memberDirectory: ${event.type}`),
  },
  guards: {
    hasQuestion: ({ context }) => context.questions.length > 0,
    /** The loaded or requested data may be older than this event. A queued lookup is not affected. */
    mayBeOutdated: ({ context }, { groupID, userID }: { groupID: string; userID: string }) =>
      !holds(context.questions.slice(1), groupID, userID) &&
      (memberDirectoryKey(groupID, userID) in context.people || holds(context.questions, groupID, userID)),
  },
}).createMachine({
  id: "memberDirectory",
  context: { people: {}, questions: [], missed: [] },
  invoke: [child("groupEvents"), child("syncEvents")],
  initial: "settled",
  on: {
    "memberDirectory.meet": { actions: { type: "meet", params: ({ event }) => event } },
    "im.memberChanged": {
      guard: { type: "mayBeOutdated", params: ({ event }) => event },
      actions: { type: "renew", params: ({ event }) => event },
    },
    "im.syncFinished": { actions: "askAgain" },
  },
  states: {
    settled: {
      description: "Every user seen so far is known, unknown to the server, or waits for the next sync.",
      always: { guard: "hasQuestion", target: "asking" },
    },
    asking: {
      invoke: {
        id: "loadPeople",
        src: "loadPeople",
        input: ({ context }) => firstQuestion(context),
        onDone: {
          target: "settled",
          actions: { type: "learn", params: ({ event }) => ({ people: event.output }) },
        },
        onError: { target: "settled", actions: ["miss", "reportFailure"] },
      },
    },
  },
});

/** The `systemId` of the member directory. */
export const MEMBER_DIRECTORY = "memberDirectory";

/**
 * Returns the member directory of the system; the actor itself if it runs without one, which ignores the
 * command.
 */
export function memberDirectoryOf({ self }: { self: AnyActorRef }): Listener<MemberDirectoryCommand> {
  const memberDirectory: Listener<MemberDirectoryCommand> | undefined = self.system.get(MEMBER_DIRECTORY);
  return memberDirectory ?? self;
}

export function memberDirectoryKey(groupID: string, userID: string): string {
  return `${groupID}/${userID}`;
}

/** Returns a group member; null if the user is unknown or the lookup failed, undefined until it is loaded. */
export function whoIs(
  { people, missed }: MemberDirectoryContext,
  groupID: string,
  userID: string,
): KnownPerson | null | undefined {
  if (!isUserID(userID)) return null;
  const known = people[memberDirectoryKey(groupID, userID)];
  return known === undefined && holds(missed, groupID, userID) ? null : known;
}

/** Longest user id of a server. */
const LONGEST_ID = 64;

/** Whether this can be a user id. A quote contains what its sender wrote, so do not request invalid ids. */
function isUserID(userID: string): boolean {
  return userID !== "" && userID.length <= LONGEST_ID;
}

/**
 * Returns the users to look up for messages of one group: senders, quoted senders, and users in notices. Null
 * outside groups.
 */
export function usersToLookUp(messages: readonly Message[]): Question | null {
  const groupID = messages.find((message) => message.groupID !== "")?.groupID;
  if (groupID === undefined) return null;
  const userIDs = messages.flatMap(({ sendID, content }) => [sendID, ...mentionedIn(content)]);
  return { groupID, userIDs: [...new Set(userIDs)] };
}

function mentionedIn(content: MessageContent): readonly string[] {
  if (content.type === "quote" || content.type === "at")
    return content.quoted?.sendID ? [content.quoted.sendID] : [];
  if (content.type === "revoked") return [content.revoker.userID, content.sender.userID];
  return content.type === "groupNotice" ? peopleOf(content.notice).map(({ userID }) => userID) : [];
}

function holds(questions: readonly Question[], groupID: string, userID: string): boolean {
  return questions.some((question) => question.groupID === groupID && question.userIDs.includes(userID));
}

function without(missed: readonly Question[], questions: readonly Question[]): readonly Question[] {
  return missed.filter(
    ({ groupID, userIDs }) => !userIDs.some((userID) => holds(questions, groupID, userID)),
  );
}

/** Removes the first question, and its users from `missed`. */
function answered({
  questions,
  missed,
}: MemberDirectoryContext): Pick<MemberDirectoryContext, "questions" | "missed"> {
  return { questions: questions.slice(1), missed: without(missed, questions.slice(0, 1)) };
}

function firstQuestion({ questions }: MemberDirectoryContext): Question {
  const [question] = questions;
  if (!question) throw new Error("No members to load");
  return question;
}
