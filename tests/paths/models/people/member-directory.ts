import {
  type memberDirectoryMachine as MemberDirectory,
  memberDirectoryKey,
  memberDirectoryMachine,
  whoIs,
} from "../../../../machines/people/member-directory.ts";
import { ANNA, aConversation, aWorld, BEN, TEAM } from "../../../fakes/world.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";

const person = (userID: string) => ({ userID, name: `N${userID}`, faceURL: "" });

export const memberDirectoryModel: ChartModel<typeof MemberDirectory> = {
  chart: "memberDirectory",
  machine: memberDirectoryMachine,
  input: undefined,
  events: {
    "memberDirectory.meet Anna": { type: "memberDirectory.meet", groupID: TEAM, userIDs: [ANNA] },
    "memberDirectory.meet Anna and Ben": {
      type: "memberDirectory.meet",
      groupID: TEAM,
      userIDs: [ANNA, BEN],
    },
    "im.memberChanged": { type: "im.memberChanged", groupID: TEAM, userID: ANNA },
    "im.syncFinished": { type: "im.syncFinished" },
  },
  answers: {
    loadPeople: {
      done: {
        "": ({ context }) => (context.questions[0]?.userIDs ?? []).map(person),
        "all but Anna": ({ context }) =>
          (context.questions[0]?.userIDs ?? []).filter((userID) => userID !== ANNA).map(person),
      },
      failed: ["network"],
    },
  },
  key: ({ context }) => JSON.stringify(context),
  phase: ({ context }) =>
    JSON.stringify([whoIs(context, TEAM, ANNA), context.missed.length > 0, context.questions[0]?.userIDs]),
  evenIgnored: ["memberDirectory.meet Anna", "im.memberChanged", "im.syncFinished"],
  isRest: ({ value }) => value === "settled",

  opens: () => ({ world: aWorld({ conversations: [aConversation()] }) }),
  actor: (app) => childOf(app, "session", "signedIn", "memberDirectory"),
  calls: { loadPeople: "im.loadPeople" },
  logged: ["loadPeople"],
  stimuli: {
    "memberDirectory.meet": ({ app }, event) => childOf(app, "session", "signedIn")?.send(event),
  },
  reads: ({ value, context }) => ({
    is: value,
    anna: whoIs(context, TEAM, ANNA),
    ben: whoIs(context, TEAM, BEN),
    // No view reads the queue, but a user who is missing in it would never be loaded.
    queue: context.questions.map(({ userIDs }) => userIDs),
  }),
  rows: {
    settled: (moment) => ({ reads: { is: "settled", ...namesAfter(moment), queue: [] } }),
    asking: (moment) => ({
      asks: [["im.loadPeople", { groupID: TEAM, userIDs: ledgerAfter(moment).queue[0] }]],
      reads: { is: "asking", ...namesAfter(moment), queue: ledgerAfter(moment).queue },
    }),
  },
  leads: {
    settled: {
      "memberDirectory.meet Anna": ({ context }) => (isStranger(context, ANNA) ? "asking" : null),
      "memberDirectory.meet Anna and Ben": ({ context }) =>
        isStranger(context, ANNA) || isStranger(context, BEN) ? "asking" : null,
      "im.memberChanged": ({ context }) => (wasAnswered(context, ANNA) ? "asking" : null),
      "im.syncFinished": ({ context }) => (context.missed.length > 0 ? "asking" : null),
    },
    asking: {
      "memberDirectory.meet Anna and Ben": ({ context }) => (isStranger(context, BEN) ? STAYS : null),
      "im.memberChanged": ({ context }) => (mayBeOutdated(context, ANNA) ? STAYS : null),
      "im.syncFinished": ({ context }) => (context.missed.length > 0 ? STAYS : null),
      "loadPeople done": askNext,
      "loadPeople done (all but Anna)": askNext,
      "loadPeople failed (network)": askNext,
    },
  },
  noise: {
    "a change of an unknown user": ({ ports }) =>
      ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: "nobody" }),
    "a user who is known, unknown to the server, or failed to load": {
      when: ({ context }) => whoIs(context, TEAM, ANNA) !== undefined,
      make: ({ app }) =>
        childOf(app, "session", "signedIn")?.send({
          type: "memberDirectory.meet",
          groupID: TEAM,
          userIDs: [ANNA],
        }),
    },
  },
};

type Known = SnapshotOf<typeof MemberDirectory>["context"];

function isStranger(context: Known, userID: string): boolean {
  const isAsked = context.questions.some(({ userIDs }) => userIDs.includes(userID));
  return !isAsked && whoIs(context, TEAM, userID) === undefined;
}

function wasAnswered({ people }: Known, userID: string): boolean {
  return memberDirectoryKey(TEAM, userID) in people;
}

/** A loaded or loading user may have changed since; a user who still waits has not. */
function mayBeOutdated(context: Known, userID: string): boolean {
  const [asked, ...waiting] = context.questions;
  const isToBeAsked = waiting.some(({ userIDs }) => userIDs.includes(userID));
  return !isToBeAsked && (wasAnswered(context, userID) || (asked?.userIDs.includes(userID) ?? false));
}

function askNext({ context }: SnapshotOf<typeof MemberDirectory>): string {
  return context.questions.length > 1 ? "asking" : "settled";
}

interface Ledger {
  told: Readonly<Record<string, ReturnType<typeof person> | null>>;
  queue: readonly (readonly string[])[];
  missed: readonly string[];
}

function namesAfter(moment: Moment<typeof MemberDirectory>) {
  const { told, missed } = ledgerAfter(moment);
  const nameOf = (userID: string) =>
    userID in told ? told[userID] : missed.includes(userID) ? null : undefined;
  return { anna: nameOf(ANNA), ben: nameOf(BEN) };
}

function ledgerAfter({ step }: Moment<typeof MemberDirectory>): Ledger {
  if (!step) return { told: {}, queue: [], missed: [] };
  const before = ledgerBefore(step);
  const { told, queue, missed } = before;
  const [asked = [], ...others] = queue;
  const isNew = (userID: string) =>
    !(userID in told) && !missed.includes(userID) && !queue.flat().includes(userID);
  const answer = (isNamed: (userID: string) => boolean): Ledger => ({
    told: {
      ...told,
      ...Object.fromEntries(asked.map((userID) => [userID, isNamed(userID) ? person(userID) : null])),
    },
    queue: others,
    missed: missed.filter((userID) => !asked.includes(userID)),
  });
  const meet = (...userIDs: string[]): Ledger => {
    const strangers = userIDs.filter(isNew);
    return strangers.length > 0 ? { ...before, queue: [...queue, strangers] } : before;
  };
  switch (step.label) {
    case "memberDirectory.meet Anna":
      return meet(ANNA);
    case "memberDirectory.meet Anna and Ben":
      return meet(ANNA, BEN);
    case "im.memberChanged":
      // Also during a request, because its answer may be older than the change.
      return (ANNA in told || asked.includes(ANNA)) && !others.flat().includes(ANNA)
        ? { ...before, queue: [...queue, [ANNA]] }
        : before;
    case "im.syncFinished":
      return {
        ...before,
        queue: [
          ...queue,
          ...missed.filter((userID) => !queue.flat().includes(userID)).map((userID) => [userID]),
        ],
      };
    case "loadPeople done":
      return answer(() => true);
    case "loadPeople done (all but Anna)":
      return answer((userID) => userID !== ANNA);
    case "loadPeople failed (network)":
      return {
        told,
        queue: others,
        missed: [...missed.filter((userID) => !asked.includes(userID)), ...asked],
      };
    default:
      throw new Error(`The table of the member directory does not say what "${step.label}" does`);
  }
}

function ledgerBefore({ before: { context } }: Step<typeof MemberDirectory>): Ledger {
  const told = [ANNA, BEN].flatMap((userID) => {
    const known = context.people[memberDirectoryKey(TEAM, userID)];
    return known === undefined ? [] : [[userID, known] as const];
  });
  return {
    told: Object.fromEntries(told),
    queue: context.questions.map(({ userIDs }) => userIDs),
    missed: context.missed.flatMap(({ userIDs }) => userIDs),
  };
}
