import { fromCallback } from "xstate";
import { disappearingMessagesMachine } from "../../machines/conversation/disappearing-messages.ts";
import { asking, ignore, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function disappearingMessagesChart({ ports: { im, platform } }: Outside) {
  return disappearingMessagesMachine.provide({
    actors: {
      messageEvents: listening(im.messageEvents),
      conversationEvents: listening(im.conversationEvents),
      pageEvents: listening(platform.pageEvents),
      burnMessage: asking(im.burnMessage),
      readTimes: fromCallback(({ receive }) =>
        receive(
          ({ conversationID, clientMsgID, readAt }) =>
            void im.keepReadTime({ conversationID, clientMsgID, readAt }).catch(ignore),
        ),
      ),
    },
  });
}
