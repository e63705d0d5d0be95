// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Conversation } from "../../machines/events.ts";
import { setUpIm } from "../adapters/support/im-set-up.ts";
import { refusal, type Script } from "../adapters/support/scripted-worker.ts";
import { newConversation, receivedText } from "../adapters/support/sdk-samples.ts";

beforeEach(() => vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const older = { ...receivedText, clientMsgID: "older", sendTime: 1000 };
const unlisted = { ...newConversation, latestMsg: "", latestMsgSendTime: 0 };

/** A device whose SDK keeps chats without a newest message, by id, with what is left in their histories. */
async function setUp(histories: Record<string, unknown[]>, script: Script = {}) {
  const set = setUpIm({
    unlistedConversationIDs: () => Object.keys(histories),
    getAdvancedHistoryMessageList: (asked) => {
      const { conversationID } = asked as { conversationID: string };
      return { messageList: histories[conversationID], isEnd: true, errCode: 0 };
    },
    getMultipleConversation: (ids) =>
      (ids as string[]).map((conversationID) => ({ ...unlisted, conversationID })),
    deleteConversationAndDeleteAllMsg: () => "",
    ...script,
  });
  await set.im.login();
  const shown: Conversation[][] = [];
  set.im.conversationEvents((event) => {
    if (event.type === "im.conversations") shown.push([...event.conversations]);
  });
  const seen = () =>
    shown.flat().map((row) => [row.conversationID, row.latestMsg?.clientMsgID, row.latestMsgSendTime]);
  return { ...set, seen, finish: () => set.worker().emit({ name: "OnSyncServerFinish" }) };
}

describe("a chat whose newest message is deleted, on a new device", () => {
  it("4-29 is shown with the newest message that is left", async () => {
    const { seen, finish } = await setUp({ si_xa_xb: [older] });
    finish();
    await vi.waitFor(() => expect(seen()).toEqual([["si_xa_xb", "older", 1000]]));
  });

  it("4-29 is not shown when no message is left, nor is a chat that never had one", async () => {
    const { seen, finish } = await setUp({
      si_xa_xc: [],
      si_xa_xd: [{ ...older, status: 4 }],
      si_xa_xb: [older],
    });
    finish();
    await vi.waitFor(() => expect(seen()).toEqual([["si_xa_xb", "older", 1000]]));
  });

  it("4-29 a history that cannot be read keeps no other chat from being shown", async () => {
    const { seen, finish } = await setUp(
      { si_xa_xc: [], si_xa_xb: [older] },
      {
        getAdvancedHistoryMessageList: (asked) => {
          const { conversationID } = asked as { conversationID: string };
          if (conversationID === "si_xa_xc") throw refusal(10001);
          return { messageList: [older], isEnd: true, errCode: 0 };
        },
      },
    );
    finish();
    await vi.waitFor(() => expect(seen()).toEqual([["si_xa_xb", "older", 1000]]));
  });

  it("4-51 keeps its place and its preview when the SDK tells of a change", async () => {
    const { seen, finish, worker } = await setUp({ si_xa_xb: [older] });
    finish();
    await vi.waitFor(() => expect(seen()).toHaveLength(1));
    worker().emit({ name: "OnConversationChanged", data: [{ ...unlisted, isPinned: true }] });
    expect(seen().at(-1)).toEqual(["si_xa_xb", "older", 1000]);
    worker().emit({ name: "OnConversationChanged", data: [newConversation] });
    expect(seen().at(-1)).toEqual(["si_xa_xb", receivedText.clientMsgID, newConversation.latestMsgSendTime]);
  });

  it.each([
    ["the message", "OnMsgDeleted", older],
    ["the chat", null, null],
  ])("4-64 shows nothing of %s once that is deleted, too", async (_, name, data) => {
    const { im, seen, finish, worker } = await setUp({ si_xa_xb: [older] });
    finish();
    await vi.waitFor(() => expect(seen()).toHaveLength(1));
    if (name) worker().emit({ name, data });
    else await im.changeConversation({ kind: "remove", conversationID: "si_xa_xb" });
    worker().emit({ name: "OnConversationChanged", data: [unlisted] });
    expect(seen().at(-1)).toEqual(["si_xa_xb", undefined, 0]);
  });
});
