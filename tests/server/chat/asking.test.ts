// The chat server stores who may send friend requests; the IM server enforces it.
// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPhone, startChat, type TestChat, type Tokens } from "./chat-client.ts";

let server: TestChat;
let shy: Tokens;
let other: Tokens;
beforeAll(async () => {
  server = await startChat();
  shy = await server.join(newPhone());
  other = await server.join(newPhone());
});
afterAll(() => server.close());

const ask = (from: Tokens, to: Tokens) => {
  const body = { fromUserID: from.userID, toUserID: to.userID, reqMsg: "", ex: "" };
  return server.post("/api/friend/add_friend", body, from.imToken);
};
const allow = (allowAddFriend: number) =>
  server.chat("/user/update", { userID: shy.userID, allowAddFriend }, shy.chatToken);

describe("6-07 a user who takes no friend requests", () => {
  it("refuses requests (20013), can send them, and gets them again after the setting changes", async () => {
    await allow(2);
    const refused = await ask(other, shy);
    expect(refused).toMatchObject({ errCode: 20013, errMsg: "RefuseFriend" });
    expect(refused).not.toHaveProperty("data");
    const list = { userID: shy.userID, pagination: { pageNumber: 1, showNumber: 10 } };
    expect((await server.post("/api/friend/get_friend_apply_list", list, shy.imToken)).data).toEqual({
      FriendRequests: null,
      total: 0,
    });
    expect((await ask(shy, other)).errCode).toBe(0);
    await allow(1);
    expect((await ask(other, shy)).errCode).toBe(0);
  });
});
