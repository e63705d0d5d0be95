import { profileDetailsMachine } from "../../../../machines/session/profile-details.ts";
import { aWorld, ME } from "../../../fakes/world.ts";
import type { ChartModel } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { helpersDoNotFail } from "../excuses.ts";

const EMAIL = { email: "mia@example.com" };

/** Asks the chat server for the user who just signed in; the session decides about the result. */
export const profileDetailsModel: ChartModel<typeof profileDetailsMachine> = {
  chart: "profileDetails",
  machine: profileDetailsMachine,
  input: { userID: ME },
  events: {
    "im.connected": { type: "im.connected" },
    "im.connectFailed": { type: "im.connectFailed", code: 10000 },
  },
  answers: {
    loadDetails: {
      done: { "": () => EMAIL },
      failed: ["network", "timeout", "sessionEnded", "restricted"],
    },
  },
  isRest: ({ value }) => value === "settled",

  opens: () => ({ world: aWorld() }),
  // After its end, the session keeps the actor for as long as it is ready.
  actor(app) {
    const details = childOf(app, "session", "profileDetails");
    return details?.getSnapshot().status === "active" ? details : undefined;
  },
  calls: { loadDetails: "account.loadDetails" },
  tells: ["toasts <- toast.add", "profile <- email"],
  stimuli: {
    // No call shows the new email, so a note is added to the wire.
    "loadDetails done": async (stage) => {
      stage.ports.resolve("account.loadDetails", EMAIL);
      await stage.settle();
      stage.ports.note("profile <- email", emailIn(stage));
    },
  },
  reads: ({ value }) => ({ is: value }),
  rows: {
    loading: { asks: [["account.loadDetails", { userID: ME }]], reads: { is: "loading" } },
    unanswered: { reads: { is: "unanswered" } },
    settled: { gone: true },
  },
  leads: {
    loading: {
      "loadDetails done": "settled",
      // No answer keeps the user signed in (8-21); a refusal signs out (8-20).
      "loadDetails failed (network)": "unanswered",
      "loadDetails failed (timeout)": "unanswered",
      "loadDetails failed (sessionEnded)": "settled",
      "loadDetails failed (restricted)": "settled",
    },
    unanswered: { "im.connected": "loading" },
    settled: {},
  },
  told({ label }) {
    const signOutReason = (key: string) =>
      ["toasts <- toast.add", { toast: { tone: "error", key } }] as const;
    if (label === "loadDetails done") return [["profile <- email", EMAIL.email]];
    if (label === "loadDetails failed (sessionEnded)") return [signOutReason("loginExpired")];
    return label === "loadDetails failed (restricted)" ? [signOutReason("getUserInfoFailed")] : [];
  },
  noise: {
    "the connection goes down": ({ ports }) =>
      ports.emit.connection({ type: "im.connectFailed", code: 10000 }),
  },
  excused: helpersDoNotFail("connectionEvents"),
};

function emailIn({ app }: Stage): unknown {
  return childOf(app, "session")?.getSnapshot().context.profile?.email;
}
