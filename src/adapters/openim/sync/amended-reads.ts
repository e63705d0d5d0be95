import {
  amendMessages,
  isRemoved,
  type Message,
  type MessageEvent,
} from "../../../../machines/domain/message.ts";
import type { ImPort } from "../../../../machines/ports/im.ts";
import type { Stream } from "../../../../machines/ports/stream.ts";

type Reads = Pick<ImPort, "loadOlder" | "loadNewer" | "loadAround" | "searchConversation" | "searchMessages">;
type Removal = Extract<MessageEvent, { type: "im.revoked" | "im.deleted" }>;

/**
 * Applies recalls and deletions that are reported during a read also to its answer, which may be older: else the
 * message would come back into a list that has already dropped it.
 */
export function amendReads(events: Stream<MessageEvent>, reads: Reads): Reads {
  const amended =
    <Input, Answer>(
      read: (input: Input) => Promise<Answer>,
      amend: (answer: Answer, removal: Removal) => Answer,
    ) =>
    async (input: Input): Promise<Answer> => {
      const removals: Removal[] = [];
      const stop = events((event) => {
        if (event.type === "im.revoked" || event.type === "im.deleted") removals.push(event);
      });
      try {
        return removals.reduce(amend, await read(input));
      } finally {
        stop();
      }
    };
  const page = (read: Reads["loadOlder"]) =>
    amended(read, (answer, removal) => ({
      ...answer,
      messages: [...amendMessages(answer.messages, removal)],
    }));
  const rest = (messages: readonly Message[], removal: Removal) =>
    messages.filter((message) => !isRemoved(message, removal));
  return {
    loadOlder: page(reads.loadOlder),
    loadNewer: page(reads.loadNewer),
    loadAround: page(reads.loadAround),
    searchConversation: amended(reads.searchConversation, rest),
    searchMessages: amended(reads.searchMessages, (hits, removal) =>
      hits
        .map((hit) => ({ ...hit, messages: rest(hit.messages, removal) }))
        .filter(({ messages }) => messages.length > 0),
    ),
  };
}
