import { describe, expect, it } from "vitest";
import { ADMIN, OWNER } from "../../../machines/domain/group.ts";
import {
  listedMembers,
  type MemberListMode,
  type MemberPress,
  mayOpenMembers,
  memberPress,
  stillRemovable,
  toggled,
} from "../../../machines/groups/member-choice.ts";
import { ANNA, aGroup, aMember, BEN, ME } from "../../fakes/world.ts";

const MEMBER = 20;
const DISMISSED = 2;
const MODES: readonly MemberListMode[] = ["preview", "remove", "transfer", "call"];

describe("the list of members", () => {
  it.each<[string, number | null, number, readonly MemberListMode[]]>([
    ["2-61", OWNER, 0, ["preview", "remove", "transfer", "call"]],
    ["6-06", ADMIN, 0, ["preview", "remove", "call"]],
    ["2-61", MEMBER, 0, ["preview", "call"]],
    ["2-61", null, 0, []],
    ["6-06", OWNER, DISMISSED, ["preview"]],
  ])("%s role %j opens in a group of status %i as %j", (_, roleLevel, status, modes) => {
    const me = roleLevel === null ? null : aMember({ roleLevel });
    expect(MODES.filter((mode) => mayOpenMembers(mode, { group: aGroup({ status }), me }))).toEqual(modes);
  });

  it("6-06 stays closed for a change while the group is unknown", () => {
    const me = aMember({ roleLevel: OWNER });
    expect(MODES.filter((mode) => mayOpenMembers(mode, { group: null, me }))).toEqual(["preview"]);
  });

  const anna = aMember({ userID: ANNA, nickname: "Anna" });
  const ben = aMember({ userID: BEN, nickname: "Ben" });
  const me = aMember({ userID: ME, nickname: "Mia" });

  it.each<[string, MemberListMode, string, readonly string[]]>([
    ["2-61", "preview", "", [ANNA, ME, BEN]],
    ["2-61", "remove", "", [ANNA, ME, BEN]],
    ["6-06", "transfer", "", [ANNA, BEN]],
    ["6-06", "transfer", "Mia", []],
    ["11-40", "call", "", [ANNA, BEN]],
    ["2-61", "preview", "  ann ", [ANNA]],
    ["2-61", "preview", "BOSS", [BEN]],
    ["2-61", "preview", "ben", [BEN]],
    ["2-61", "preview", "Bened", [BEN]],
    ["2-61", "preview", ANNA.toUpperCase(), [ANNA]],
    ["2-61", "preview", "zoe", []],
  ])("%s in mode %s with %j typed lists %j", (_, mode, query, listed) => {
    const nameOf = ({ userID, nickname }: typeof me) => (userID === BEN ? "Boss" : nickname);
    const profileNameOf = (userID: string) => (userID === BEN ? "Benedict" : "");
    const found = listedMembers([anna, me, ben], { mode, selfID: ME, query, nameOf, profileNameOf });
    expect(found.map(({ userID }) => userID)).toEqual(listed);
  });

  it.each<[string, MemberListMode, number, number, MemberPress | null]>([
    ["11-40", "call", MEMBER, OWNER, "pick"],
    ["6-06", "remove", OWNER, ADMIN, "pick"],
    ["6-06", "remove", OWNER, MEMBER, "pick"],
    ["6-06", "remove", ADMIN, MEMBER, "pick"],
    ["6-06", "remove", ADMIN, ADMIN, null],
    ["6-06", "remove", ADMIN, OWNER, null],
    ["6-06", "remove", MEMBER, MEMBER, null],
    ["6-06", "transfer", OWNER, ADMIN, "chooseOwner"],
    ["6-06", "transfer", OWNER, MEMBER, "chooseOwner"],
    ["6-05", "preview", ADMIN, MEMBER, "openProfile"],
    ["6-04", "preview", MEMBER, MEMBER, null],
  ])("%s in mode %s role %i presses role %i in a closed group: %j", (_, mode, mine, theirs, press) => {
    const standing = { group: aGroup({ lookMemberInfo: 1 }), me: aMember({ roleLevel: mine }) };
    expect(memberPress(mode, standing, aMember({ userID: BEN, roleLevel: theirs }))).toBe(press);
  });

  it("6-04 opens every profile of an open group, and the user's own in a closed one", () => {
    expect(memberPress("preview", { group: aGroup(), me }, ben)).toBe("openProfile");
    expect(memberPress("preview", { group: aGroup({ lookMemberInfo: 1 }), me }, me)).toBe("openProfile");
  });

  it("6-06 never offers the user for removal", () => {
    const owner = aMember({ roleLevel: OWNER });
    expect(memberPress("remove", { group: aGroup(), me: owner }, owner)).toBeNull();
  });

  it.each<[readonly string[], string, readonly string[]]>([
    [[], ANNA, [ANNA]],
    [[ANNA], BEN, [ANNA, BEN]],
    [[ANNA, BEN], ANNA, [BEN]],
  ])("2-61 of the picked %j a press on %s leaves %j", (before, userID, after) =>
    expect(toggled(before, userID)).toEqual(after),
  );

  it("6-06 removes of the picked users only members whom the user may remove", () => {
    const owner = aMember({ userID: ME, roleLevel: OWNER });
    const admin = aMember({ userID: ME, roleLevel: ADMIN });
    const others = [aMember({ userID: ANNA, roleLevel: MEMBER }), aMember({ userID: BEN, roleLevel: ADMIN })];
    expect(stillRemovable([ANNA, BEN, "gone"], others, owner)).toEqual([ANNA, BEN]);
    expect(stillRemovable([ANNA, BEN, "gone"], others, admin)).toEqual([ANNA]);
    expect(stillRemovable([ANNA], others, null)).toEqual([]);
  });
});
