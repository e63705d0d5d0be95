// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failureCode } from "../../../machines/vocabulary/failures.ts";
import { createAccount } from "../../../src/adapters/account.ts";
import { createChatServer } from "../../../src/adapters/chat-server.ts";
import { createCredentials } from "../../../src/adapters/credentials.ts";
import { type ChatServer, ok, startChatServer } from "./support/chat-server.ts";
import { memoryStorage } from "./support/memory-storage.ts";

const stored = { IM_TOKEN: "i", IM_CHAT_TOKEN: "chat-1", IM_USERID: "u1" };
let server: ChatServer;

beforeEach(async () => {
  server = await startChatServer();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(async () => {
  await server.close();
  vi.restoreAllMocks();
});

function account() {
  const credentials = createCredentials(memoryStorage(stored), new EventTarget() as Window);
  return createAccount({
    post: createChatServer(() => ({ chatUrl: `${server.origin}/chat` })),
    credentials,
  });
}

describe("searching among everybody", () => {
  it("7-08 asks for the first twenty with that keyword", async () => {
    server.answer = ok({ total: 0, users: null });
    expect(await account().searchUsers({ keyword: "ben" })).toEqual([]);
    expect(server.requests).toMatchObject([{ method: "POST", path: "/chat/user/search/full" }]);
    expect(server.requests[0]?.body).toEqual({
      keyword: "ben",
      pagination: { pageNumber: 1, showNumber: 20 },
    });
    expect(server.requests[0]?.headers.token).toBe("chat-1");
  });

  it("3-29 7-08 gives everybody found by id, name and picture; a broken entry costs itself", async () => {
    const ben = { userID: "u2", nickname: "Ben", faceURL: "/ben.png", phoneNumber: "1", password: "" };
    server.answer = ok({ total: 4, users: [ben, { nickname: "Nobody" }, null, { userID: "u3" }] });
    expect(await account().searchUsers({ keyword: "b" })).toEqual([
      { userID: "u2", nickname: "Ben", faceURL: "/ben.png" },
      { userID: "u3", nickname: "", faceURL: "" },
    ]);
  });

  it("2-81 a server that cannot be reached is a failure, not nobody", async () => {
    await server.close();
    expect(
      await account()
        .searchUsers({ keyword: "b" })
        .then(() => "none", failureCode),
    ).toBe("network");
    server = await startChatServer();
  });
});
