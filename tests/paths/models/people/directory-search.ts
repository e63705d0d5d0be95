import { fireEvent } from "@testing-library/react";
import { directorySearchMachine } from "../../../../machines/people/directory-search.ts";
import { aGroup, aWorld, BEN, TEAM } from "../../../fakes/world.ts";
import { aStranger } from "../../../fakes/world-people.ts";
import { press } from "../../gestures.ts";
import type { Step } from "../../graph.ts";
import type { ChartModel, Moment } from "../../model.ts";
import { find } from "../../screen-expectations.ts";
import { childOf, type Stage } from "../../stage.ts";
import { keywordOf, typing } from "../keywords.ts";

const BENS = [aStranger(), aStranger({ userID: "1000000004", nickname: "Benno" })];

export const directorySearchModel: ChartModel<typeof directorySearchMachine> = {
  chart: "directorySearch",
  machine: directorySearchMachine,
  input: { isGroup: false, keyword: "" },
  events: {
    "user.typeKeyword ben": ({ context }) => typing(context, " ben "),
    "user.typeKeyword bea": ({ context }) => typing(context, "bea"),
    "user.typeKeyword blanks": ({ context }) => typing(context, "  "),
    "user.find": { type: "user.find" },
  },
  answers: {
    searchUsers: {
      done: { "": () => BENS, "just Ben": () => [aStranger()], nobody: () => [] },
      failed: ["network"],
    },
    findGroup: { done: { "": () => aGroup(), none: () => null }, failed: ["network"] },
  },
  key: ({ context }) =>
    [context.keyword, context.people.length, context.groups.length, context.failure].join(),
  // The text of the field.
  around: {
    start: "",
    after: (around, label) => TYPED[label] ?? around,
  },
  isRest: ({ value }) => typeof value === "object" && "still" in value && value.still === "found",

  opens: () => opensAt("/searchToJoin?isGroup=false"),
  actor: (app) => childOf(app, "session", "signedIn", "routeScopes", "directorySearch"),
  calls: { searchUsers: "account.searchUsers", findGroup: "im.loadGroup" },
  press: {
    "user.typeKeyword": (event, stage) => {
      const keyword = keywordOf(event);
      return stage.act(
        () => void fireEvent.change(find("searchbox", "Search"), { target: { value: keyword } }),
      );
    },
    "user.find": (event, stage) => press("button: Search")(event, stage),
  },
  pressable: (label, { context }) => label !== "user.find" || context.keyword.trim() !== "",
  reads: ({ value, context: { keyword, people, groups, failure } }) => ({
    is: JSON.stringify(value),
    keyword,
    hits: [...people.map(({ userID }) => userID), ...groups.map(({ groupID }) => groupID)],
    failure,
  }),
  rows: {
    "still.typing": (moment) => ({
      reads: { is: '{"still":"typing"}', keyword: typed(moment), hits: [], failure: null },
      sees: [
        typed(moment).trim() === "" ? "button (disabled): Search" : "button: Search",
        "!text: Nobody found",
        "!text: Ben",
        "!button: Retry",
      ],
    }),
    "still.found": (moment) => {
      const { step } = moment;
      const { isGroup } = moment.snapshot.context;
      return {
        reads: {
          is: '{"still":"found"}',
          keyword: typed(moment),
          hits: isGroup ? [TEAM] : isJustBen(step) ? [BEN] : [BEN, "1000000004"],
          failure: null,
        },
        sees: [
          "button: Search",
          "text: Ben",
          `text: User ID ${BEN}`,
          isJustBen(step) ? "!text: Benno" : "text: Benno",
          "!text: Nobody found",
        ],
      };
    },
    "still.nothing": (moment) => ({
      reads: { is: '{"still":"nothing"}', keyword: typed(moment), hits: [], failure: null },
      sees: ["button: Search", "text: Nobody found", "!text: Ben"],
    }),
    "still.failed": (moment) => ({
      reads: { is: '{"still":"failed"}', keyword: typed(moment), hits: [], failure: "network" },
      sees: ["button: Search", "button: Retry", "text: No connection, please try again"],
    }),
    "searching.people": (moment) => ({
      asks: [["account.searchUsers", { keyword: typed(moment).trim() }]],
      reads: { is: '{"searching":"people"}', keyword: typed(moment), hits: [], failure: null },
      sees: ["button (busy): Search", "text: Loading", "!text: Nobody found", "!button: Retry"],
    }),
    "searching.groups": (moment) => ({
      asks: [["im.loadGroup", { groupID: typed(moment).trim() }]],
      reads: { is: '{"searching":"groups"}', keyword: typed(moment), hits: [], failure: null },
    }),
  },
  leads: {
    "*": {
      "user.typeKeyword ben": "still.typing",
      "user.typeKeyword bea": "still.typing",
      "user.typeKeyword blanks": "still.typing",
    },
    "still.*": {
      "user.find": ({ context }) => {
        if (context.keyword.trim() === "") return null;
        return context.isGroup ? "searching.groups" : "searching.people";
      },
    },
    "still.typing": {},
    "still.found": {},
    "still.nothing": {},
    "still.failed": {},
    "searching.people": {
      "searchUsers done": "still.found",
      "searchUsers done (just Ben)": "still.found",
      "searchUsers done (nobody)": "still.nothing",
      "searchUsers failed (network)": "still.failed",
    },
    "searching.groups": {
      "findGroup done": "still.found",
      "findGroup done (none)": "still.nothing",
      "findGroup failed (network)": "still.failed",
    },
  },
  noise: {
    "a second tap during the request": {
      when: ({ value }) => typeof value === "object" && "searching" in value,
      make: ({ app }) =>
        childOf(app, "session", "signedIn", "routeScopes", "directorySearch")?.send({ type: "user.find" }),
    },
    "opening and leaving a card": async (stage) => lookAround(stage),
  },
  unreachable: { "searching.groups": "the search for groups has its own model" },
  excused: { "directorySearch.opening | always #1": "no link to the search for groups has a keyword" },
};

/** The same for groups, which are found by id. */
export const directorySearchGroupsModel: ChartModel<typeof directorySearchMachine> = {
  ...directorySearchModel,
  input: { isGroup: true, keyword: "" },
  unreachable: { "searching.people": "the search for people has its own model" },
  opens: () => opensAt("/searchToJoin?isGroup=true"),
};

/** The search in the chats offers to go on here with its keyword. */
export const directorySearchWithKeywordModel: ChartModel<typeof directorySearchMachine> = {
  ...directorySearchModel,
  input: { isGroup: false, keyword: "bea" },
  around: { start: "bea", after: (around, label) => TYPED[label] ?? around },
  opens: () => opensAt("/searchToJoin?isGroup=false&keyword=bea"),
};

function opensAt(path: string) {
  return { world: aWorld(), path, answers: { "im.loginStatus": () => "loggedIn" as const } };
}

const TYPED: Readonly<Record<string, string>> = {
  "user.typeKeyword ben": " ben ",
  "user.typeKeyword bea": "bea",
  "user.typeKeyword blanks": "  ",
};

function isJustBen(step: Step<typeof directorySearchMachine> | null): boolean {
  return step?.label === "searchUsers done (just Ben)";
}

/** The text of the field. At the start it is the keyword of the address. */
function typed({ step, snapshot }: Moment<typeof directorySearchMachine>): string {
  return step?.around ?? snapshot.context.keyword;
}

async function lookAround({ ports, settle }: Stage): Promise<void> {
  const { path, search } = ports.address.current;
  ports.visit(`/userCard?userID=${BEN}`);
  await settle();
  ports.visit(`${path}?${search}`);
}
