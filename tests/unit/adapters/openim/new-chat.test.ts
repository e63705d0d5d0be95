import { describe, expect, it, vi } from "vitest";
import type { Sdk } from "../../../../src/adapters/openim/connection/channel.ts";
import { patchSdk } from "../../../../src/adapters/openim/worker/quirks.ts";

const row = { conversationID: "si_a_b", conversationType: 1, userID: "b", showName: "Ben", latestMsg: "" };
const answerOf = (data: unknown, errCode = 0) => JSON.stringify({ data: JSON.stringify(data), errCode });

/** SDK 3.8.5: it returns the row of a chat that its database lacks, and stores nothing. */
function anSdk(stored: string[] = [], insert = (row: string) => void stored.push(row)) {
  vi.stubGlobal("self", {
    getConversation: async (id: unknown) => {
      const found = stored.find((text) => JSON.parse(text).conversationID === id);
      return found ? answerOf(JSON.parse(found)) : answerOf("", 10002);
    },
    insertConversation: async (text: string) => {
      insert(text);
      return answerOf("");
    },
  });
  const sdk = { getOneConversation: async (_: object) => ({ data: row }) };
  patchSdk(sdk as unknown as Sdk);
  return { stored, find: () => sdk.getOneConversation({ sourceID: "b", sessionType: 1 }) };
}

describe("the chat with a user to whom nobody has written", () => {
  it("2-56 is stored when it is opened, so that later calls find it", async () => {
    const { stored, find } = anSdk();
    expect(await find()).toEqual({ data: row });
    expect(stored.map((text) => JSON.parse(text))).toEqual([row]);
  });

  it("is stored once", async () => {
    const { stored, find } = anSdk();
    await find();
    await find();
    expect(stored).toHaveLength(1);
  });

  it("is found although it cannot be stored", async () => {
    const { find } = anSdk([], () => {
      throw new Error("slow database");
    });
    expect(await find()).toEqual({ data: row });
  });
});
