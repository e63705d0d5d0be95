import { assign, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addNotice, failureNotice, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Conversation } from "../domain/conversation.ts";
import { failureCode } from "../domain/failure.ts";
import { type GroupChange, type GroupDraft, nameToKeep } from "../domain/group.ts";
import { type Choice, chatPath } from "../domain/route.ts";
import type { ContactKey } from "../people/contacts.ts";
import { port } from "../ports/stub.ts";

/** Choosing people: for a new group, or to come into one. Going back leaves everything as it was (2-62). */

export type MemberPickerEvent =
  | { type: "user.pick"; userID: string }
  | { type: "user.nameGroup"; name: string }
  | { type: "user.confirmPicks" };

export interface MemberPickerContext {
  choice: Choice;
  /** In the order they were picked in. */
  picked: readonly string[];
  /** Of the new group, as it was typed. */
  name: string;
  /** The new group, once it is there. */
  groupID: string;
}

export const memberPickerMachine = setup({
  types: {
    context: {} as MemberPickerContext,
    events: {} as MemberPickerEvent,
    input: {} as { choice: Choice },
    tags: {} as "working",
    meta: {} as RuleMeta,
  },
  actors: {
    createGroup: port<{ groupID: string }, GroupDraft>("createGroup"),
    inviteToGroup: port<void, { groupID: string; change: GroupChange }>("inviteToGroup"),
    findConversation: port<Conversation, ContactKey>("findConversation"),
  },
  actions: {
    togglePick: assign({
      picked: ({ context: { picked } }, { userID }: { userID: string }) =>
        picked.includes(userID) ? picked.filter((one) => one !== userID) : [...picked, userID],
    }),
    setName: assign((_, { name }: { name: string }) => ({ name })),
    setGroup: assign((_, { groupID }: { groupID: string }) => ({ groupID })),
    goToChat: sendTo(navigationOf, (_, { conversationID }: { conversationID: string }) => ({
      type: "navigation.go" as const,
      to: chatPath(conversationID),
      replace: true,
    })),
    goHome: sendTo(navigationOf, { type: "navigation.go", to: "/conversation", replace: true }),
    goBack: sendTo(navigationOf, { type: "navigation.back", from: "/chooseUser" }),
    notify: sendTo(toastsOf, addNotice),
  },
  guards: {
    isReadyToCreate: ({ context }) => context.choice.kind === "create" && canConfirm(context),
    isReadyToInvite: ({ context }) => context.choice.kind === "invite" && canConfirm(context),
  },
}).createMachine({
  id: "memberPicker",
  context: ({ input }) => ({ ...input, picked: peersIn(input), name: "", groupID: "" }),
  initial: "picking",
  states: {
    picking: {
      description: "A failure leads back to here, with the name and the people as they were.",
      on: {
        "user.pick": { actions: { type: "togglePick", params: ({ event }) => event } },
        "user.nameGroup": { actions: { type: "setName", params: ({ event }) => event } },
        "user.confirmPicks": [
          { guard: "isReadyToCreate", target: "creating" },
          { guard: "isReadyToInvite", target: "inviting" },
        ],
      },
    },
    creating: {
      tags: "working",
      meta: { rule: "2-83" },
      invoke: {
        id: "createGroup",
        src: "createGroup",
        input: ({ context }) => draftOf(context),
        onDone: { target: "opening", actions: { type: "setGroup", params: ({ event }) => event.output } },
        onError: {
          target: "picking",
          actions: {
            type: "notify",
            params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
          },
        },
      },
    },
    opening: {
      description:
        "The group is there, and must not be made again: whatever comes, the way leads out of here.",
      tags: "working",
      invoke: {
        id: "findConversation",
        src: "findConversation",
        input: ({ context }) => ({ groupID: context.groupID }),
        onDone: { target: "finished", actions: { type: "goToChat", params: ({ event }) => event.output } },
        onError: { target: "finished", actions: "goHome" },
      },
    },
    inviting: {
      description: "Where newcomers are looked at first, this asks for them only.",
      tags: "working",
      invoke: {
        id: "inviteToGroup",
        src: "inviteToGroup",
        input: ({ context }) => invitationOf(context),
        onDone: {
          target: "finished",
          actions: ["goBack", { type: "notify", params: { notice: { tone: "info", key: "invited" } } }],
        },
        onError: {
          target: "picking",
          actions: {
            type: "notify",
            params: ({ event }) => ({ notice: failureNotice(failureCode(event.error)) }),
          },
        },
      },
    },
    finished: { description: "The person is led elsewhere, which ends this.", tags: "working" },
  },
});

/** Who is picked from the beginning, and may be unpicked (2-49). */
function peersIn({ choice }: { choice: Choice }): readonly string[] {
  return choice.kind === "create" && choice.peerID !== null ? [choice.peerID] : [];
}

/** At least one person, and for a new group a name (2-62, 2-83). */
export function canConfirm({ choice, picked, name }: MemberPickerContext): boolean {
  return picked.length > 0 && (choice.kind === "invite" || nameToKeep(name) !== null);
}

function draftOf({ choice, picked, name }: MemberPickerContext): GroupDraft {
  const groupType = choice.kind === "create" ? choice.groupType : 0;
  return { name: nameToKeep(name) ?? "", groupType, userIDs: picked };
}

function invitationOf({ choice, picked }: MemberPickerContext): { groupID: string; change: GroupChange } {
  const groupID = choice.kind === "invite" ? choice.groupID : "";
  return { groupID, change: { kind: "invite", userIDs: picked } };
}
