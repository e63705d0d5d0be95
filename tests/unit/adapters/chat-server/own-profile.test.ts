import { describe, expect, it } from "vitest";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { placeOf } from "../../../../machines/domain/route.ts";
import { Secret } from "../../../../machines/domain/secret.ts";
import { isOwnPlace } from "../../../../machines/people/own-profile.ts";
import type { AccountChange } from "../../../../machines/ports/account.ts";
import { changeNamePath, originIn } from "../../../../src/screens/changeName/origin.ts";
import { accountAt, chatServerForEach, ok } from "../support/chat-server.ts";

const server = chatServerForEach();

const account = () => accountAt(server);

describe("the user's own details", () => {
  it("3-02 2-64 exclude empty and zero fields", async () => {
    const empty = { phoneNumber: "", areaCode: "", email: "", birth: 0, nickname: "", faceURL: "" };
    server.answer = ok({ users: [{ userID: "u1", gender: 1, allowAddFriend: 1, ...empty }] });
    expect(await account().loadOwnDetails({ userID: "u1" })).toEqual({ gender: 1, mayBeAdded: true });
  });

  it("2-64 6-07 contain gender, birthday, phone, email and whether the user can be added", async () => {
    const given = {
      gender: 0,
      birth: 86_400_000,
      phoneNumber: "138",
      areaCode: "+86",
      email: "a@parley.test",
    };
    server.answer = ok({ users: [{ userID: "u1", ...given, allowAddFriend: 2 }] });
    expect(await account().loadOwnDetails({ userID: "u1" })).toEqual({
      gender: 0,
      birth: 86_400_000,
      phone: "+86 138",
      email: "a@parley.test",
      mayBeAdded: false,
    });
  });

  it.each([null, 3, undefined])("2-64 have an unknown gender for %s", async (gender) => {
    server.answer = ok({ users: [{ userID: "u1", gender }] });
    expect(await account().loadOwnDetails({ userID: "u1" })).toMatchObject({ gender: 2 });
  });

  it("2-43 fail for an unknown user", async () => {
    server.answer = ok({ users: null });
    expect(
      await account()
        .loadOwnDetails({ userID: "u1" })
        .then(() => "none", failureCode),
    ).toBe("unknown");
  });
});

describe("profile changes", () => {
  const changes: [AccountChange, object][] = [
    [{ kind: "nickname", nickname: "Alicia" }, { nickname: "Alicia" }],
    [{ kind: "faceURL", faceURL: "https://im.test/a.jpg" }, { faceURL: "https://im.test/a.jpg" }],
    [{ kind: "gender", gender: 0 }, { gender: 0 }],
    [{ kind: "birth", birth: 1 }, { birth: 1 }],
    [{ kind: "mayBeAdded", mayBeAdded: true }, { allowAddFriend: 1 }],
    [{ kind: "mayBeAdded", mayBeAdded: false }, { allowAddFriend: 2 }],
  ];
  it.each(changes)("7-06 7-12 6-07 %j sends only the id and the changed field", async (change, fields) => {
    server.answer = ok({});
    await account().updateProfile({ userID: "u1", change });
    expect(server.requests).toMatchObject([{ path: "/chat/user/update" }]);
    expect(server.requests[0]?.body).toEqual({ userID: "u1", ...fields });
    expect(server.requests[0]?.headers.token).toBe("chat-1");
  });
});

describe("password change", () => {
  const input = { userID: "u1", current: new Secret("abc12345"), password: new Secret("abc123456") };

  it("5-16 7-11 sends the MD5 of both passwords", async () => {
    server.answer = ok({});
    await account().changePassword(input);
    expect(server.requests).toMatchObject([{ path: "/chat/account/password/change" }]);
    expect(server.requests[0]?.body).toEqual({
      userID: "u1",
      // Expected values: echo -n abc12345 | md5sum, and the same for abc123456.
      currentPassword: "d6b0ab7f1c8ab8f514db9a6d85de160a",
      newPassword: "0659c7992e268962384eb17fafe88364",
      platform: 5,
    });
    expect(server.requests[0]?.headers.token).toBe("chat-1");
  });

  it.each([
    [1002, "wrongPassword"],
    [20001, "wrongPassword"],
    [1501, "sessionEnded"],
    [20012, "restricted"],
  ])("2-66 8-04 fails for refusal %i as %s", async (errCode, failure) => {
    server.answer = { status: 200, body: JSON.stringify({ errCode, errMsg: "", errDlt: "" }) };
    expect(
      await account()
        .changePassword(input)
        .then(() => "none", failureCode),
    ).toBe(failure);
  });
});

describe("name change routes", () => {
  const own = { userID: "u1", nickname: "Alice & Co" };

  it("2-43 2-45 2-79 change the user's own name without a group", () => {
    const path = changeNamePath(own);
    expect(originIn(placeOf(path).search)).toEqual(own);
    expect(isOwnPlace(placeOf(path))).toBe(true);
    expect(isOwnPlace(placeOf(changeNamePath({ groupID: "g", nickname: "A" })))).toBe(false);
  });

  it("2-69 change the group nickname with a group id and a user id", () => {
    const search = new URLSearchParams({ originData: JSON.stringify({ ...own, groupID: "g" }) }).toString();
    expect(originIn(search)).toEqual({ groupID: "g", nickname: own.nickname });
    expect(isOwnPlace({ path: "/changeName", search })).toBe(false);
  });

  it.each(["", "originData=", "originData=%7B", "originData=7", "originData=%7B%22userID%22%3A7%7D"])(
    "2-78 %s contains nothing to change",
    (search) => expect(originIn(search)).toBeNull(),
  );
});
