import { describe, expect, it } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { accountAt, chatServerForEach, ok } from "../support/chat-server.ts";

const server = chatServerForEach();

const account = () => accountAt(server);

describe("user search", () => {
  it("7-08 9-02 requests the first twenty users for the keyword", async () => {
    server.answer = ok({ total: 0, users: null });
    expect(await account().searchUsers({ keyword: "ben" })).toEqual([]);
    expect(server.requests).toMatchObject([{ method: "POST", path: "/chat/user/search/full" }]);
    expect(server.requests[0]?.body).toEqual({
      keyword: "ben",
      pagination: { pageNumber: 1, showNumber: 20 },
    });
    expect(server.requests[0]?.headers.token).toBe("chat-1");
  });

  it("3-29 7-08 7-12 returns id, name and picture of each user, and skips invalid entries", async () => {
    const ben = { userID: "u2", nickname: "Ben", faceURL: "/ben.png", phoneNumber: "1", password: "" };
    server.answer = ok({ total: 4, users: [ben, { nickname: "Nobody" }, null, { userID: "u3" }] });
    expect(await account().searchUsers({ keyword: "b" })).toEqual([
      { userID: "u2", nickname: "Ben", faceURL: "/ben.png" },
      { userID: "u3", nickname: "", faceURL: "" },
    ]);
  });

  it("2-81 fails when the server cannot be reached", async () => {
    await server.close();
    expect(
      await account()
        .searchUsers({ keyword: "b" })
        .then(() => "none", failureCode),
    ).toBe("network");
  });
});

describe("user details", () => {
  const ben = { userID: "u2", nickname: "Ben", gender: 1, birth: 0, phoneNumber: "", email: "" };

  it("7-07 2-59 are requested for one id, and missing fields are left out", async () => {
    server.answer = ok({ users: [{ ...ben, allowAddFriend: 1 }] });
    expect(await account().loadPersonDetails({ userID: "u2" })).toEqual({ gender: 1, mayBeAdded: true });
    expect(server.requests).toMatchObject([{ path: "/chat/user/find/full", body: { userIDs: ["u2"] } }]);
  });

  it("7-07 2-59 include birthday, phone and email if given", async () => {
    const given = { birth: 86_400_000, phoneNumber: "138", areaCode: "+86", email: "b@parley.test" };
    server.answer = ok({ users: [{ ...ben, ...given }] });
    expect(await account().loadPersonDetails({ userID: "u2" })).toEqual({
      gender: 1,
      birth: 86_400_000,
      phone: "+86 138",
      email: "b@parley.test",
      mayBeAdded: true,
    });
  });

  it("6-07 tell whether the user can be added", async () => {
    server.answer = ok({ users: [{ ...ben, allowAddFriend: 2 }] });
    expect(await account().loadPersonDetails({ userID: "u2" })).toMatchObject({ mayBeAdded: false });
  });

  it("7-07 are null for an unknown id", async () => {
    server.answer = ok({ users: null });
    expect(await account().loadPersonDetails({ userID: "u2" })).toBeNull();
  });
});
