import { assign, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { Group } from "../domain/people.ts";
import type { BaseInfo } from "../domain/relationship.ts";
import { port } from "../ports/stub.ts";

/** Server search: users by id, phone number, email or name; groups by id (2-81). */

export type DirectorySearchEvent = { type: "user.typeKeyword"; keyword: string } | { type: "user.find" };

export interface DirectorySearchContext {
  isGroup: boolean;
  keyword: string;
  people: readonly BaseInfo[];
  groups: readonly Group[];
  failure: FailureCode | null;
}

export const directorySearchMachine = setup({
  types: {
    context: {} as DirectorySearchContext,
    events: {} as DirectorySearchEvent,
    input: {} as Pick<DirectorySearchContext, "isGroup" | "keyword">,
    tags: {} as "pending" | "nothing",
    meta: {} as RuleMeta,
  },
  actors: {
    searchUsers: port<BaseInfo[], { keyword: string }>("searchUsers"),
    /** Null if there is no group with this id. */
    findGroup: port<Group | null, { groupID: string }>("findGroup"),
  },
  actions: {
    setKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword })),
    setPeople: assign((_, { people }: { people: readonly BaseInfo[] }) => ({ people })),
    setGroup: assign((_, { group }: { group: Group | null }) => ({ groups: group ? [group] : [] })),
    setFailure: assign((_, { failure }: { failure: FailureCode }) => ({ failure })),
    forgetResult: assign({ people: [], groups: [], failure: null }),
  },
  guards: {
    hasKeyword: ({ context }) => context.keyword.trim() !== "",
    isGroupSought: ({ context }) => context.isGroup && context.keyword.trim() !== "",
    isAnybody: (_, { people }: { people: readonly BaseInfo[] }) => people.length > 0,
    isThere: (_, { group }: { group: Group | null }) => group !== null,
  },
}).createMachine({
  id: "directorySearch",
  context: ({ input }) => ({ ...input, people: [], groups: [], failure: null }),
  initial: "opening",
  on: {
    "user.typeKeyword": {
      target: ".still.typing",
      actions: ["forgetResult", { type: "setKeyword", params: ({ event }) => event }],
    },
  },
  states: {
    opening: {
      description: "A keyword in the address is searched at once.",
      always: [
        { guard: "isGroupSought", target: "searching.groups" },
        { guard: "hasKeyword", target: "searching.people" },
        { target: "still" },
      ],
    },
    still: {
      initial: "typing",
      on: {
        "user.find": [
          { guard: "isGroupSought", target: "searching.groups", actions: "forgetResult" },
          { guard: "hasKeyword", target: "searching.people", actions: "forgetResult" },
        ],
      },
      states: {
        typing: {
          description:
            "The user edits the keyword. Old results are dropped, and a running search is cancelled.",
          meta: { rule: "2-81" },
        },
        found: {},
        nothing: { tags: "nothing" },
        failed: { description: "The search failed. The keyword stays." },
      },
    },
    searching: {
      tags: "pending",
      initial: "people",
      states: {
        people: {
          invoke: {
            id: "searchUsers",
            src: "searchUsers",
            input: ({ context }) => ({ keyword: context.keyword.trim() }),
            onDone: [
              {
                guard: { type: "isAnybody", params: ({ event }) => ({ people: event.output }) },
                target: "#directorySearch.still.found",
                actions: { type: "setPeople", params: ({ event }) => ({ people: event.output }) },
              },
              { target: "#directorySearch.still.nothing" },
            ],
            onError: {
              target: "#directorySearch.still.failed",
              actions: {
                type: "setFailure",
                params: ({ event }) => ({ failure: failureCode(event.error) }),
              },
            },
          },
        },
        groups: {
          description: "Groups can only be found by their full id.",
          invoke: {
            id: "findGroup",
            src: "findGroup",
            input: ({ context }) => ({ groupID: context.keyword.trim() }),
            onDone: [
              {
                guard: { type: "isThere", params: ({ event }) => ({ group: event.output }) },
                target: "#directorySearch.still.found",
                actions: { type: "setGroup", params: ({ event }) => ({ group: event.output }) },
              },
              { target: "#directorySearch.still.nothing" },
            ],
            onError: {
              target: "#directorySearch.still.failed",
              actions: {
                type: "setFailure",
                params: ({ event }) => ({ failure: failureCode(event.error) }),
              },
            },
          },
        },
      },
    },
  },
});
