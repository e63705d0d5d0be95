import { type AnyActorRef, assign, log, setup } from "xstate";
import { peopleOf } from "../domain/group-notice.ts";
import type { Message, MessageContent } from "../domain/message.ts";
import type { GroupEvent, KnownPerson } from "../domain/people.ts";
import type { SyncEvent } from "../domain/platform-events.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/**
 * Who the people in groups are, by the server's word. What a message says of its sender is the sender's own claim, so
 * everybody whose message shows up is looked up here.
 */

export type MemberDirectoryCommand = {
  type: "memberDirectory.meet";
  groupID: string;
  userIDs: readonly string[];
};

export type MemberDirectoryEvent = MemberDirectoryCommand | GroupEvent | SyncEvent;

type Question = Omit<MemberDirectoryCommand, "type">;

export interface MemberDirectoryContext {
  /** By `rosterKey`; null for somebody the server does not know. */
  people: Readonly<Record<string, KnownPerson | null>>;
  /** Waiting to be asked; the first one is being asked. */
  questions: readonly Question[];
  /** Asked in vain, one person each; asked again after the next synchronisation. */
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
      // Each by themselves from now on: one of them may be the reason.
      return { questions, missed: [...missed, ...userIDs.map((userID) => ({ groupID, userIDs: [userID] }))] };
    }),
    reportFailure: log(({ event }) => `memberDirectory: ${event.type}`),
  },
  guards: {
    hasQuestion: ({ context }) => context.questions.length > 0,
    /** What the server said, or is about to say, may be older than this; who is yet to be asked about is not in doubt. */
    mayBeOutdated: ({ context }, { groupID, userID }: { groupID: string; userID: string }) =>
      !holds(context.questions.slice(1), groupID, userID) &&
      (memberDirectoryKey(groupID, userID) in context.people || holds(context.questions, groupID, userID)),
  },
}).createMachine({
  id: "memberDirectory",
  context: { people: {}, questions: [], missed: [] },
  invoke: [
    { id: "groupEvents", src: "groupEvents", onError: { actions: "reportFailure" } },
    { id: "syncEvents", src: "syncEvents", onError: { actions: "reportFailure" } },
  ],
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
      description:
        "Everybody met so far is known, unknown to the server, or waits for the next synchronisation.",
      always: { guard: "hasQuestion", target: "asking" },
    },
    asking: {
      description: "One question at a time.",
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

/** The name the roster goes by in the system. */
export const ROSTER = "memberDirectory";

/** Where people are looked up; a chart that runs by itself has nobody who could. */
export function memberDirectoryOf({ self }: { self: AnyActorRef }): Listener<MemberDirectoryCommand> {
  const roster: Listener<MemberDirectoryCommand> | undefined = self.system.get(ROSTER);
  return roster ?? self;
}

/** Somebody in a group. */
export function memberDirectoryKey(groupID: string, userID: string): string {
  return `${groupID}/${userID}`;
}

/** Who somebody in a group is; null when nobody can say, undefined as long as that is not known yet. */
export function whoIs(
  { people, missed }: MemberDirectoryContext,
  groupID: string,
  userID: string,
): KnownPerson | null | undefined {
  if (!isUserID(userID)) return null;
  const known = people[memberDirectoryKey(groupID, userID)];
  return known === undefined && holds(missed, groupID, userID) ? null : known;
}

/** Longest id a server gives anybody. */
const LONGEST_ID = 64;

/** Whether somebody can be called so; quotes hold what their sender likes, and the server is not asked about that. */
function isUserID(userID: string): boolean {
  return userID !== "" && userID.length <= LONGEST_ID;
}

/** Whom these messages of one conversation introduce: who spoke in a group, who was quoted, and whom a notice names. */
export function strangersIn(messages: readonly Message[]): Question | null {
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

/** Those of `missed` whom `questions` do not ask about. */
function without(missed: readonly Question[], questions: readonly Question[]): readonly Question[] {
  return missed.filter(
    ({ groupID, userIDs }) => !userIDs.some((userID) => holds(questions, groupID, userID)),
  );
}

/** What is left once the first question is answered. */
function answered({
  questions,
  missed,
}: MemberDirectoryContext): Pick<MemberDirectoryContext, "questions" | "missed"> {
  return { questions: questions.slice(1), missed: without(missed, questions.slice(0, 1)) };
}

function firstQuestion({ questions }: MemberDirectoryContext): Question {
  const [question] = questions;
  if (!question) throw new Error("Asking without a question");
  return question;
}
