import { incomingShareMachine } from "../../../../machines/composer/incoming-share.ts";
import type { Receiver } from "../../../../machines/conversation/forwarded-messages.ts";
import type { IncomingShare } from "../../../../machines/domain/incoming-share.ts";
import type { Place } from "../../../../machines/domain/route.ts";
import {
  aConversation,
  aFriend,
  aMember,
  aWorld,
  BEN,
  groupChatID,
  NOON,
  singleChatID,
  TEAM,
} from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { SnapshotOf } from "../../graph.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Row, Wire } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(BEN);
const BENS: Receiver = { conversationID: CHAT, contact: { userID: BEN } };
const TEAMS: Receiver = { conversationID: groupChatID(TEAM), contact: { groupID: TEAM } };
const CLOSED = { [TEAM]: "muted" } as const;
const NOTES = new File(["words"], "notes.txt", { type: "text/plain" });
const SHARE: IncomingShare = { text: "Look at this", files: [NOTES], leftOut: 0, isCut: false };
const TOO_LARGE: IncomingShare = { text: "", files: [], leftOut: 2, isCut: false };

const LIST: Place = { path: "/conversation", search: "" };
const shareAt = (shareID: string): Place => ({ path: "/share", search: `shareID=${shareID}` });
/** The id of an unsent reply, which names its chat. */
const REPLY = "reply";
const UNSENT_REPLY = { path: "/share", search: `shareID=${REPLY}&conversationID=${CHAT}` };
const PLACES: Readonly<Record<string, Place>> = {
  "place.changed to a share": shareAt("one"),
  "place.changed to a newer share": shareAt("two"),
  "place.changed to an unsent reply": UNSENT_REPLY,
  "place.changed to a share that did not arrive": { path: "/share", search: "" },
  "place.changed to the contacts": { path: "/contact", search: "" },
  "place.changed to the chosen chat": { path: "/chat", search: `conversationID=${CHAT}` },
};
const to = (label: string) => ({ type: "place.changed" as const, place: PLACES[label] ?? LIST });

type Share = SnapshotOf<typeof incomingShareMachine>;
const isOpening = ({ value }: Share) => JSON.stringify(value).includes("opening");

/** The expected state from the labels alone. */
interface Ledger {
  /** The id in the address; null on other pages. */
  shareID: string | null;
  what: "nothing" | "words and a file" | "too large";
  isTeamClosed: boolean;
  /** Whether the groups where the user may not write are known. */
  isKnown: boolean;
  isOpening: boolean;
  /** Whether the user came back to the share on the way to its chat. */
  hasReturned: boolean;
  trouble: string;
}
const START: Ledger = {
  shareID: null,
  what: "nothing",
  isTeamClosed: false,
  isKnown: false,
  isOpening: false,
  hasReturned: false,
  trouble: "",
};
const { read, at, remember } = ledgerFrom(START);

function after(ledger: Ledger, label: string): Ledger {
  if (label.startsWith("place.changed to a")) {
    const shareID = new URLSearchParams(PLACES[label]?.search).get("shareID") ?? "";
    // On the way to the chat, the same share is offered again.
    if (shareID !== ledger.shareID) return { ...START, shareID };
    return ledger.isOpening ? { ...ledger, isOpening: false, hasReturned: true, isKnown: false } : ledger;
  }
  const changed: Readonly<Record<string, Ledger>> = {
    "place.changed to the contacts": START,
    "place.changed to the chosen chat": START,
    "user.cancelShare": START,
    "user.chooseReceiver Ben": { ...ledger, trouble: "" },
    "readShare done": { ...ledger, what: "words and a file", isOpening: ledger.shareID === REPLY },
    "readShare done (none of that id)": ledger,
    "readShare done (too large)": { ...ledger, what: "too large" },
    "findClosed done": { ...ledger, isKnown: true, isTeamClosed: false },
    "findClosed done (the team)": { ...ledger, isKnown: true, isTeamClosed: true },
    "findClosed failed (network)": { ...ledger, isKnown: true },
    "findReceivers done": { ...ledger, isOpening: true },
    "findReceivers failed (network)": { ...ledger, trouble: "network", isKnown: false },
  };
  return changed[label] ?? ledger;
}

function isChoosing({ value }: Share): boolean {
  return JSON.stringify(value).includes("choosing");
}

export const incomingShareModel: ChartModel<typeof incomingShareMachine> = {
  chart: "incomingShare",
  machine: incomingShareMachine,
  input: { parent: ignoringParent, place: LIST },
  events: {
    "place.changed to a share": to("place.changed to a share"),
    "place.changed to a newer share": (_, around) =>
      read(around).shareID === "one" ? to("place.changed to a newer share") : null,
    "place.changed to an unsent reply": (_, around) => {
      const { shareID, isOpening, hasReturned } = read(around);
      // Once more is enough.
      return shareID === null || (shareID === REPLY && isOpening && !hasReturned)
        ? to("place.changed to an unsent reply")
        : null;
    },
    "place.changed to a share that did not arrive": to("place.changed to a share that did not arrive"),
    "place.changed to the contacts": to("place.changed to the contacts"),
    "place.changed to the chosen chat": (snapshot) =>
      isOpening(snapshot) ? to("place.changed to the chosen chat") : null,
    "user.chooseReceiver Ben": { type: "user.chooseReceiver", receiver: BENS },
    "user.chooseReceiver the team, which is closed": (_, around) =>
      read(around).isTeamClosed ? { type: "user.chooseReceiver", receiver: TEAMS } : null,
    "user.cancelShare": { type: "user.cancelShare" },
  },
  answers: {
    readShare: {
      done: { "": () => SHARE, "none of that id": () => null, "too large": () => TOO_LARGE },
      failed: ["unknown"],
    },
    findClosed: { done: { "": () => ({}), "the team": () => CLOSED }, failed: ["network"] },
    findReceivers: { done: { "": () => [CHAT] }, failed: ["network"] },
  },
  key: ({ context: { shareID, share, closed, trouble } }) =>
    [shareID, share?.text, share?.leftOut, TEAM in closed, trouble].join(),
  around: remember(after),
  evenIgnored: ["user.chooseReceiver the team, which is closed", "place.changed to a share"],
  cannot: (label, around) => label.startsWith("findClosed") && read(around).isKnown,
  isRest: ({ value }) => value === "away",

  opens: () => ({
    world: aWorld({
      conversations: [aConversation()],
      friends: [aFriend(), aFriend({ userID: BEN, nickname: "Ben" })],
    }),
    answers: { "im.loginStatus": () => "loggedIn" },
  }),
  actor: (app) => childOf(app, "session", "signedIn", "incomingShare"),
  calls: {
    readShare: "shares.read",
    findClosed: "im.loadMemberships",
    findReceivers: "im.findConversation",
  },
  tells: [
    "shares.drop",
    "navigation <- navigation.go",
    "navigation <- navigation.back",
    "signedIn <- incomingShare.put",
  ],
  logged: ["readShare", "findClosed"],
  stimuli: {
    ...Object.fromEntries(Object.keys(PLACES).map((label) => [label, (stage: Stage) => visit(stage, label)])),
    // The chat is not open yet.
    "readShare done": ({ ports }) => {
      ports.hold("im.loginStatus");
      ports.resolve("shares.read", SHARE);
    },
    "findReceivers done": ({ ports }) => {
      ports.hold("im.loginStatus");
      ports.resolve("im.findConversation", aConversation({ conversationID: CHAT, userID: BEN }));
    },
    "place.changed to the chosen chat": ({ ports }) => {
      letPass(ports);
      for (const call of ports.pending("im.loginStatus")) call.resolve("loggedIn");
    },
    "findClosed done": ({ ports }) => ports.resolve("im.loadMemberships", [aMember()]),
    "findClosed done (the team)": ({ ports }) =>
      ports.resolve("im.loadMemberships", [aMember({ muteEndTime: NOON + 60_000 })]),
    "user.cancelShare": ({ app, ports }) => {
      letPass(ports);
      childOf(app, "session", "signedIn", "incomingShare")?.send({ type: "user.cancelShare" });
    },
  },
  press: {
    "user.chooseReceiver Ben": press("button: Ben"),
    "user.cancelShare": async (event, stage) => {
      letPass(stage.ports);
      await press("button: Cancel")(event, stage);
    },
  },
  pressable: (label, { value }, around) => {
    if (label === "user.cancelShare") return value !== "away";
    return label === "user.chooseReceiver Ben" && isOffered(read(around)) && isChoosing({ value } as Share);
  },
  reads: ({ value, context: { shareID, share, trouble, closed }, tags }) => ({
    is: value,
    shows: [...tags].sort().join(),
    shareID,
    text: share?.text ?? "",
    files: share?.files.map(({ name }) => name).join() ?? "",
    leftOut: share?.leftOut ?? 0,
    trouble: trouble ?? "",
    isTeamClosed: TEAM in closed,
  }),
  rows: {
    away: { reads: { is: "away", shows: "", ...factsOf(START) }, sees: ["!heading: Send to"] },
    "offered.reading": ({ step }) => {
      const ledger = at(step);
      return {
        asks: [["shares.read", { shareID: ledger.shareID }]],
        reads: { is: { offered: "reading" }, shows: "", ...factsOf(ledger) },
        sees: ["heading: Send to", "button: Cancel", "!button: Ben", "!text: There is nothing to send here"],
      };
    },
    "offered.missing": ({ step }) => {
      const ledger = at(step);
      return {
        reads: { is: { offered: "missing" }, shows: "missing", ...factsOf(ledger) },
        sees: [
          "heading: Send to",
          ledger.what === "too large"
            ? "text: The shared files are too large"
            : "text: There is nothing to send here",
          "button: Go to chats",
          "!button: Ben",
        ],
      };
    },
    "offered.choosing": ({ step }) => ({
      // The answer does not depend on the share, so each visit asks.
      asks: [["im.loadMemberships", { groupIDs: [TEAM] }]],
      ...offered(step, "choosing"),
    }),
    "offered.finding": ({ step }) => ({
      asks: [["im.findConversation", { userID: BEN }]],
      ...offered(step, "finding"),
    }),
    "offered.opening": ({ step }) => offered(step, "opening"),
  },
  leads: {
    away: {
      "place.changed to a share": "offered.reading",
      "place.changed to an unsent reply": "offered.reading",
      "place.changed to a share that did not arrive": "offered.missing",
    },
    "offered.*": {
      "place.changed to a share": ({ context }) => (context.shareID === "one" ? null : "offered.reading"),
      "place.changed to a newer share": "offered.reading",
      "place.changed to a share that did not arrive": ({ context }) =>
        context.shareID === "" ? null : "offered.missing",
      "place.changed to the contacts": "away",
      "user.cancelShare": "away",
    },
    "offered.reading": {
      "readShare done": ({ context }) => (context.shareID === REPLY ? "offered.opening" : "offered.choosing"),
      "readShare done (none of that id)": "offered.missing",
      "readShare done (too large)": "offered.missing",
      "readShare failed (unknown)": "offered.missing",
    },
    "offered.missing": {},
    "offered.choosing": {
      "user.chooseReceiver Ben": "offered.finding",
      "findClosed done": STAYS,
      "findClosed done (the team)": STAYS,
      "findClosed failed (network)": STAYS,
    },
    "offered.finding": {
      "findReceivers done": "offered.opening",
      "findReceivers failed (network)": "offered.choosing",
    },
    "offered.opening": {
      "place.changed to an unsent reply": "offered.choosing",
      "place.changed to a share": ({ context }) =>
        context.shareID === "one" ? "offered.choosing" : "offered.reading",
      "place.changed to the chosen chat": "away",
    },
  },
  told({ label, aroundBefore }) {
    const { shareID } = read(aroundBefore);
    // The chat replaces the page.
    const goesToChat: Wire = [
      "navigation <- navigation.go",
      { to: `/chat?${new URLSearchParams({ conversationID: CHAT })}`, replace: true },
    ];
    const told: Readonly<Record<string, readonly Wire[]>> = {
      "user.cancelShare": [
        ["shares.drop", { shareID }],
        ["navigation <- navigation.back", { from: "/share", to: "/conversation" }],
      ],
      "readShare done": shareID === REPLY ? [goesToChat] : [],
      "findReceivers done": [goesToChat],
      "place.changed to the chosen chat": [
        ["signedIn <- incomingShare.put", { text: SHARE.text, files: [NOTES] }],
        ["shares.drop", { shareID }],
      ],
    };
    return told[label] ?? [];
  },
  noise: {
    "the page is hidden": ({ ports }) => ports.emit.page({ type: "page.hidden" }),
  },
  excused: helpersDoNotFail("shareStore"),
};

function factsOf({ shareID, what, trouble, isTeamClosed }: Ledger) {
  const isShare = what === "words and a file";
  return {
    shareID: shareID ?? "",
    text: isShare ? SHARE.text : "",
    files: isShare ? NOTES.name : "",
    leftOut: what === "too large" ? 2 : 0,
    trouble,
    isTeamClosed,
  };
}

function isOffered({ what }: Ledger): boolean {
  return what === "words and a file";
}

function offered(step: { around: string } | null, is: "choosing" | "finding" | "opening"): Row {
  const ledger = at(step);
  const isWorking = is !== "choosing";
  return {
    reads: {
      is: { offered: is },
      shows: isWorking ? "ready,working" : "ready",
      ...factsOf(ledger),
    },
    sees: [
      "heading: Send to",
      "text: Look at this",
      "text: notes.txt",
      isWorking ? "button (disabled): Ben" : "button: Ben",
      `${ledger.trouble === "" ? "!" : ""}text: No connection, please try again`,
    ],
  };
}

function letPass(ports: Stage["ports"]): void {
  ports.answer("im.loginStatus", () => "loggedIn");
}

function visit({ ports }: Stage, label: string): void {
  const { path, search } = PLACES[label] ?? LIST;
  letPass(ports);
  ports.visit(search === "" ? path : `${path}?${search}`);
}
