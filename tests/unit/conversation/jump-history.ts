import { expect } from "vitest";
import type { JumpHistoryEvent } from "../../../machines/conversation/jump-history.ts";
import { ANNA, aConversation, aWorld, singleChatID, someMessages } from "../../fakes/world.ts";
import { childOf, openHeadless, type Stage } from "../../paths/stage.ts";
import type { PlainTests } from "../plain-tests.ts";

const CHAT = singleChatID(ANNA);
const PATH = `/chat?conversationID=${CHAT}`;
const line = (number: number) => `message-${number}`;

const BACK: JumpHistoryEvent = { type: "user.jumpBack" };

export const jumpHistoryTests: PlainTests = {
  open: () =>
    openHeadless({
      world: aWorld({ conversations: [aConversation()], messages: someMessages(9) }),
      path: PATH,
      answers: { "im.loginStatus": () => "loggedIn" },
    }),
  tests: {
    "2-63 a jump out of sight leads back to the message in the middle": async (stage) => {
      await send(stage, atRest(7, 8, 9), jump(1));
      expectJumps(stage, [1], { back: [8] });
      await send(stage, BACK);
      expectJumps(stage, [1, 8], { back: [] });
      await send(stage, BACK);
      expectJumps(stage, [1, 8], { back: [] });
    },
    "two jumps lead back in two steps": async (stage) => {
      await send(stage, atRest(7, 8, 9), jump(5), jump(1));
      expectJumps(stage, [5, 1], { back: [8, 5] });
      await send(stage, BACK);
      expectJumps(stage, [5, 1, 5], { back: [8] });
      await send(stage, jump(1), BACK, BACK);
      expectJumps(stage, [5, 1, 5, 1, 5, 8], { back: [] });
    },
    "a jump back to where an earlier one began has a way back, too": async (stage) => {
      await send(stage, atRest(7, 8, 9), jump(1), jump(8));
      expectJumps(stage, [1, 8], { back: [8, 1] });
    },
    "a jump leads back to the message that has the link": async (stage) => {
      await send(stage, jump(1, 7));
      expectJumps(stage, [1], { back: [7] });
      await send(stage, atRest(4, 5, 6), jump(1, 8));
      expectJumps(stage, [1, 1], { back: [7, 8] });
    },
    "a jump within sight, or before a message is visible, has no way back": async (stage) => {
      await send(stage, jump(1));
      expectJumps(stage, [1], { back: [] });
      await send(stage, atRest(1, 2, 3), jump(1, 8));
      expectJumps(stage, [1, 1], { back: [] });
      await send(stage, atRest(), jump(5));
      expectJumps(stage, [1, 1, 5], { back: [] });
      await send(stage, jump(1), atRest(4, 5, 6), jump(5));
      expectJumps(stage, [1, 1, 5, 1, 5], { back: [] });
    },
    "a jump within sight keeps the way back of an earlier one": async (stage) => {
      await send(stage, atRest(7, 8, 9), jump(5), atRest(4, 5, 6), jump(4));
      expectJumps(stage, [5, 4], { back: [8] });
      await send(stage, atRest(1, 2, 3), jump(7));
      expectJumps(stage, [5, 4, 7], { back: [8, 2] });
    },
    "scrolling back to where a jump began removes that step": async (stage) => {
      await send(stage, atRest(7, 8, 9), jump(5), jump(1), atRest(4, 5, 6));
      expectJumps(stage, [5, 1], { back: [8] });
      await send(stage, atRest(7, 8, 9));
      expectJumps(stage, [5, 1], { back: [] });
      await send(stage, jump(9));
      expectJumps(stage, [5, 1, 9], { back: [] });
      await send(stage, jump(1));
      expectJumps(stage, [5, 1, 9, 1], { back: [9] });
    },
    "4-61 scrolling to the end removes the way back": async (stage) => {
      await send(stage, atRest(1, 2, 3), jump(8, 5), { ...atRest(7, 8, 9), isAtEnd: true });
      expectJumps(stage, [8], { back: [] });
      await send(stage, jump(1));
      expectJumps(stage, [8, 1], { back: [8] });
    },
    "2-63 a jump from another page leads back, and the address forgets it": async (stage) => {
      await send(stage, atRest(7, 8, 9));
      await comeBack(stage, `${PATH}&clientMsgID=${line(1)}`);
      expectJumps(stage, [1], { back: [8], forgotten: 1 });
      await comeBack(stage, PATH);
      expectJumps(stage, [1], { back: [8], forgotten: 1 });
      await send(stage, BACK);
      expectJumps(stage, [1, 8], { back: [], forgotten: 1 });
      await comeBack(stage, PATH);
      expectJumps(stage, [1, 8], { back: [], forgotten: 1 });
    },
    "2-63 a jump from another page to a visible message has no way back": async (stage) => {
      await send(stage, atRest(1, 2, 3));
      await comeBack(stage, `${PATH}&clientMsgID=${line(1)}`);
      expectJumps(stage, [1], { back: [], forgotten: 1 });
    },
    "11-53 the hits of a search lead back to where it began, in one step": async (stage) => {
      await send(stage, atRest(7, 8, 9), hit(8));
      expectJumps(stage, [8], { back: [] });
      await send(stage, hit(5), hit(1));
      expectJumps(stage, [8, 5, 1], { back: [8] });
      await send(stage, BACK);
      expectJumps(stage, [8, 5, 1, 8], { back: [] });
      await send(stage, atRest(7, 8, 9), jump(5), hit(1));
      expectJumps(stage, [8, 5, 1, 8, 5, 1], { back: [8] });
    },
    "11-53 hits that are all in sight have no way back": async (stage) => {
      await send(stage, atRest(7, 8, 9), hit(9), hit(8), hit(7));
      expectJumps(stage, [9, 8, 7], { back: [] });
    },
    "4-61 the jump to the first unread message has no way back, and keeps that of an earlier jump": async (
      stage,
    ) => {
      const toUnread: JumpHistoryEvent = { type: "readState.seek", clientMsgID: line(1) };
      await send(stage, atRest(7, 8, 9), toUnread);
      expectJumps(stage, [1], { back: [] });
      await send(stage, atRest(7, 8, 9), jump(5), toUnread);
      expectJumps(stage, [1, 5, 1], { back: [8] });
    },
    "a chat that opens at a message has no way back, and the address forgets it once": async (stage) => {
      await stage.act(() => stage.ports.visit("/conversation"));
      const other = "si_other";
      await stage.act(() => stage.ports.visit(`/chat?conversationID=${other}&clientMsgID=${line(5)}`));
      expect(actor(stage)?.getSnapshot().value).toBe("here");
      expect(stage.ports.address.current.search).toBe(`conversationID=${other}`);
      await send(stage, atRest(7, 8, 9), jump(1), BACK, jump(1), { ...atRest(7, 8, 9), isAtEnd: true });
      expect(inputs(stage, "navigation <- navigation.go")).toHaveLength(1);
    },
  },
};

function actor({ app }: Stage) {
  return childOf(app, "session", "signedIn", "conversation", "jumpHistory");
}

async function send(stage: Stage, ...events: readonly JumpHistoryEvent[]): Promise<void> {
  for (const event of events) await stage.act(() => actor(stage)?.send(event));
}

function hit(number: number): JumpHistoryEvent {
  return { type: "chatSearch.seek", clientMsgID: line(number) };
}

function jump(to: number, from?: number): JumpHistoryEvent {
  return { type: "user.jump", to: line(to), from: from === undefined ? null : line(from) };
}

/** Scrolling stops with these messages visible. */
function atRest(...numbers: readonly number[]) {
  return { type: "user.rest", inSight: numbers.map(line), isAtEnd: false } as const;
}

/** Goes to another page, and from there to the chat. */
async function comeBack({ ports, act }: Stage, path: string): Promise<void> {
  await act(() => ports.visit("/contact"));
  await act(() => ports.visit(path));
}

/** The targets of all jumps so far, the ways back that remain, and how often the address forgot its message. */
function expectJumps(
  stage: Stage,
  jumps: readonly number[],
  { back, forgotten = 0 }: { back: readonly number[]; forgotten?: number },
): void {
  expect(inputs(stage, "conversation <- jumpHistory.seek")).toEqual(
    jumps.map((number) => ({ clientMsgID: line(number) })),
  );
  expect(actor(stage)?.getSnapshot()).toMatchObject({
    value: back.length > 0 ? "away" : "here",
    context: { trail: back.map(line) },
  });
  expect(inputs(stage, "navigation <- navigation.go")).toEqual(
    Array.from({ length: forgotten }, () => ({ to: PATH, replace: true })),
  );
}

function inputs({ ports }: Stage, name: string): unknown[] {
  return ports.wire.filter(({ call }) => call === name).map(({ input }) => input);
}
