import { describe, expect, it } from "vitest";
import {
  ADMIN,
  announcementToKeep,
  isOwner,
  mayLookAt,
  mayManage,
  mayTouch,
  nameToKeep,
  OWNER,
} from "../../../machines/domain/group.ts";
import { choiceIn, groupIn } from "../../../machines/domain/group-routes.ts";
import { placeOf } from "../../../machines/domain/route.ts";
import { originIn } from "../../../src/screens/changeName/origin.ts";
import { ANNA, aGroup, aMember, BEN, ME } from "../../fakes/world.ts";

const as = (roleLevel: number) => aMember({ roleLevel });
const MEMBER = 20;

describe("the text of an announcement", () => {
  it("2-79 is trimmed, and removes the announcement if nothing in it is visible", () => {
    expect(announcementToKeep(" Friday\n")).toBe("Friday");
    expect(announcementToKeep("\u200b\u2060\n\u202e")).toBe("");
  });
});

describe("group permissions", () => {
  it("6-02 6-03 let only the owner and admins manage the group", () => {
    expect([as(OWNER), as(ADMIN), as(MEMBER), null].map(mayManage)).toEqual([true, true, false, false]);
  });

  it("6-06 let only the owner transfer the group and appoint admins", () => {
    expect([as(OWNER), as(ADMIN), as(MEMBER), null].map(isOwner)).toEqual([true, false, false, false]);
    // OpenIM's number for the owner.
    expect(isOwner(as(100))).toBe(true);
  });

  it("6-06 let admins act only on members, and no member on the owner", () => {
    const roles = [OWNER, ADMIN, MEMBER];
    const touched = (mine: number) => roles.filter((role) => mayTouch(as(mine), as(role)));
    expect(roles.map(touched)).toEqual([[ADMIN, MEMBER], [MEMBER], []]);
    expect(mayTouch(null, as(MEMBER))).toBe(false);
  });

  it("6-04 6-05 hide member profiles in a closed group, but not the user's own and not from admins", () => {
    const closed = aGroup({ lookMemberInfo: 1 });
    expect(mayLookAt({ group: closed, me: as(MEMBER) }, ANNA, ME)).toBe(false);
    expect(mayLookAt({ group: closed, me: as(MEMBER) }, ME, ME)).toBe(true);
    expect(mayLookAt({ group: closed, me: as(ADMIN) }, BEN, ME)).toBe(true);
    expect(mayLookAt({ group: aGroup(), me: as(MEMBER) }, ANNA, ME)).toBe(true);
  });
});

describe("group names", () => {
  it.each([
    ["2-79", " Crew ", "Crew"],
    ["2-79", "   ", null],
    ["2-79", "\u200B\u2060", null],
    ["2-83", "群".repeat(16), "群".repeat(16)],
    ["2-83", "a".repeat(17), null],
  ])("%s %j is saved as %j", (_, typed, kept) => expect(nameToKeep(typed)).toBe(kept));
});

describe("route parameters", () => {
  it.each([
    ["2-76", "/createGroup", 0],
    ["2-76", "/createGroup?groupType=2", 2],
    ["2-78", "/createGroup?groupType=%7B", 0],
    ["2-78", "/createGroup?groupType=%222%22", 0],
  ])("%s %s selects group type %i", (_, to, groupType) =>
    expect(choiceIn(placeOf(to))).toEqual({ kind: "create", groupType, peerID: null }),
  );

  it("2-49 read the peer of a new group", () => {
    const choice = { kind: "create", groupType: 0, peerID: "7" };
    expect(choiceIn(placeOf("/createGroup?userID=7"))).toEqual(choice);
    expect(choiceIn(placeOf("/createGroup?userID="))).toEqual({ ...choice, peerID: null });
  });

  it("2-62 require a group to invite members", () => {
    expect(choiceIn(placeOf("/chooseUser?groupID=7"))).toEqual({ kind: "invite", groupID: "7" });
    expect(choiceIn(placeOf("/chooseUser"))).toBeNull();
    expect(choiceIn(placeOf("/groupSetting?groupID=7"))).toBeNull();
  });

  it("2-28 read the group id only on group pages", () => {
    expect(groupIn(placeOf("/groupSetting?groupID=7"))).toBe("7");
    expect(groupIn(placeOf("/userCard?userID=1&groupID=7"))).toBe("7");
    expect(groupIn(placeOf("/userCard?userID=1"))).toBeNull();
    expect(groupIn(placeOf("/chat?groupID=7"))).toBeNull();
    expect(groupIn({ path: "/changeName", search: 'originData={"groupID":"7","groupName":"A"}' })).toBe("7");
    expect(groupIn({ path: "/changeName", search: "originData={" })).toBeNull();
  });

  it.each(["7", "null", '"groupID"', "[]", '{"groupID":7}', '{"groupID":""}', "{}"])(
    "2-78 read no group from originData %s",
    (data) => expect(groupIn({ path: "/changeName", search: `originData=${data}` })).toBeNull(),
  );

  it.each([
    ["2-69", { groupID: "7", groupName: "A", notification: "N" }, { groupID: "7", groupName: "A" }],
    ["2-79", { groupID: "7", nickname: "M", userID: "1" }, { groupID: "7", nickname: "M" }],
    ["2-50", { groupID: "7", notification: "" }, { groupID: "7", notification: "" }],
    ["2-78", { groupID: "7" }, null],
    ["2-78", { groupID: "", groupName: "A" }, null],
    ["2-78", [], null],
  ])("%s originData %j is parsed as %j", (_, data, origin) =>
    expect(originIn(`${new URLSearchParams({ originData: JSON.stringify(data) })}`)).toEqual(origin),
  );

  it("2-78 return null for missing or invalid JSON", () => {
    expect(originIn("originData={")).toBeNull();
    expect(originIn("")).toBeNull();
  });
});
