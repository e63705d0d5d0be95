import { expect } from "vitest";
import type { EmojiPanelEvent } from "../../../machines/composer/emoji-panel.ts";
import type { EmojiMemory } from "../../../machines/domain/emoji.ts";
import { ANNA, aWorld, ME, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = singleChatID(ANNA);
const BEFORE: EmojiMemory = { recent: ["🌳", "👍🏽"], tone: 3, stickers: ["ok"] };
const OPEN: EmojiPanelEvent = { type: "user.openEmojis" };
const OWL: EmojiPanelEvent = { type: "user.pickEmoji", emoji: "🦉" };
const THANKS: EmojiPanelEvent = { type: "user.sendSticker", sticker: "thanks" };

export const emojiPanelTests: PlainTests = {
  async open() {
    const stage = await openHeadless({ world: aWorld() }, (ports) => {
      ports.platform.newID = () => "sticker";
      ports.hold("storage.readEmojis");
    });
    await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
    return stage;
  },
  tests: {
    "11-24 opens, stays open for picks, and closes": async (stage) => {
      await answer(stage);
      expect(panel(stage).value).toEqual({ panel: "closed", memory: "known" });
      await send(stage, OPEN, OWL, THANKS);
      expect(panel(stage).value).toEqual({ panel: "open", memory: "known" });
      await send(stage, { type: "user.closeEmojis" });
      expect(panel(stage).value).toEqual({ panel: "closed", memory: "known" });
    },
    "starts with what the user picked before, and stores every pick at once": async (stage) => {
      expect(stage.ports.sent("storage.readEmojis")).toEqual([{ userID: ME }]);
      expect(memory(stage)).toEqual({ recent: [], tone: 0, stickers: [] });
      await answer(stage);
      expect(memory(stage)).toEqual(BEFORE);
      await send(stage, OPEN, OWL, { type: "user.pickEmoji", emoji: "🌳" });
      await send(stage, { type: "user.chooseTone", tone: 5 }, THANKS);
      const [owl, tree] = [
        ["🦉", "🌳", "👍🏽"],
        ["🌳", "🦉", "👍🏽"],
      ];
      expect(stage.ports.sent("storage.writeEmojis")).toEqual(
        [
          { ...BEFORE, recent: owl },
          { ...BEFORE, recent: tree },
          { ...BEFORE, recent: tree, tone: 5 },
          { recent: tree, tone: 5, stickers: ["thanks", "ok"] },
        ].map((written) => ({ userID: ME, memory: written })),
      );
      expect(memory(stage)).toEqual({ recent: tree, tone: 5, stickers: ["thanks", "ok"] });
    },
    "starts with nothing when reading fails, and logs it": async (stage) => {
      await stage.act(() => stage.ports.reject("storage.readEmojis", "unknown"));
      expect(sentAs(stage, "log")).toEqual(["emojiPanel: xstate.error.actor.readEmojis"]);
      await send(stage, OWL);
      expect(stage.ports.sent("storage.writeEmojis")).toEqual([
        { userID: ME, memory: { recent: ["🦉"], tone: 0, stickers: [] } },
      ]);
    },
    "a pick before the stored emoji are read does not overwrite them": async (stage) => {
      await send(stage, OPEN, OWL, THANKS, { type: "user.chooseTone", tone: 5 });
      expect(stage.ports.sent("storage.writeEmojis")).toEqual([]);
      await answer(stage);
      expect(memory(stage)).toEqual(BEFORE);
    },
    "3-50 a tap on a sticker sends it": async (stage) => {
      await send(stage, OPEN, THANKS);
      const attachments = [{ clientMsgID: "sticker", enclosure: { type: "face", sticker: "thanks" } }];
      expect(sentAs(stage, "outbox <- outbox.attach")).toEqual([{ conversationID: CHAT, attachments }]);
    },
  },
};

function actor({ app }: Stage) {
  return childOf(app, "session", "signedIn", "conversation", "emojiPanel");
}

function panel(stage: Stage) {
  return actor(stage)?.getSnapshot();
}

function memory(stage: Stage): EmojiMemory {
  const { recent, tone, stickers } = panel(stage).context;
  return { recent, tone, stickers };
}

async function send(stage: Stage, ...events: readonly EmojiPanelEvent[]): Promise<void> {
  for (const event of events) await stage.act(() => actor(stage)?.send(event));
}

function answer(stage: Stage): Promise<void> {
  return stage.act(() => stage.ports.pending("storage.readEmojis").at(-1)?.resolve(BEFORE));
}

function sentAs({ ports }: Stage, name: string): unknown[] {
  return ports.wire.filter(({ call }) => call === name).map(({ input }) => input);
}
