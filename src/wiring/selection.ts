/** Several messages at once: choosing, deleting, sending on. */

import { fromPromise } from "xstate";
import { forwardingMachine } from "../../machines/forwarding.ts";
import { selectionMachine } from "../../machines/selection.ts";
import type { Receiver } from "../../machines/vocabulary/forwards.ts";
import type { MessageKey } from "../../machines/vocabulary/messages.ts";
import { listening } from "./filling.ts";
import type { Outside } from "./program.ts";

export function selectionChart({ ports: { im } }: Outside) {
  return selectionMachine.provide({
    actors: {
      messageEvents: listening(im.messageEvents),
      deleteMessages: fromPromise<void, { messages: readonly MessageKey[] }>(async ({ input }) => {
        for (const message of input.messages) await im.deleteMessage(message);
      }),
      forwarding: forwardingMachine.provide({
        actors: {
          findReceivers: fromPromise<readonly string[], { receivers: readonly Receiver[] }>(
            async ({ input }) => {
              const found = await Promise.all(
                input.receivers.map(({ contact }) => im.findConversation(contact)),
              );
              return found.map(({ conversationID }) => conversationID);
            },
          ),
        },
      }),
    },
  });
}
