import { fromCallback } from "xstate";
import { disappearingMessagesMachine } from "../../machines/conversation/disappearing-messages.ts";
import type { Wiring } from "./actors-by-name.ts";
import { ignore } from "./port-actors.ts";

export function disappearingMessagesChart({ actors, ports: { im } }: Wiring) {
  return disappearingMessagesMachine.provide({
    actors: {
      ...actors,
      readTimes: fromCallback(({ receive }) =>
        receive(
          ({ conversationID, clientMsgID, readAt }) =>
            void im.keepReadTime({ conversationID, clientMsgID, readAt }).catch(ignore),
        ),
      ),
    },
  });
}
