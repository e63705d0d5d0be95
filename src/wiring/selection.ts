import { fromPromise } from "xstate";
import type { ClosedGroups, Receiver } from "../../machines/conversation/forwarded-messages.ts";
import { forwardingMachine } from "../../machines/conversation/forwarding.ts";
import { type Standing, standingIn } from "../../machines/conversation/membership.ts";
import { selectionMachine } from "../../machines/conversation/selection.ts";
import { Failure, type FailureCode } from "../../machines/domain/failure.ts";
import type { MessageKey } from "../../machines/domain/message.ts";
import type { Wiring } from "./actors-by-name.ts";

const REFUSALS: Partial<Record<Standing, FailureCode>> = {
  left: "notInGroup",
  dismissed: "groupDismissed",
  banned: "notAllowed",
  muted: "muted",
  groupMuted: "groupMuted",
};

/** Finds the chats that messages and shares can go to. */
export function receiverPorts({ ports: { im, platform } }: Wiring) {
  /** Throws a `Failure` if one group rejects messages, so that nothing is sent at all. */
  async function requireMayWrite(groupID: string): Promise<void> {
    const { group, me } = await im.lookUpGroup({ groupID });
    const refusal = REFUSALS[standingIn(group, me, platform.now())];
    if (refusal) throw new Failure(refusal);
  }

  async function findClosed(): Promise<ClosedGroups> {
    const groups = await im.loadGroups();
    const members = await im.loadMemberships({ groupIDs: groups.map(({ groupID }) => groupID) });
    const mine = new Map(members.map((member) => [member.groupID, member]));
    const closed = groups.flatMap((group) => {
      const standing = standingIn(group, mine.get(group.groupID), platform.now());
      return standing === "banned" || standing === "muted" || standing === "groupMuted"
        ? [[group.groupID, standing] as const]
        : [];
    });
    return Object.fromEntries(closed);
  }

  return {
    findClosed: fromPromise(findClosed),
    findReceivers: fromPromise<readonly string[], { receivers: readonly Receiver[] }>(async ({ input }) => {
      const found = await Promise.all(
        input.receivers.map(async ({ contact }) => {
          if ("groupID" in contact) await requireMayWrite(contact.groupID);
          return im.findConversation(contact);
        }),
      );
      return found.map(({ conversationID }) => conversationID);
    }),
  };
}

/** The chart that picks chats, for forwards and for the card of a meeting. */
export function forwardingChart(wiring: Wiring) {
  return forwardingMachine.provide({ actors: { ...wiring.actors, ...receiverPorts(wiring) } });
}

export function selectionChart(wiring: Wiring) {
  const { actors, ports } = wiring;
  const { im } = ports;
  return selectionMachine.provide({
    actors: {
      ...actors,
      deleteMessages: fromPromise<void, { messages: readonly MessageKey[] }>(async ({ input }) => {
        for (const message of input.messages) await im.deleteMessage(message);
      }),
      forwarding: forwardingChart(wiring),
    },
  });
}
