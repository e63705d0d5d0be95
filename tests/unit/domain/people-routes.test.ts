import { describe, expect, it } from "vitest";
import {
  applicationPath,
  codePath,
  groupCardPath,
  isBeyondSearch,
  newGroupPath,
  remarkPath,
  searchIn,
  searchToJoinPath,
  singleSettingPath,
  targetIn,
  userCardPath,
  userIn,
} from "../../../machines/domain/people-routes.ts";
import type { Target } from "../../../machines/domain/relationship.ts";
import { ANNA, ME, TEAM } from "../../fakes/world.ts";

const at = (address: string) => {
  const [path = "", search = ""] = address.split("?");
  return { path, search };
};

const peerOf = (conversationID: string, selfID: string) => {
  const [path = "", search = ""] = singleSettingPath(conversationID).split("?");
  return userIn({ path, search }, selfID);
};

it("2-27 the settings of a chat find the peer, also for ids with an underscore", () => {
  expect(peerOf("si_alice_bob", "alice")).toBe("bob");
  expect(peerOf("si_alice_bob", "bob")).toBe("alice");
  expect(peerOf("si_team_1_team_2", "team_1")).toBe("team_2");
  expect(peerOf("si_team_1_team_2", "team_2")).toBe("team_1");
});

it("2-78 the settings find no peer for a conversation id without the user", () => {
  for (const conversationID of [
    "",
    "si_",
    "si_alice",
    "si_alice_",
    "si_bob_carol",
    "sg_alice_bob",
    "si_alice_alice",
  ])
    expect(peerOf(conversationID, "alice")).toBeNull();
});

describe("2-72 the search for users and groups", () => {
  it("keeps its kind and its keyword in the address", () => {
    expect(searchIn(at(searchToJoinPath(true, "tea & cake")))).toEqual({
      isGroup: true,
      keyword: "tea & cake",
    });
    expect(searchToJoinPath(false)).toBe("/searchToJoin?isGroup=false");
    expect(searchIn(at(searchToJoinPath(false)))).toEqual({ isGroup: false, keyword: "" });
    expect(searchIn(at("/searchToJoin?isGroup=1"))).toEqual({ isGroup: false, keyword: "" });
    expect(searchIn(at("/chat?isGroup=true"))).toBeNull();
  });

  it("stays alive behind its results", () => {
    expect(isBeyondSearch(at(userCardPath(ANNA)))).toBe(true);
    expect(isBeyondSearch(at("/chat"))).toBe(false);
  });
});

describe("the user of a page", () => {
  const remark = remarkPath({ userID: ANNA, nickname: "Anna", remark: "" });
  const info = (json: string) => `/changeNameOrRemark?${new URLSearchParams({ friendInfo: json })}`;

  it.each([
    [userCardPath(ANNA), ANNA],
    [userCardPath(ANNA, "userCardSetting"), ANNA],
    [userCardPath(ANNA, "userCardDetails"), ANNA],
    ["/userCard", null],
    [remark, ANNA],
    [info("null"), null],
    [info('"1000000002"'), null],
    [info("{}"), null],
    [info('{"userID":7}'), null],
    [info("{"), null],
    ["/changeNameOrRemark", null],
    [applicationPath({ kind: "person", id: ANNA, isScan: false, isOpen: false }), ANNA],
    [applicationPath({ kind: "group", id: TEAM, isScan: false, isOpen: false }), null],
    ["/sendApplication", null],
    ["/singleSetting", null],
    [newGroupPath(ANNA), null],
  ])("2-77 2-78 of %s is %s", (address, userID) => {
    expect(userIn(at(address), ME)).toBe(userID);
  });
});

describe("the receiver of a request", () => {
  it.each<Target>([
    { kind: "person", id: ANNA, isScan: false, isOpen: false },
    { kind: "group", id: TEAM, isScan: true, isOpen: false },
    { kind: "group", id: TEAM, isScan: false, isOpen: true },
  ])("2-73 is in the address: %j", (target) => {
    expect(targetIn(at(applicationPath(target)))).toEqual(target);
  });

  it.each([
    ["sourceID=g", { kind: "person", id: "g", isScan: false, isOpen: false }],
    ["sourceID=g&sessionType=3", { kind: "group", id: "g", isScan: false, isOpen: false }],
    ["sourceID=g&sessionType=1", { kind: "person", id: "g", isScan: false, isOpen: false }],
    ["sourceID=g&isGroup=false&sessionType=3", { kind: "person", id: "g", isScan: false, isOpen: false }],
    ["sourceID=g&isGroup={&isScan=1", { kind: "person", id: "g", isScan: false, isOpen: false }],
    ["sourceID=", null],
    ["isGroup=true", null],
  ])("2-74 2-75 2-78 is read from ?%s, whatever it holds", (search, target) => {
    expect(targetIn({ path: "/sendApplication", search })).toEqual(target);
    expect(targetIn({ path: "/chat", search })).toBeNull();
  });

  it("2-36 a scanned code leads to a user, a group or a meeting, and a group hears that it was scanned", () => {
    const roomID = "0".repeat(32);
    expect(codePath({ userID: ANNA })).toBe(userCardPath(ANNA));
    expect(codePath({ groupID: TEAM })).toBe(`/groupCard?groupID=${TEAM}&isScan=true`);
    expect(groupCardPath(TEAM)).toBe(`/groupCard?groupID=${TEAM}`);
    expect(codePath({ roomID })).toContain(roomID);
  });
});
