import { assign, setup } from "xstate";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import type { Group } from "../domain/people.ts";
import type { BaseInfo } from "../domain/relationship.ts";
import { port } from "../ports/stub.ts";

/** A search among everybody: people by id, phone number, email or name, groups by their id (2-81). */

export type DirectorySearchEvent = { type: "user.typeKeyword"; keyword: string } | { type: "user.find" };

export interface DirectorySearchContext {
  isGroup: boolean;
  /** As it was typed. */
  keyword: string;
  people: readonly BaseInfo[];
  groups: readonly Group[];
  /** Why nothing could be asked; null while all is well. */
  failure: FailureCode | null;
}

export const directorySearchMachine = setup({
  types: {
    context: {} as DirectorySearchContext,
    events: {} as DirectorySearchEvent,
    input: {} as Pick<DirectorySearchContext, "isGroup">,
    tags: {} as "pending" | "nothing",
    meta: {} as RuleMeta,
  },
  actors: {
    searchUsers: port<BaseInfo[], { keyword: string }>("searchUsers"),
    /** Null when there is no group of that id. */
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
  context: ({ input }) => ({ ...input, keyword: "", people: [], groups: [], failure: null }),
  initial: "still",
  on: {
    "user.typeKeyword": {
      target: ".still.typing",
      actions: ["forgetResult", { type: "setKeyword", params: ({ event }) => event }],
    },
  },
  states: {
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
          description: "What was found, or not, was about other words; so is an answer still to come.",
          meta: { rule: "2-81" },
        },
        found: {},
        nothing: { tags: "nothing" },
        failed: { description: "Nobody could be asked; what was typed stays." },
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
          description: "Groups are found by their whole id only.",
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
