import type { EventObject } from "xstate";
import { type EmojiPanelEvent, emojiPanelMachine } from "../../../../machines/composer/emoji-panel.ts";
import { ANNA, aMessage, aWorld, ME, NOON, singleChatID } from "../../../fakes/world.ts";
import { press } from "../../gestures.ts";
import type { ChartModel, Facts } from "../../model.ts";
import { childOf, type Stage } from "../../stage.ts";
import { STAYS } from "../../transition-table.ts";
import { helpersDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";

const CHAT = singleChatID(ANNA);
const BEFORE = { recent: ["🌳", "👍🏽"], tone: 3 as const, stickers: ["ok"] as const };
const ID = "sticker";
const START = "closed||0||";

const EARLY: EmojiPanelEvent = { type: "user.pickEmoji", emoji: "🦉" };

export const emojiPanelModel: ChartModel<typeof emojiPanelMachine> = {
  chart: "emojiPanel",
  machine: emojiPanelMachine,
  input: {
    conversationID: CHAT,
    userID: ME,
    outbox: ignoringParent,
    clock: { newID: () => ID, now: () => NOON },
  },
  events: {
    "user.openEmojis": (_, around) => (isOpen(around) ? null : { type: "user.openEmojis" }),
    "user.closeEmojis": (_, around) => (isOpen(around) ? { type: "user.closeEmojis" } : null),
    "user.pickEmoji tree": picking("🌳"),
    "user.pickEmoji owl": picking("🦉"),
    "user.chooseTone": (_, around) => (isOpen(around) ? { type: "user.chooseTone", tone: 5 } : null),
    "user.sendSticker": (_, around) =>
      isOpen(around) ? { type: "user.sendSticker", sticker: "thanks" } : null,
  },
  answers: { readEmojis: { done: { "": () => BEFORE }, failed: ["unknown"] } },
  key: ({ context }) => [context.recent.join(""), context.tone, context.stickers.join()].join(" "),
  // Whether the panel is open, the recent emoji, the tone, whether they are read, and the stickers.
  around: { start: START, after: aroundAfter },
  isRest: ({ value }) => value.panel === "closed" && value.memory === "known",

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    ports.platform.newID = () => ID;
    ports.hold("storage.readEmojis");
  },
  begin: (stage) => stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`)),
  actor: (app) => childOf(app, "session", "signedIn", "conversation", "emojiPanel"),
  calls: { readEmojis: "storage.readEmojis" },
  tells: ["storage.writeEmojis", "outbox <- outbox.attach"],
  logged: ["readEmojis"],
  press: {
    "user.openEmojis": press("button: Emoji"),
    "user.closeEmojis": press("button: Emoji"),
    "user.pickEmoji tree": press("tab: Animals and nature", "button: deciduous tree"),
    "user.pickEmoji owl": press("tab: Animals and nature", "button: owl"),
    "user.sendSticker": async (event, stage) => {
      await press("tab: Stickers", "button: Thanks")(event, stage);
      await press("tab: Emoji")(event, stage);
    },
  },
  stimuli: { "user.chooseTone": toTheChart },
  reads: ({ value, context: { recent, tone, stickers } }) => ({ ...value, recent, tone, stickers }),
  rows: {
    "panel.closed": ({ step }) => ({
      reads: { panel: "closed", ...remembered(step?.around) },
      sees: ["button: Emoji", "!group: Emoji panel", "!tab: Smileys and emotion"],
    }),
    "panel.open": ({ step }) => ({
      reads: { panel: "open", ...remembered(step?.around) },
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
    "panel.open": { "user.closeEmojis": "panel.closed", "user.sendSticker": STAYS },
    "memory.reading": {
      "readEmojis done": "memory.known",
      "readEmojis failed (unknown)": "memory.known",
    },
    "memory.known": {
      "user.pickEmoji tree": STAYS,
      "user.pickEmoji owl": STAYS,
      "user.chooseTone": STAYS,
      "user.sendSticker": STAYS,
    },
  },
  told({ event, around }) {
    const isSticker = event.type === "user.sendSticker";
    const isKept = isSticker || event.type === "user.pickEmoji" || event.type === "user.chooseTone";
    const attachments = [{ clientMsgID: ID, enclosure: { type: "face", sticker: "thanks" } }];
    return [
      ...(isSticker ? [["outbox <- outbox.attach", { conversationID: CHAT, attachments }] as const] : []),
      ...(isKept && isRead(around)
        ? [["storage.writeEmojis", { userID: ME, memory: remembered(around) }] as const]
        : []),
    ];
  },
  noise: {
    "a message arrives": ({ ports }) =>
      ports.emit.messages({ type: "im.messages", messages: [aMessage({ seq: 7 })] }),
    "a pick before the stored emoji are read": {
      when: ({ value }) => value.memory === "reading",
      make: (stage) => toTheChart(stage, EARLY),
    },
  },
  excused: helpersDoNotFail("emojiStore"),
};

function toTheChart({ app }: Stage, event: EventObject): void {
  childOf(app, "session", "signedIn", "conversation", "emojiPanel")?.send(event);
}

function isOpen(around: string): boolean {
  return around.startsWith("open");
}

function picking(emoji: string) {
  return (_: unknown, around: string): EmojiPanelEvent | null =>
    isOpen(around) ? { type: "user.pickEmoji", emoji } : null;
}

function aroundAfter(around: string, label: string): string {
  const [panel = "", recent = "", tone = "", known = "", stickers = ""] = around.split("|");
  const isKnown = known !== "";
  switch (label) {
    case "user.openEmojis":
      return around.replace("closed", "open");
    case "user.closeEmojis":
      return around.replace("open", "closed");
    case "readEmojis done":
      return [panel, BEFORE.recent.join(), BEFORE.tone, "known", "ok"].join("|");
    case "readEmojis failed (unknown)":
      return [panel, "", "0", "known", ""].join("|");
    case "user.pickEmoji tree":
      return isKnown ? [panel, picked(recent, "🌳"), tone, "known", stickers].join("|") : around;
    case "user.pickEmoji owl":
      return isKnown ? [panel, picked(recent, "🦉"), tone, "known", stickers].join("|") : around;
    case "user.chooseTone":
      return isKnown ? [panel, recent, "5", "known", stickers].join("|") : around;
    case "user.sendSticker":
      return isKnown ? [panel, recent, tone, "known", picked(stickers, "thanks")].join("|") : around;
    default:
      return around;
  }
}

function picked(recent: string, emoji: string): string {
  const others = recent.split(",").filter((one) => one !== "" && one !== emoji);
  return [emoji, ...others].join();
}

function isRead(around: string): boolean {
  return around.split("|")[3] === "known";
}

function remembered(around = START): Facts {
  const [, recent = "", tone = "0", , stickers = ""] = around.split("|");
  return {
    recent: recent.split(",").filter(Boolean),
    tone: tone === "3" ? 3 : tone === "5" ? 5 : 0,
    stickers: stickers.split(",").filter(Boolean),
  };
}
