import type { AnyActorRef } from "xstate";
import { createSender } from "../../src/adapters/inspection/sender.ts";

/** Returns a function that returns what an inspector, which shows texts, was told of the app since this call. */
export function inspected({ system }: Pick<AnyActorRef, "system">): () => string {
  const messages: unknown[] = [];
  const sender = createSender({
    prefix: "",
    showsTexts: true,
    withDefinitions: false,
    now: () => 0,
    soon: (callback) => callback(),
  });
  system.inspect(sender.inspect);
  sender.watch((batch) => void messages.push(...batch));
  return () => JSON.stringify(messages);
}
