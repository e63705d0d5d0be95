import { describe, expect, it } from "vitest";
import { codePath } from "../../../machines/domain/people-routes.ts";
import { codeOf, readCode } from "../../../machines/domain/qr-code.ts";

describe("2-98 QR codes", () => {
  it("contain the text that OpenIM's own apps write and read", () => {
    expect(codeOf({ userID: "1000000001" })).toBe("io.openim.app/addFriend/1000000001");
    expect(codeOf({ groupID: "2000000001" })).toBe("io.openim.app/joinGroup/2000000001");
  });

  it("are parsed back to their target", () => {
    for (const target of [{ userID: "1000000001" }, { groupID: "2000000001" }])
      expect(readCode(codeOf(target))).toEqual(target);
    expect(readCode(" https://io.openim.app/joinGroup/abc\n")).toEqual({ groupID: "abc" });
  });

  it("lead to a card, and mark a group card as scanned", () => {
    expect(codePath({ userID: "a" })).toBe("/userCard?userID=a");
    expect(codePath({ groupID: "a" })).toBe("/groupCard?groupID=a&isScan=true");
  });

  it.each([
    "",
    "1000000001",
    "https://example.org/io.openim.app/addFriend/1",
    "io.openim.app/addFriend/",
    "io.openim.app/addFriend/a/b",
    "io.openim.app/addFriend/a&groupID=b",
    "io.openim.app/joinGroup/../login",
    `io.openim.app/addFriend/${"a".repeat(65)}`,
    "javascript:alert(1)//io.openim.app/addFriend/1",
  ])("are ignored for the text %j", (text) => expect(readCode(text)).toBeNull());
});
