import { assign, log, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import { child } from "../domain/child.ts";
import type { Conversation } from "../domain/conversation.ts";
import type { FormKeeperNews, FormKeeping, FormOwner, KeptForm } from "../domain/form.ts";
import { type GroupChange, type GroupDraft, nameToKeep } from "../domain/group.ts";
import type { Choice } from "../domain/group-routes.ts";
import { chatPath } from "../domain/route.ts";
import type { ContactKey } from "../people/contacts.ts";
import { port, stream } from "../ports/stub.ts";

/**
 * Picks users for a new group, or to invite to a group. Going back changes nothing (2-62). If the tab is
 * reloaded, the page has the name and the picks again when it is opened.
 */

export type MemberPickerEvent =
  | FormKeeperNews
  | { type: "user.pick"; userID: string }
  | { type: "user.nameGroup"; name: string }
  | { type: "user.confirmPicks" };

export interface MemberPickerContext {
  userID: string;
  choice: Choice;
  picked: readonly string[];
  /** The name of the new group, untrimmed. */
  name: string;
  groupID: string;
}

export const memberPickerMachine = setup({
  types: {
    context: {} as MemberPickerContext,
    events: {} as MemberPickerEvent,
    input: {} as { userID: string; choice: Choice },
    children: {} as { formKeeper: "formKeeper" },
    tags: {} as "working",
    meta: {} as RuleMeta,
  },
  actors: {
    formKeeper: stream<FormKeeping, FormOwner>("formKeeper"),
    createGroup: port<{ groupID: string }, GroupDraft>("createGroup"),
    inviteToGroup: port<void, { groupID: string; change: GroupChange }>("inviteToGroup"),
    findConversation: port<Conversation, ContactKey>("findConversation"),
  },
  actions: {
    togglePick: assign({
      picked: ({ context: { picked } }, { userID }: { userID: string }) =>
        picked.includes(userID) ? picked.filter((one) => one !== userID) : [...picked, userID],
    }),
    keep: sendTo("formKeeper", ({ context: { name, picked } }) => ({
      type: "form.keep" as const,
      form: { text: name, picked },
    })),
    restore: assign((_, { form }: { form: KeptForm }) => ({ name: form.text, picked: form.picked })),
    dropForm: sendTo("formKeeper", { type: "form.sent" }),
    reportFailure: log(({ event }) => `memberPicker: ${event.type}`),
    setName: assign((_, { name }: { name: string }) => ({ name })),
    setGroup: assign((_, { groupID }: { groupID: string }) => ({ groupID })),
    goToChat: sendTo(navigationOf, (_, { conversationID }: { conversationID: string }) => ({
      type: "navigation.go" as const,
      to: chatPath(conversationID),
      replace: true,
    })),
    goHome: sendTo(navigationOf, { type: "navigation.go", to: "/conversation", replace: true }),
    goBack: sendTo(navigationOf, { type: "navigation.back", from: "/chooseUser" }),
    notify: sendTo(toastsOf, addToast),
  },
  guards: {
    isReadyToCreate: ({ context }) => context.choice.kind === "create" && canConfirm(context),
    isReadyToInvite: ({ context }) => context.choice.kind === "invite" && canConfirm(context),
  },
}).createMachine({
  id: "memberPicker",
  context: ({ input }) => ({ ...input, picked: peersIn(input), name: "", groupID: "" }),
  invoke: {
    ...child("formKeeper"),
    input: ({ context: { choice, userID } }) => ({ userID, formID: JSON.stringify(choice) }),
  },
  initial: "picking",
  states: {
    picking: {
      description: "After an error the chart returns here, with the name and picks unchanged.",
      on: {
        "formKeeper.left": { actions: { type: "restore", params: ({ event }) => event } },
        "user.pick": { actions: [{ type: "togglePick", params: ({ event }) => event }, "keep"] },
        "user.nameGroup": { actions: [{ type: "setName", params: ({ event }) => event }, "keep"] },
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
        onDone: {
          target: "opening",
          actions: [{ type: "setGroup", params: ({ event }) => event.output }, "dropForm"],
        },
        onError: { target: "picking", actions: { type: "notify", params: asToast } },
      },
    },
    opening: {
      description: "The group exists and must not be created twice: success and failure both leave the page.",
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
      description: "If the group requires approval, this only sends an invitation request.",
      tags: "working",
      invoke: {
        id: "inviteToGroup",
        src: "inviteToGroup",
        input: ({ context }) => invitationOf(context),
        onDone: {
          target: "finished",
          actions: ["goBack", { type: "notify", params: { toast: { tone: "info", key: "invited" } } }],
        },
        onError: { target: "picking", actions: { type: "notify", params: asToast } },
      },
    },
    finished: { description: "The page closes, which stops this actor.", tags: "working" },
  },
});

/** Users that are picked at the start; they can be unpicked (2-49). */
function peersIn({ choice }: { choice: Choice }): readonly string[] {
  return choice.kind === "create" && choice.peerID !== null ? [choice.peerID] : [];
}

/** Whether the user can confirm: at least one pick, and a name for a new group (2-62, 2-83). */
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
