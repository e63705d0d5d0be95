import { keptLinkMachine } from "../../../../machines/app/kept-link.ts";
import type { Place } from "../../../../machines/domain/route.ts";
import { ANNA, aConversation, aWorld, singleChatID } from "../../../fakes/world.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";

const place = (path: string, search = ""): Place => ({ path, search });
const ANNAS = singleChatID(ANNA);
const LINKS: Readonly<Record<string, Place>> = {
  "link.kept a message of Anna's chat": place("/chat", `conversationID=${ANNAS}&clientMsgID=hit`),
  "link.kept a user's card": place("/userCard", `userID=${ANNA}`),
  "link.kept a group's card": place("/groupCard", "groupID=7"),
  "link.kept a chat without an id": place("/chat"),
  "link.kept a meeting": place("/meeting", "roomID=7"),
};
const kept = (label: string) => (_: unknown, around: string) =>
  around === "at the start" ? ({ type: "link.kept", link: LINKS[label] ?? place("/") } as const) : null;

/** A link that was kept over the sign-in. It opens from the list while the user is there. */
export const keptLinkModel: ChartModel<typeof keptLinkMachine> = {
  chart: "keptLink",
  machine: keptLinkMachine,
  input: undefined,
  events: {
    ...Object.fromEntries(Object.keys(LINKS).map((label) => [label, kept(label)])),
    "place.changed to the list": { type: "place.changed", place: place("/conversation") },
    "place.changed to the contacts": { type: "place.changed", place: place("/contact") },
  },
  answers: {
    loadConversation: { done: { "": () => aConversation() }, failed: ["unknown"] },
    firstSync: { done: { "it has ended": () => true, "none is expected": () => false }, failed: ["unknown"] },
  },
  around: {
    start: "at the start",
    after: (around, label) => (label.startsWith("link.kept") ? "later" : around),
  },
  evenIgnored: [
    "link.kept a chat without an id",
    "link.kept a meeting",
    "place.changed to the list",
    "place.changed to the contacts",
  ],
  isRest: ({ value }) => value === "settled",

  opens: () => ({
    world: aWorld({ conversations: [aConversation()] }),
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: (app) => childOf(app, "session", "signedIn", "keptLink"),
  calls: { loadConversation: "im.loadConversation", firstSync: "im.firstSync" },
  tells: ["navigation <- navigation.go"],
  logged: ["loadConversation", "firstSync"],
  stimuli: {
    ...Object.fromEntries(Object.keys(LINKS).map((label) => [label, tell])),
    // The page is not open yet.
    "loadConversation done": ({ ports }) => {
      ports.hold("im.loginStatus");
      ports.resolve("im.loadConversation", aConversation());
    },
    "place.changed to the list": (stage) => visit(stage, "/conversation"),
    "place.changed to the contacts": (stage) => visit(stage, "/contact"),
  },
  reads: ({ value }) => ({ is: value }),
  rows: {
    settled: { reads: { is: "settled" } },
    finding: {
      asks: [["im.loadConversation", { conversationID: ANNAS }]],
      reads: { is: "finding" },
    },
    waiting: { asks: ["im.firstSync"], reads: { is: "waiting" } },
  },
  leads: {
    settled: {
      "link.kept a message of Anna's chat": "finding",
      "link.kept a user's card": STAYS,
      "link.kept a group's card": STAYS,
    },
    finding: {
      "loadConversation done": "settled",
      "loadConversation failed (unknown)": "waiting",
      "place.changed to the contacts": "settled",
    },
    waiting: {
      "firstSync done (it has ended)": "finding",
      "firstSync done (none is expected)": "settled",
      "firstSync failed (unknown)": "settled",
      "place.changed to the contacts": "settled",
    },
  },
  told({ label }) {
    const opens = (link: Place | undefined): readonly Wire[] =>
      link ? [["navigation <- navigation.go", { to: `${link.path}?${link.search}` }]] : [];
    if (label === "loadConversation done") return opens(LINKS["link.kept a message of Anna's chat"]);
    return label.endsWith("card") ? opens(LINKS[label]) : [];
  },
  noise: {
    "the end of a sync": ({ ports }) => ports.emit.sync({ type: "im.syncFinished" }),
  },
  excused: helpersDoNotFail("linkStore"),
};

/** The store tells it at the start, before a path begins. */
function tell({ app, ports }: Stage, event: { type: string }): void {
  ports.hold("im.loginStatus");
  childOf(app, "session", "signedIn", "keptLink")?.send(event);
}

function visit({ ports }: Stage, path: string): void {
  ports.visit(path);
  for (const call of ports.pending("im.loginStatus")) call.resolve("loggedIn");
}
