import { type rosterMachine as Roster, rosterKey, rosterMachine } from "../../../machines/roster.ts";
import { ANNA, aConversation, aWorld, BEN, TEAM } from "../../fakes/world.ts";
import type { ChartModel } from "../model.ts";
import { childOf } from "../stage.ts";

const person = (userID: string, name: string) => ({ userID, name, faceURL: "" });
const asks = (userID: string) => ["im.loadPeople", { groupID: TEAM, userIDs: [userID] }] as const;

/** Who writes in the team. */
export const rosterModel: ChartModel<typeof Roster> = {
  chart: "roster",
  machine: rosterMachine,
  input: undefined,
  events: {
    "roster.meet Anna": ({ context }) =>
      context.questions.length < 2 ? { type: "roster.meet", groupID: TEAM, userIDs: [ANNA] } : null,
    "roster.meet Ben": ({ context }) =>
      context.questions.length < 2 ? { type: "roster.meet", groupID: TEAM, userIDs: [BEN] } : null,
    "im.memberChanged": ({ context }) =>
      context.questions.length < 2 ? { type: "im.memberChanged", groupID: TEAM, userID: ANNA } : null,
  },
  answers: {
    loadPeople: {
      done: {
        "": ({ context }) =>
          (context.questions[0]?.userIDs ?? []).map((userID) => person(userID, `N${userID}`)),
      },
      failed: ["network"],
    },
  },
  key: ({ context }) => JSON.stringify([context.people, context.questions]),
  evenIgnored: ["roster.meet Anna"],
  isRest: ({ value }) => value === "settled",

  opens: () => ({ world: aWorld({ conversations: [aConversation()] }) }),
  actor: (app) => childOf(app, "session", "messenger", "roster"),
  calls: { loadPeople: "im.loadPeople" },
  logged: ["loadPeople"],
  stimuli: {
    "roster.meet": ({ app }, event) => childOf(app, "session", "messenger")?.send(event),
  },
  reads: ({ value, context }) => ({ is: value, people: context.people }),
  rows: {
    settled: ({ snapshot: { context } }) => ({ reads: { is: "settled", people: context.people } }),
    asking: ({ snapshot: { context } }) => ({
      asks: [asks(context.questions[0]?.userIDs[0] ?? "")],
      reads: { is: "asking", people: context.people },
    }),
  },
  noise: {
    "a change of somebody never met": ({ ports }) =>
      ports.emit.groups({ type: "im.memberChanged", groupID: TEAM, userID: "nobody" }),
    "somebody who is known": {
      when: ({ context }) => Boolean(context.people[rosterKey(TEAM, ANNA)]),
      make: ({ app }) =>
        childOf(app, "session", "messenger")?.send({ type: "roster.meet", groupID: TEAM, userIDs: [ANNA] }),
    },
  },
};
