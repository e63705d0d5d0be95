import { profileDetailsMachine } from "../../../../machines/session/profile-details.ts";
import { aWorld, ME } from "../../../fakes/world.ts";
import type { ChartModel } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { helpersDoNotFail } from "../excuses.ts";

const EMAIL = { email: "mia@example.com" };

/** The chat server is asked about who has just come in; what they then are, or are told, is the session's. */
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
  // The session keeps it, ended, for as long as it is ready.
  actor(app) {
    const details = childOf(app, "session", "profileDetails");
    return details?.getSnapshot().status === "active" ? details : undefined;
  },
  calls: { loadDetails: "account.loadDetails" },
  tells: ["toasts <- toast.add", "profile <- email"],
  stimuli: {
    // Whose it is then is on no wire.
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
      // Silence signs nobody out (8-21), a refusal does (8-20).
      "loadDetails failed (network)": "unanswered",
      "loadDetails failed (timeout)": "unanswered",
      "loadDetails failed (sessionEnded)": "settled",
      "loadDetails failed (restricted)": "settled",
    },
    unanswered: { "im.connected": "loading" },
    settled: {},
  },
  told({ label }) {
    const farewell = (key: string) => ["toasts <- toast.add", { notice: { tone: "error", key } }] as const;
    if (label === "loadDetails done") return [["profile <- email", EMAIL.email]];
    if (label === "loadDetails failed (sessionEnded)") return [farewell("loginExpired")];
    return label === "loadDetails failed (restricted)" ? [farewell("getUserInfoFailed")] : [];
  },
  noise: {
    "the link goes down": ({ ports }) => ports.emit.connection({ type: "im.connectFailed", code: 10000 }),
  },
  excused: helpersDoNotFail("connectionEvents"),
};

function emailIn({ app }: Stage): unknown {
  return childOf(app, "session")?.getSnapshot().context.profile?.email;
}
