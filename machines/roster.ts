import { assign, log, setup } from "xstate";
import type { GroupEvent, KnownPerson, Message } from "./events.ts";
import { port, stream } from "./port.ts";

/**
 * Who the people in groups are, by the server's word. What a message says of its sender is the sender's own claim, so
 * everybody whose message shows up is looked up here.
 */

export type RosterCommand = { type: "roster.meet"; groupID: string; userIDs: readonly string[] };

export type RosterEvent = RosterCommand | GroupEvent;

type Question = Omit<RosterCommand, "type">;

export interface RosterContext {
  /** By `rosterKey`; null for somebody of whom the server does not know more. */
  people: Readonly<Record<string, KnownPerson | null>>;
  /** Waiting to be asked; the first one is being asked. */
  questions: readonly Question[];
}

export const rosterMachine = setup({
  types: { context: {} as RosterContext, events: {} as RosterEvent },
  actors: {
    groupEvents: stream("groupEvents"),
    loadPeople: port<KnownPerson[], Question>("loadPeople"),
  },
  actions: {
    meet: assign({
      questions: ({ context }, { groupID, userIDs }: Question) => {
        const isStranger = (userID: string) =>
          !context.people[rosterKey(groupID, userID)] && !isAsked(context, groupID, userID);
        const strangers = [...new Set(userIDs)].filter(isStranger);
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
    learn: assign(({ context }, { people }: { people: readonly KnownPerson[] }) => {
      const [question, ...questions] = context.questions;
      if (!question) return {};
      const { groupID, userIDs } = question;
      const answers = userIDs.map((userID) => [
        rosterKey(groupID, userID),
        people.find((person) => person.userID === userID) ?? null,
      ]);
      return { people: { ...context.people, ...Object.fromEntries(answers) }, questions };
    }),
    reportFailure: log(({ event }) => `roster: ${event.type}`),
  },
  guards: {
    hasQuestion: ({ context }) => context.questions.length > 0,
    isKnown: ({ context }, { groupID, userID }: { groupID: string; userID: string }) =>
      rosterKey(groupID, userID) in context.people,
  },
}).createMachine({
  id: "roster",
  context: { people: {}, questions: [] },
  invoke: { id: "groupEvents", src: "groupEvents", onError: { actions: "reportFailure" } },
  initial: "settled",
  on: {
    "roster.meet": { actions: { type: "meet", params: ({ event }) => event } },
    "im.memberChanged": {
      guard: { type: "isKnown", params: ({ event }) => event },
      actions: { type: "renew", params: ({ event }) => event },
    },
  },
  states: {
    settled: {
      description: "Everybody met so far is known, or nobody knows them.",
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
        onError: {
          target: "settled",
          actions: [{ type: "learn", params: { people: [] } }, "reportFailure"],
        },
      },
    },
  },
});

/** Somebody in a group. */
export function rosterKey(groupID: string, userID: string): string {
  return `${groupID}/${userID}`;
}

/** Whom these messages of one conversation introduce: who spoke in a group, and who was quoted. */
export function strangersIn(messages: readonly Message[]): Question | null {
  const groupID = messages.find((message) => message.groupID !== "")?.groupID;
  if (groupID === undefined) return null;
  const userIDs = messages.flatMap(({ sendID, content }) =>
    content.type === "quote" && content.quoted ? [sendID, content.quoted.sendID] : [sendID],
  );
  return { groupID, userIDs };
}

function isAsked({ questions }: RosterContext, groupID: string, userID: string): boolean {
  return questions.some((question) => question.groupID === groupID && question.userIDs.includes(userID));
}

function firstQuestion({ questions }: RosterContext): Question {
  const [question] = questions;
  if (!question) throw new Error("Asking without a question");
  return question;
}
