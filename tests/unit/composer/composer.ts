import { expect } from "vitest";
import type { ComposerEvent } from "../../../machines/composer/composer.ts";
import type { Message } from "../../../machines/domain/message.ts";
import {
  ANNA,
  aConversation,
  aGroup,
  aGroupConversation,
  aMember,
  aMessage,
  aWorld,
  BEN,
  groupChatID,
  singleChatID,
  TEAM,
} from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = groupChatID(TEAM);
const DRAFT = "@Anna lunch";
const MENTION = { userID: ANNA, name: "Anna", start: 0 };

const ANSWERED = aMessage({ conversationID: CHAT, groupID: TEAM, recvID: "", clientMsgID: "team-1" });

/** The chat of the team, where a draft with a mention waits. */
export const composerTests: PlainTests = {
  open: () =>
    openHeadless({
      world: aWorld({
        conversations: [aGroupConversation({ draftText: DRAFT, draftMentions: [MENTION] }), aConversation()],
        groups: [aGroup()],
        messages: [ANSWERED],
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
    "4-63 a reply in progress is there when the chat is opened again, with its words and mentions": async (
      stage,
    ) => {
      await send(stage, { type: "user.reply", message: ANSWERED });
      await reopen(stage);
      const { text, mentions, replyTo } = composer(stage)?.getSnapshot().context ?? {};
      expect({ text, mentions, replyTo }).toEqual({ text: DRAFT, mentions: [MENTION], replyTo: ANSWERED });
      await send(stage, { type: "user.cancelReply" });
      await reopen(stage);
      expect(composer(stage)?.getSnapshot().context.replyTo).toBeNull();
    },
    "4-63 4-62 a reply is given up if its message was recalled while the chat was closed": async (stage) => {
      await send(stage, { type: "user.reply", message: ANSWERED });
      const draftReply: Message = {
        ...ANSWERED,
        content: {
          type: "revoked",
          revoker: { userID: BEN, nickname: "Ben" },
          sender: { userID: ANNA, nickname: "Anna" },
        },
      };
      const row = aGroupConversation({ draftText: DRAFT, draftReplyID: ANSWERED.clientMsgID, draftReply });
      stage.ports.answer("im.loadConversation", () => row);
      await reopen(stage);
      const { text, replyTo } = composer(stage)?.getSnapshot().context ?? {};
      expect({ text, replyTo }).toEqual({ text: DRAFT, replyTo: null });
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

/** Opens another chat and then this one. */
async function reopen(stage: Stage): Promise<void> {
  const before = composer(stage);
  await stage.act(() => stage.ports.visit(`/chat?conversationID=${singleChatID(ANNA)}`));
  await stage.act(() => stage.ports.visit(`/chat?conversationID=${CHAT}`));
  expect(composer(stage)).not.toBe(before);
}

function composer({ app }: Stage) {
  return childOf(app, "session", "signedIn", "conversation", "composer");
}

function send(stage: Stage, event: ComposerEvent): Promise<void> {
  return stage.act(() => composer(stage)?.send(event));
}
