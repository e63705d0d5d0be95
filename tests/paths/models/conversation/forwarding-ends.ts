import { childOf, type Stage } from "../../stage.ts";

/** Stimuli for a chart that invokes `forwarding`: both ends of it. `path`: of the child, by the ids of its parents. */
export function forwardingEnds(
  path: readonly string[],
  contact: { userID: string } | { groupID: string },
  conversationID: string,
) {
  return {
    "forwarding done (sent)": async ({ app, settle }: Stage) => {
      const forwarding = childOf(app, ...path);
      forwarding?.send({ type: "user.pickReceiver", receiver: { conversationID, contact } });
      forwarding?.send({ type: "user.confirmReceivers" });
      forwarding?.send({ type: "user.sendForward", summary: { title: "", lines: [] } });
      await settle();
    },
    "forwarding done (left)": ({ app }: Stage) =>
      childOf(app, ...path)?.send({ type: "user.leaveForwarding" }),
  };
}
