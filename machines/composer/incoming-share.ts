import { assign, log, raise, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import type { ClosedGroups, Receiver } from "../conversation/forwarded-messages.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import { type FailureCode, failureCode } from "../domain/failure.ts";
import {
  chatOfShare,
  hasContent,
  type IncomingShare,
  type IncomingShareNews,
  shareIn,
} from "../domain/incoming-share.ts";
import { ownValue } from "../domain/own-value.ts";
import { chatPath, conversationIn, type Place, SHARE_PATH } from "../domain/route.ts";
import { type Listener, port, stream } from "../ports/stub.ts";

/**
 * Content that another app shares: offers the chats, then passes it to the composer of the chosen chat. A reply in a
 * notification that was not sent goes to the composer of its chat. This chart sends nothing. The share stays in the
 * browser until a chat has it or the user cancels, so a reload changes nothing.
 */

export type IncomingShareEvent =
  | { type: "place.changed"; place: Place }
  | { type: "user.chooseReceiver"; receiver: Receiver }
  | { type: "user.cancelShare" };

export interface IncomingShareInput {
  parent: Listener<IncomingShareNews>;
  /** The user's location when this chart started. */
  place: Place;
}

export interface IncomingShareContext extends IncomingShareInput {
  /** The id in the address, "" if there is none. */
  shareID: string;
  share: IncomingShare | null;
  receiver: Receiver | null;
  /** The conversation that the share is for, or the chosen one once it is found. */
  conversationID: string | null;
  closed: ClosedGroups;
  /** Why the chosen chat could not be opened. */
  trouble: FailureCode | null;
}

const NOTHING = {
  shareID: "",
  share: null,
  receiver: null,
  conversationID: null,
  closed: {},
  trouble: null,
} as const;

export const incomingShareMachine = setup({
  types: {
    context: {} as IncomingShareContext,
    events: {} as IncomingShareEvent,
    input: {} as IncomingShareInput,
    tags: {} as "missing" | "ready" | "working",
    meta: {} as RuleMeta,
  },
  actors: {
    readShare: port<IncomingShare | null, { shareID: string }>("readShare"),
    findClosed: port<ClosedGroups>("findClosed"),
    findReceivers: port<readonly string[], { receivers: readonly Receiver[] }>("findReceivers"),
    shareStore: stream<{ type: "share.drop"; shareID: string }>("shareStore"),
  },
  actions: {
    arrive: raise(({ context }) => ({ type: "place.changed" as const, place: context.place })),
    begin: assign((_, { place }: { place: Place }) => ({
      ...NOTHING,
      shareID: shareIn(place) ?? "",
      conversationID: chatOfShare(place),
    })),
    forget: assign(NOTHING),
    setShare: assign((_, { share }: { share: IncomingShare | null }) => ({ share })),
    setClosed: assign((_, { closed }: { closed: ClosedGroups }) => ({ closed })),
    setReceiver: assign((_, { receiver }: { receiver: Receiver }) => ({ receiver, trouble: null })),
    setConversation: assign((_, { found }: { found: readonly string[] }) => ({
      conversationID: found[0] ?? null,
    })),
    setTrouble: assign((_, { trouble }: { trouble: FailureCode }) => ({ trouble })),
    dropShare: sendTo("shareStore", ({ context: { shareID } }) => ({ type: "share.drop" as const, shareID })),
    leave: sendTo(navigationOf, { type: "navigation.back", from: SHARE_PATH, to: "/conversation" }),
    /** The chat replaces the page, so that going back does not offer the share again. */
    openChat: sendTo(navigationOf, ({ context }) => ({
      type: "navigation.go" as const,
      to: chatPath(context.conversationID ?? ""),
      replace: true,
    })),
    put: sendTo(
      ({ context }) => context.parent,
      ({ context: { share } }) => ({
        type: "incomingShare.put" as const,
        text: share?.text ?? "",
        files: share?.files ?? [],
      }),
    ),
    reportFailure: log(({ event }) => `incomingShare: ${event.type}`),
  },
  guards: {
    isShare: (_, { place }: { place: Place }) => shareIn(place) !== null,
    isSameShare: ({ context }, { place }: { place: Place }) => shareIn(place) === context.shareID,
    hasID: ({ context }) => context.shareID !== "",
    hasChat: ({ context }, { share }: { share: IncomingShare | null }) =>
      context.conversationID !== null && share !== null && hasContent(share),
    hasContent: (_, { share }: { share: IncomingShare | null }) => share !== null && hasContent(share),
    isOpen: ({ context: { closed } }, { receiver: { contact } }: { receiver: Receiver }) =>
      !("groupID" in contact) || ownValue(closed, contact.groupID) === undefined,
    isChosen: ({ context }, { place }: { place: Place }) => conversationIn(place) === context.conversationID,
  },
}).createMachine({
  id: "incomingShare",
  context: ({ input }) => ({ ...input, ...NOTHING }),
  invoke: child("shareStore"),
  entry: "arrive",
  initial: "away",
  states: {
    away: {
      description: "Another page is in front.",
      entry: "forget",
      on: {
        "place.changed": {
          guard: { type: "isShare", params: ({ event }) => event },
          target: "offered",
          actions: { type: "begin", params: ({ event }) => event },
        },
      },
    },
    offered: {
      description: "The page of a share is in front. A newer share has an id of its own and replaces it.",
      meta: { rule: "11-57" },
      initial: "arriving",
      on: {
        "place.changed": [
          { guard: { type: "isSameShare", params: ({ event }) => event } },
          {
            guard: { type: "isShare", params: ({ event }) => event },
            target: ".arriving",
            actions: { type: "begin", params: ({ event }) => event },
          },
          { target: "away" },
        ],
        "user.cancelShare": { target: "away", actions: ["dropShare", "leave"] },
      },
      states: {
        arriving: {
          description: "Without an id in the address, no service worker has taken the share.",
          always: [{ guard: "hasID", target: "reading" }, { target: "missing" }],
        },
        reading: {
          invoke: {
            id: "readShare",
            src: "readShare",
            input: ({ context }) => ({ shareID: context.shareID }),
            onDone: [
              {
                guard: { type: "hasChat", params: ({ event }) => ({ share: event.output }) },
                target: "opening",
                actions: [{ type: "setShare", params: ({ event }) => ({ share: event.output }) }, "openChat"],
              },
              {
                guard: { type: "hasContent", params: ({ event }) => ({ share: event.output }) },
                target: "choosing",
                actions: { type: "setShare", params: ({ event }) => ({ share: event.output }) },
              },
              {
                target: "missing",
                actions: { type: "setShare", params: ({ event }) => ({ share: event.output }) },
              },
            ],
            onError: { target: "missing", actions: "reportFailure" },
          },
        },
        missing: {
          tags: "missing",
          description: "Nothing arrived, it is gone, or none of its files can be sent.",
        },
        choosing: {
          tags: "ready",
          description: "Groups where the user may not write show the reason and cannot be chosen.",
          invoke: {
            id: "findClosed",
            src: "findClosed",
            onDone: { actions: { type: "setClosed", params: ({ event }) => ({ closed: event.output }) } },
            onError: { actions: "reportFailure" },
          },
          on: {
            "user.chooseReceiver": {
              guard: { type: "isOpen", params: ({ event }) => event },
              target: "finding",
              actions: { type: "setReceiver", params: ({ event }) => event },
            },
          },
        },
        finding: {
          tags: ["ready", "working"],
          description: "Create the conversation first if the chat has no messages yet.",
          invoke: {
            id: "findReceivers",
            src: "findReceivers",
            input: ({ context: { receiver } }) => ({ receivers: receiver ? [receiver] : [] }),
            onDone: {
              target: "opening",
              actions: [
                { type: "setConversation", params: ({ event }) => ({ found: event.output }) },
                "openChat",
              ],
            },
            onError: {
              target: "choosing",
              actions: {
                type: "setTrouble",
                params: ({ event }) => ({ trouble: failureCode(event.error) }),
              },
            },
          },
        },
        opening: {
          tags: ["ready", "working"],
          description: "The chat gets the share when it is in front.",
          on: {
            "place.changed": [
              {
                guard: { type: "isChosen", params: ({ event }) => event },
                target: "#incomingShare.away",
                actions: ["put", "dropShare"],
              },
              // The user went back before the chat was open.
              { guard: { type: "isSameShare", params: ({ event }) => event }, target: "choosing" },
            ],
          },
        },
      },
    },
  },
});
