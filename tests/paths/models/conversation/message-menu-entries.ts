import type { AnyActorRef } from "xstate";
import type { Message } from "../../../../machines/domain/message.ts";
import type { App } from "../../../../src/wiring/index.ts";
import { childOf } from "../../stage.ts";

export function messageActionsOf(app: App): AnyActorRef | undefined {
  return childOf(app, "session", "signedIn", "conversation", "messageMenu");
}

export function sendAgain(app: App, message: unknown): void {
  messageActionsOf(app)?.send({ type: "user.retryMessage", message });
}

export function recall(app: App, message: Message): void {
  const actions = messageActionsOf(app);
  actions?.send({ type: "user.openMenu", message });
  actions?.send({ type: "user.revokeMessage" });
}

/** Deletes a message and confirms; closes the menu if it has no such entry. */
export function remove(app: App, message: Message): void {
  const actions = messageActionsOf(app);
  actions?.send({ type: "user.openMenu", message });
  actions?.send({ type: "user.askDelete" });
  actions?.send({ type: "user.deleteMessage" });
  actions?.send({ type: "user.closeMenu" });
}
