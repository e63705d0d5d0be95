import { expect } from "vitest";
import { ANNA, aBlack, aMessage, aWorld, BEN, ME, singleChatID } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const [ANNAS, BENS] = [singleChatID(ANNA), singleChatID(BEN)];

const chart = ({ app }: Stage) => childOf(app, "session", "signedIn", "typists")?.getSnapshot();
const typing = (stage: Stage) => chart(stage)?.context.conversationIDs;
const tells = (stage: Stage, userID: string, isTyping: boolean, conversationID = singleChatID(userID)) =>
  stage.act(() => stage.ports.emit.messages({ type: "im.typing", conversationID, userID, typing: isTyping }));

export const typistsTests: PlainTests = {
  open: () => openHeadless({ world: aWorld() }),
  tests: {
    "keeps the chats in which a peer types, until they stop": async (stage) => {
      expect([typing(stage), chart(stage)?.value]).toEqual([[], "quiet"]);
      await tells(stage, ANNA, true);
      await tells(stage, BEN, true);
      await tells(stage, ANNA, true);
      expect([typing(stage), chart(stage)?.value]).toEqual([[BENS, ANNAS], "typing"]);
      await tells(stage, BEN, false);
      expect(typing(stage)).toEqual([ANNAS]);
      await tells(stage, ANNA, false);
      expect([typing(stage), chart(stage)?.value]).toEqual([[], "quiet"]);
    },
    "a stop signal of nobody who types changes nothing": async (stage) => {
      await tells(stage, ANNA, false);
      expect(chart(stage)?.value).toBe("quiet");
    },
    "the user's own typing on another device does not count": async (stage) => {
      await tells(stage, ME, true, ANNAS);
      expect(typing(stage)).toEqual([]);
      await tells(stage, ANNA, true);
      await tells(stage, ME, true, BENS);
      await tells(stage, ME, false, ANNAS);
      expect(typing(stage)).toEqual([ANNAS]);
    },
    "a message of the peer ends it, the user's own does not": async (stage) => {
      await tells(stage, ANNA, true);
      const send = (sendID: string, seq: number) =>
        stage.act(() =>
          stage.ports.emit.messages({
            type: "im.messages",
            messages: [aMessage({ sendID, seq, conversationID: ANNAS })],
          }),
        );
      await send(ME, 101);
      expect(typing(stage)).toEqual([ANNAS]);
      await send(ANNA, 102);
      expect([typing(stage), chart(stage)?.value]).toEqual([[], "quiet"]);
    },
    "ends at once when the user blocks the peer": async (stage) => {
      await tells(stage, ANNA, true);
      await tells(stage, BEN, true);
      await stage.act(() =>
        stage.ports.emit.contacts({ type: "im.blackChanged", person: aBlack({ userID: ANNA }) }),
      );
      expect(typing(stage)).toEqual([BENS]);
    },
    "ends twelve seconds after the last sign": async (stage) => {
      await tells(stage, ANNA, true);
      await stage.advance(11_000);
      await tells(stage, ANNA, true);
      await stage.advance(11_999);
      expect(typing(stage)).toEqual([ANNAS]);
      await stage.advance(1);
      expect([typing(stage), chart(stage)?.value]).toEqual([[], "quiet"]);
    },
  },
};
