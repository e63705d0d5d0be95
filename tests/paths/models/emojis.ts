import type { EventObject } from "xstate";
import { type EmojisEvent, emojisMachine } from "../../../machines/emojis.ts";
import type { SkinTone } from "../../../machines/vocabulary/emojis.ts";
import { ANNA, aMessage, aWorld, ME, singleChatID } from "../../fakes/world.ts";
import type { Step } from "../graph.ts";
import { press } from "../hands.ts";
import { STAYS } from "../leads.ts";
import type { ChartModel } from "../model.ts";
import { childOf, type Stage } from "../stage.ts";
import { helpersDoNotFail } from "./excuses.ts";

const CHAT = singleChatID(ANNA);
/** What was picked in an earlier visit. */
const BEFORE = { recent: ["🌳", "👍🏽"], tone: 3 as const };

/** Picked before anything is known. */
const EARLY: EmojisEvent = { type: "user.pickEmoji", emoji: "🦉" };

/** Picking emoji in the chat with Anna. */
export const emojisModel: ChartModel<typeof emojisMachine> = {
  chart: "emojis",
  machine: emojisMachine,
  input: { userID: ME },
  events: {
    "user.openEmojis": (_, around) => (isOpen(around) ? null : { type: "user.openEmojis" }),
    "user.closeEmojis": (_, around) => (isOpen(around) ? { type: "user.closeEmojis" } : null),
    "user.pickEmoji tree": picking("🌳"),
    "user.pickEmoji owl": picking("🦉"),
    "user.chooseTone": (_, around) => (isOpen(around) ? { type: "user.chooseTone", tone: 5 } : null),
  },
  answers: { readEmojis: { done: { "": () => BEFORE }, failed: ["unknown"] } },
  key: ({ context }) => [context.recent.join(""), context.tone].join(),
  // Whether the panel is open, what is remembered, and in which tone.
  around: { start: "closed||0", after: aroundAfter },
  isRest: ({ value }) => value.panel === "closed" && value.memory === "known",

  opens: () => ({ world: aWorld() }),
  prepare: (ports) => ports.hold("storage.readEmojis"),
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "messenger", "conversation", "emojis"),
  calls: { readEmojis: "storage.readEmojis" },
  tells: ["storage.writeEmojis"],
  logged: ["readEmojis"],
  press: {
    "user.openEmojis": press("button: Emoji"),
    "user.closeEmojis": press("button: Emoji"),
    "user.pickEmoji tree": press("tab: Animals and nature", "button: deciduous tree"),
    "user.pickEmoji owl": press("tab: Animals and nature", "button: owl"),
  },
  stimuli: { "user.chooseTone": toTheChart },
  reads: ({ value, context: { recent, tone } }) => ({ ...value, recent, tone }),
  rows: {
    "panel.closed": ({ step }) => ({
      reads: { panel: "closed", ...remembered(step) },
      sees: ["button: Emoji", "!group: Emoji panel", "!tab: Smileys and emotion"],
    }),
    "panel.open": ({ step }) => ({
      reads: { panel: "open", ...remembered(step) },
      sees: ["group: Emoji panel", "searchbox: Search emoji", "button: Delete character", "tab: Flags"],
    }),
    "memory.reading": {
      asks: [["storage.readEmojis", { userID: ME }]],
      reads: { memory: "reading" },
    },
    "memory.known": { reads: { memory: "known" } },
  },
  leads: {
    "panel.closed": { "user.openEmojis": "panel.open" },
    "panel.open": { "user.closeEmojis": "panel.closed" },
    "memory.reading": {
      "readEmojis done": "memory.known",
      "readEmojis failed (unknown)": "memory.known",
    },
    "memory.known": {
      "user.pickEmoji tree": STAYS,
      "user.pickEmoji owl": STAYS,
      "user.chooseTone": STAYS,
    },
  },
  told({ event, before, after }) {
    const isKept = event.type === "user.pickEmoji" || event.type === "user.chooseTone";
    const { recent, tone } = after.context;
    return isKept && before.value.memory === "known"
      ? [["storage.writeEmojis", { userID: ME, memory: { recent, tone } }]]
      : [];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "what is picked before it is known what was": {
      when: ({ value }) => value.memory === "reading",
      make: (stage) => toTheChart(stage, EARLY),
    },
  },
  excused: helpersDoNotFail("emojiStore"),
};

function toTheChart({ app }: Stage, event: EventObject): void {
  childOf(app, "session", "messenger", "conversation", "emojis")?.send(event);
}

function isOpen(around: string): boolean {
  return around.startsWith("open");
}

function picking(emoji: string) {
  return (_: unknown, around: string): EmojisEvent | null =>
    isOpen(around) ? { type: "user.pickEmoji", emoji } : null;
}

function aroundAfter(around: string, label: string): string {
  const [panel = "", recent = "", tone = ""] = around.split("|");
  const isKnown = tone !== "0" || recent !== "" || around.endsWith("|known");
  switch (label) {
    case "user.openEmojis":
      return around.replace("closed", "open");
    case "user.closeEmojis":
      return around.replace("open", "closed");
    case "readEmojis done":
      return [panel, BEFORE.recent.join(), BEFORE.tone, "known"].join("|");
    case "readEmojis failed (unknown)":
      return [panel, "", "0", "known"].join("|");
    case "user.pickEmoji tree":
      return isKnown ? [panel, picked(recent, "🌳"), tone, "known"].join("|") : around;
    case "user.pickEmoji owl":
      return isKnown ? [panel, picked(recent, "🦉"), tone, "known"].join("|") : around;
    case "user.chooseTone":
      return isKnown ? [panel, recent, "5", "known"].join("|") : around;
    default:
      return around;
  }
}

/** The newest first, each once. */
function picked(recent: string, emoji: string): string {
  const others = recent.split(",").filter((one) => one !== "" && one !== emoji);
  return [emoji, ...others].join();
}

function remembered(step: Step<typeof emojisMachine> | null): { recent: string[]; tone: SkinTone } {
  const [, recent = "", tone = "0"] = (step?.around ?? "closed||0").split("|");
  return { recent: recent.split(",").filter(Boolean), tone: tone === "3" ? 3 : tone === "5" ? 5 : 0 };
}
