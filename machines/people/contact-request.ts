import { assign, sendTo, setup } from "xstate";
import { navigationOf } from "../app/navigation.ts";
import { addToast, asToast, toastsOf } from "../app/toasts.ts";
import type { RuleMeta } from "../domain/chart-meta.ts";
import type { Target } from "../domain/relationship.ts";
import type { ToastContent } from "../domain/toast.ts";
import { port } from "../ports/stub.ts";

/** Sends a friend request or a request to join a group, with a greeting (2-82). */

export type ContactRequestEvent = { type: "user.apply"; greeting: string };

export interface ContactRequestContext {
  target: Target;
  greeting: string;
}

export const contactRequestMachine = setup({
  types: {
    context: {} as ContactRequestContext,
    events: {} as ContactRequestEvent,
    input: {} as Pick<ContactRequestContext, "target">,
    tags: {} as "pending" | "sent",
    meta: {} as RuleMeta,
  },
  actors: {
    addFriend: port<void, { userID: string; greeting: string }>("addFriend"),
    joinGroup: port<void, { groupID: string; greeting: string; isScan: boolean }>("joinGroup"),
  },
  actions: {
    keepGreeting: assign((_, { greeting }: { greeting: string }) => ({ greeting: greeting.trim() })),
    notify: sendTo(toastsOf, addToast),
    leave: sendTo(navigationOf, { type: "navigation.back", from: "/sendApplication" }),
  },
  guards: {
    isGroup: ({ context }) => context.target.kind === "group",
  },
}).createMachine({
  id: "contactRequest",
  context: ({ input }) => ({ ...input, greeting: "" }),
  initial: "writing",
  states: {
    writing: {
      description: "The greeting stays after an error.",
      on: {
        "user.apply": [
          {
            guard: "isGroup",
            target: "joining",
            actions: { type: "keepGreeting", params: ({ event }) => event },
          },
          { target: "asking", actions: { type: "keepGreeting", params: ({ event }) => event } },
        ],
      },
    },
    asking: {
      description:
        "The port first checks whether the user accepts friend requests: a real server does not enforce this setting. It does both also when the user leaves the page.",
      meta: { rule: "6-07, 6-08" },
      tags: "pending",
      invoke: {
        id: "addFriend",
        src: "addFriend",
        input: ({ context: { target, greeting } }) => ({ userID: target.id, greeting }),
        onDone: "sent",
        onError: {
          target: "writing",
          actions: { type: "notify", params: asToast },
        },
      },
    },
    joining: {
      tags: "pending",
      invoke: {
        id: "joinGroup",
        src: "joinGroup",
        input: ({ context: { target, greeting } }) => ({
          groupID: target.id,
          greeting,
          isScan: target.isScan,
        }),
        onDone: "sent",
        onError: {
          target: "writing",
          actions: { type: "notify", params: asToast },
        },
      },
    },
    sent: {
      description: "Shows a toast and leaves the page.",
      tags: "sent",
      entry: [{ type: "notify", params: ({ context }) => ({ toast: sentToast(context) }) }, "leave"],
    },
  },
});

function sentToast({ target }: ContactRequestContext): ToastContent {
  return { tone: "info", key: target.kind === "group" && target.isOpen ? "groupJoined" : "applicationSent" };
}
