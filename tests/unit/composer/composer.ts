import { expect } from "vitest";
import type { ComposerEvent } from "../../../machines/composer/composer.ts";
import { ANNA, aGroup, aGroupConversation, aMember, aWorld, groupChatID, TEAM } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = groupChatID(TEAM);
const DRAFT = "@Anna lunch";
const MENTION = { userID: ANNA, name: "Anna", start: 0 };

/** The chat of the team, where a draft with a mention waits. */
export const composerTests: PlainTests = {
  open: () =>
    openHeadless({
      world: aWorld({
        conversations: [aGroupConversation({ draftText: DRAFT, draftMentions: [MENTION] })],
        groups: [aGroup()],
        members: [aMember(), aMember({ userID: ANNA, nickname: "Anna" })],
      }),
      path: `/chat?conversationID=${CHAT}`,
      answers: { "im.loginStatus": () => "loggedIn" },
    }),
  tests: {
    "4-63 the caret is behind a draft, and its mention is sent as one": async (stage) => {
      const { text, caret } = composer(stage)?.getSnapshot().context ?? {};
      expect({ text, caret }).toEqual({ text: DRAFT, caret: DRAFT.length });
      await send(stage, { type: "user.send" });
      const sent = stage.ports.wire.filter(({ call }) => call === "outbox <- outbox.send");
      expect(sent.map(({ input }) => input)).toMatchObject([
        { text: `@${ANNA} lunch`, mentions: [{ userID: ANNA }] },
      ]);
    },
    "4-63 a draft is saved once the user has not typed for a while": async (stage) => {
      await send(stage, { type: "user.type", text: `${DRAFT}?` });
      await stage.advance(400);
      await send(stage, { type: "user.type", text: `${DRAFT}??` });
      await stage.advance(400);
      expect(stage.ports.sent("im.saveDraft")).toEqual([]);
      await stage.advance(800);
      expect(stage.ports.sent("im.saveDraft")).toMatchObject([{ text: `${DRAFT}??` }]);
    },
  },
};

function composer({ app }: Stage) {
  return childOf(app, "session", "signedIn", "conversation", "composer");
}

function send(stage: Stage, event: ComposerEvent): Promise<void> {
  return stage.act(() => composer(stage)?.send(event));
}
