import { expect } from "vitest";
import { ANNA, aConversation, aWorld, singleChatID } from "../../fakes/world.ts";
import { openHeadless } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = singleChatID(ANNA);

/** A page that was loaded again between the sign-in and the opening of the link. */
export const keptLinkTests: PlainTests = {
  open: () =>
    openHeadless({
      world: aWorld({ conversations: [aConversation()] }),
      answers: { "im.loginStatus": () => "loggedIn" },
      link: { path: "/chat", search: `conversationID=${CHAT}` },
    }),
  tests: {
    "11-66 opens a chat whose link still waits": async ({ ports, settle }) => {
      await settle();
      const { entries, index } = ports.address;
      expect(entries[index]).toMatchObject({ path: "/chat", search: `conversationID=${CHAT}` });
    },
    "11-66 a link that has been opened waits no more": async ({ ports, settle }) => {
      await settle();
      expect(ports.keptLink).toBeNull();
    },
  },
};
