import {
  type ShareConfirmationEvent,
  shareConfirmationMachine,
} from "../../../../machines/composer/share-confirmation.ts";
import { ANNA, aFriend, aMessage, aWorld, BEN, NOON, singleChatID } from "../../../fakes/world.ts";
import { press, type } from "../../gestures.ts";
import { ledgerFrom } from "../../ledger.ts";
import type { ChartModel, Wire } from "../../model.ts";
import { childOf } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;
const ID = "shared";
/** The name in Ben's profile; the user's alias for Ben is Benny. */
const CARD = { userID: BEN, nickname: "Ben", faceURL: "" };
const POINT = { latitude: 52.51628, longitude: 13.37771 };
const NAME = " North entrance ";

interface Ledger {
  name: string;
  isFound: boolean;
  isPicked: boolean;
  failure: string;
}

const NOTHING: Ledger = { name: "", isFound: false, isPicked: false, failure: "unknown" };
const { read, at, remember } = ledgerFrom(NOTHING);

export const shareConfirmationModel: ChartModel<typeof shareConfirmationMachine> = {
  chart: "shareConfirmation",
  machine: shareConfirmationMachine,
  input: { conversationID: CHAT, outbox: ignoringParent, clock: { newID: () => ID, now: () => NOON } },
  events: {
    "user.shareCard": { type: "user.shareCard" },
    "user.pickCard": { type: "user.pickCard", card: CARD },
    "user.pickAnotherCard": { type: "user.pickAnotherCard" },
    "user.sendCard": { type: "user.sendCard" },
    "user.sharePlace": { type: "user.sharePlace" },
    "user.retryPlace": { type: "user.retryPlace" },
    "user.namePlace": (_, around): ShareConfirmationEvent | null =>
      read(around).name === "" ? { type: "user.namePlace", name: NAME } : null,
    "user.sendPlace": { type: "user.sendPlace" },
    "user.closeSharing": { type: "user.closeSharing" },
  },
  answers: {
    locate: {
      done: { "": () => ({ point: POINT, accuracy: 12.4 }) },
      failed: ["locationDenied", "locationUnavailable", "locationTimeout"],
    },
  },
  key: ({ context: { card, spot, name } }) => [card !== null, spot !== null, name].join(),
  around: remember((before, label, { value }) => after(before, label, value)),
  isRest: ({ value }) => value === "closed",

  opens: () => ({
    world: aWorld({ friends: [aFriend(), aFriend({ userID: BEN, nickname: "Ben", remark: "Benny" })] }),
  }),
  prepare(ports) {
    ports.platform.newID = () => ID;
    ports.hold("im.createMessage");
  },
  begin: (stage) => stage.act(() => stage.ports.visit(PATH)),
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "shareConfirmation"),
  calls: { locate: "location.locate" },
  tells: ["outbox <- outbox.attach"],
  press: {
    "user.shareCard": press("button: More", "menuitem in dialog: Contact card"),
    "user.pickCard": press("button: Benny"),
    "user.pickAnotherCard": press("button: Choose another friend"),
    "user.sendCard": press("button in dialog: Send"),
    "user.sharePlace": press("button: More", "menuitem in dialog: Location"),
    "user.retryPlace": press("button: Retry"),
    "user.namePlace": type("Name of the place", NAME),
    "user.sendPlace": press("button in dialog: Send"),
    "user.closeSharing": (_, stage) => stage.act(() => stage.ports.browserBack()),
  },
  pressable(label, { value }) {
    const where = stateIn(value);
    switch (label) {
      case "user.shareCard":
      case "user.sharePlace":
        return where === "closed";
      case "user.pickCard":
        return where === "card.picking";
      case "user.pickAnotherCard":
      case "user.sendCard":
        return where === "card.asking";
      case "user.retryPlace":
        return where === "place.failed";
      case "user.namePlace":
        return where === "place.locating" || where === "place.located";
      case "user.sendPlace":
        return where === "place.located";
      default:
        return where !== "closed";
    }
  },
  reads: ({ value, context: { card, spot, name, failure } }) => ({
    state: stateIn(value),
    card,
    spot,
    name,
    failure: stateIn(value) === "place.failed" && failure,
  }),
  rows: {
    closed: ({ step }) => ({
      reads: { state: "closed", ...known(step) },
      sees: ["button: More", "textbox: Message"],
    }),
    "card.picking": ({ step }) => ({
      reads: { state: "card.picking", ...known(step) },
      sees: ["dialog: Choose a contact card", "searchbox: Search", "button: Anna", "button: Benny"],
    }),
    "card.asking": ({ step }) => ({
      reads: { state: "card.asking", ...known(step) },
      sees: ["dialog: Send this card to Anna?", "text: Ben", "!text: Benny", "button: Send"],
    }),
    "place.locating": ({ step }) => ({
      asks: ["location.locate"],
      reads: { state: "place.locating", ...known(step) },
      sees: [
        "dialog: Location",
        "text: Finding your location",
        `textbox: Name of the place = ${at(step).name}`,
        "button (disabled): Send",
      ],
    }),
    "place.located": ({ step }) => ({
      reads: { state: "place.located", ...known(step) },
      sees: [
        "dialog: Location",
        "text: 52.51628, 13.37771",
        "text: Accurate to about 13 m",
        `textbox: Name of the place = ${at(step).name}`,
        "button: Send",
      ],
    }),
    "place.failed": ({ step }) => ({
      reads: { state: "place.failed", ...known(step), failure: at(step).failure },
      sees: ["button: Retry", ...(step ? said(step.label) : [])],
    }),
  },
  leads: {
    closed: { "user.shareCard": "card.picking", "user.sharePlace": "place.locating" },
    "card.*": { "user.closeSharing": "closed" },
    "card.picking": { "user.pickCard": "card.asking" },
    "card.asking": { "user.pickAnotherCard": "card.picking", "user.sendCard": "closed" },
    "place.*": { "user.closeSharing": "closed", "user.namePlace": STAYS },
    "place.locating": {
      "locate done": "place.located",
      "locate failed (locationDenied)": "place.failed",
      "locate failed (locationUnavailable)": "place.failed",
      "locate failed (locationTimeout)": "place.failed",
    },
    "place.located": { "user.sendPlace": "closed" },
    "place.failed": { "user.retryPlace": "place.locating" },
  },
  told({ label, before, around }): readonly Wire[] {
    const sent = (enclosure: unknown): Wire[] => [
      ["outbox <- outbox.attach", { conversationID: CHAT, attachments: [{ clientMsgID: ID, enclosure }] }],
    ];
    if (label === "user.sendCard" && stateIn(before.value) === "card.asking")
      return sent({ type: "card", card: CARD });
    if (label === "user.sendPlace" && stateIn(before.value) === "place.located")
      return sent({ type: "location", name: read(around).name.trim(), address: "", point: POINT });
    return [];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "the page is hidden": ({ ports }) => ports.emit.page({ type: "page.hidden" }),
  },
};

const SENTENCES: Readonly<Record<string, string>> = {
  "locate failed (locationDenied)":
    "Parley can't see your location. Allow it in the browser, then try again.",
  "locate failed (locationUnavailable)": "Couldn't find your location. Turn location on, then try again.",
  "locate failed (locationTimeout)": "Finding your location takes too long, please try again",
};

function said(label: string): string[] {
  const sentence = SENTENCES[label];
  return sentence ? [`text: ${sentence}`] : [];
}

function known(step: { around: string } | null) {
  const { name, isFound, isPicked } = at(step);
  const spot = isFound ? { point: POINT, accuracy: 12.4 } : null;
  return { card: isPicked ? CARD : null, spot, name, failure: false };
}

function after(before: Ledger, label: string, value: unknown): Ledger {
  const where = stateIn(value);
  switch (label) {
    case "user.shareCard":
      return where === "card.picking" ? NOTHING : before;
    case "user.sharePlace":
      return where === "place.locating" ? NOTHING : before;
    case "user.pickCard":
      return where === "card.asking" ? { ...before, isPicked: true } : before;
    case "user.pickAnotherCard":
      return where === "card.picking" ? { ...before, isPicked: false } : before;
    case "user.namePlace":
      return where.startsWith("place.") ? { ...before, name: NAME } : before;
    case "locate done":
      return { ...before, isFound: true };
    default: {
      const [, failure = before.failure] = /^locate failed \((\w+)\)$/.exec(label) ?? [];
      return { ...before, failure };
    }
  }
}

function stateIn(value: unknown): string {
  if (typeof value === "string") return value;
  const [[key, inner] = ["", ""]] = Object.entries(value ?? {});
  return `${key}.${String(inner)}`;
}
