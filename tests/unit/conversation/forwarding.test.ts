import { expect, it } from "vitest";
import { createActor, fromCallback, fromPromise } from "xstate";
import type { ClosedGroups } from "../../../machines/conversation/forwarded-messages.ts";
import { forwardingMachine } from "../../../machines/conversation/forwarding.ts";
import type { OutboxCommand } from "../../../machines/outbox/outbox.ts";
import { aMessage, NOON } from "../../fakes/world.ts";

it("2-62 a group is open for a forward unless it is known to be closed, whatever its id is", async () => {
  const findClosed = fromPromise<ClosedGroups>(async () => ({ closed: "muted" }));
  const outbox = createActor(fromCallback<OutboxCommand>(() => {}));
  const forwarding = createActor(
    forwardingMachine.provide({ actors: { findClosed, messageEvents: fromCallback(() => {}) } }),
    {
      input: { messages: [aMessage()], outbox, clock: { newID: () => "new", now: () => NOON } },
    },
  ).start();
  await new Promise((resolve) => {
    forwarding.subscribe(({ context }) => {
      if ("closed" in context.closed) resolve(context);
    });
  });
  for (const groupID of ["closed", "constructor"])
    forwarding.send({
      type: "user.pickReceiver",
      receiver: { conversationID: `sg_${groupID}`, contact: { groupID } },
    });
  expect(forwarding.getSnapshot().context.receivers.map(({ conversationID }) => conversationID)).toEqual([
    "sg_constructor",
  ]);
});
