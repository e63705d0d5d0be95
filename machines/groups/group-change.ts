import { assign, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import type { GroupChange } from "../domain/group.ts";
import { type Listener, port } from "../ports/stub.ts";

export type GroupChangeNews = { type: "groupChange.done" };

export interface GroupChangeInput {
  groupID: string;
  parent: Listener<GroupChangeNews>;
}

export interface GroupChangeContext extends GroupChangeInput {
  /** The current or last change. */
  change: GroupChange | null;
  /** The address of the page where the user made it. */
  page: string;
}

type Kind = GroupChange["kind"];

/** Changes that have their own page; the page closes when the change is saved. */
const WITH_PAGE: ReadonlySet<Kind> = new Set(["name", "nickname", "announcement", "remove", "transfer"]);

const EXIT_TOASTS = { quit: "groupLeft", dismiss: "groupDismissed" } as const;

export const groupChangeMachine = setup({
  types: {
    context: {} as GroupChangeContext,
    events: {} as { type: "user.changeGroup"; change: GroupChange; page: string },
    input: {} as GroupChangeInput,
    tags: {} as "saving",
  },
  actors: { changeGroup: port<void, { groupID: string; change: GroupChange }>("changeGroup") },
  actions: {
    setChange: assign((_, { change, page }: { change: GroupChange; page: string }) => ({ change, page })),
    tellDone: sendTo(({ context }) => context.parent, { type: "groupChange.done" }),
    leavePage: sendTo(navigationOf, ({ context }) => ({
      type: "navigation.back" as const,
      from: context.page,
      // After a transfer go back to the group page: the page in between is for the owner and admins.
      ...(context.change?.kind === "transfer" ? { to: groupPage(context) } : {}),
    })),
    goHome: sendTo(navigationOf, { type: "navigation.go", to: "/conversation", replace: true }),
    showExitToast: sendTo(toastsOf, ({ context: { change } }) => ({
      type: "toast.add" as const,
      toast: { tone: "info" as const, key: EXIT_TOASTS[change?.kind === "dismiss" ? "dismiss" : "quit"] },
    })),
    notify: sendTo(toastsOf, addToast),
  },
  guards: {
    isExit: ({ context: { change } }) => change !== null && change.kind in EXIT_TOASTS,
    hasPage: ({ context: { change } }) => change !== null && WITH_PAGE.has(change.kind),
  },
}).createMachine({
  id: "groupChange",
  context: ({ input }) => ({ ...input, change: null, page: "" }),
  initial: "settled",
  states: {
    settled: {
      description: "After a failed change its page still shows the input.",
      on: {
        "user.changeGroup": {
          target: "saving",
          actions: { type: "setChange", params: ({ event }) => event },
        },
      },
    },
    saving: {
      description: "One change at a time. Other members see it through the server's events.",
      tags: "saving",
      invoke: {
        id: "changeGroup",
        src: "changeGroup",
        input: ({ context }) => ({ groupID: context.groupID, change: changeIn(context) }),
        onDone: [
          { guard: "isExit", target: "settled", actions: ["tellDone", "goHome", "showExitToast"] },
          { guard: "hasPage", target: "settled", actions: ["tellDone", "leavePage"] },
          { target: "settled", actions: "tellDone" },
        ],
        onError: {
          target: "settled",
          actions: ["tellDone", { type: "notify", params: asToast }],
        },
      },
    },
  },
});

function changeIn({ change }: GroupChangeContext): GroupChange {
  if (!change) throw new Error("No change to save");
  return change;
}

function groupPage({ groupID }: GroupChangeContext): string {
  return `/groupSetting?groupID=${encodeURIComponent(groupID)}`;
}
