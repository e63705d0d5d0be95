import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import { group, messageOf } from "../support/sdk-samples.ts";

/** A member as in the details of a real server. */
const member = (userID: string, nickname: string, roleLevel = 20) => ({
  groupID: group.groupID,
  userID,
  roleLevel,
  joinTime: 1795255578521,
  nickname,
  faceURL: "",
  appMangerLevel: 0,
  joinSource: 2,
  operatorUserID: "xa",
  ex: "",
  muteEndTime: 0,
  inviterUserID: "xa",
});
const ann = member("xa", "Ann", 100);
const bob = member("xb", "Bob");
const carol = member("xc", "Carol");
const [ANN, BOB, CAROL] = [ann, bob, carol].map(({ userID, nickname }) => ({ userID, nickname }));
const version = { groupMemberVersion: 0, groupMemberVersionID: "" };

const contentOf = (contentType: number, detail: unknown, sendID = "xa") =>
  parseMessage(messageOf(contentType, { sendID, notificationElem: { detail: JSON.stringify(detail) } }))
    ?.content;

describe("group notices", () => {
  it.each<[string, number, unknown, unknown]>([
    [
      "3-54",
      1509,
      { invitedUserList: [bob], inviterUser: ann },
      { act: "invited", by: ANN, people: [BOB], count: 1 },
    ],
    ["3-54", 1509, { invitedUserList: [bob] }, { act: "invited", by: ANN, people: [BOB], count: 1 }],
    // A member invited, and an admin approved.
    [
      "3-54",
      1509,
      { invitedUserList: [carol], inviterUser: bob },
      { act: "invited", by: BOB, people: [CAROL], count: 1 },
    ],
    [
      "3-55",
      1508,
      { kickedUserList: [bob, carol] },
      { act: "removed", by: ANN, people: [BOB, CAROL], count: 2 },
    ],
    ["3-56", 1510, { opUser: undefined, entrantUser: bob }, { act: "entered", by: BOB }],
    ["3-57", 1504, { opUser: undefined, quitUser: ann }, { act: "left", by: ANN }],
    ["3-58", 1502, { muteTime: 0 }, { act: "changed", by: ANN }],
    [
      "3-59",
      1507,
      { newGroupOwner: bob, oldGroupOwner: "", oldGroupOwnerInfo: ann },
      { act: "transferred", by: ANN, person: BOB },
    ],
    ["3-60", 1511, { group: { ...group, status: 2 } }, { act: "dismissed", by: ANN }],
    ["3-61", 1514, {}, { act: "muted", by: ANN }],
    ["3-62", 1515, {}, { act: "unmuted", by: ANN }],
    [
      "3-63",
      1512,
      { mutedUser: bob, mutedSeconds: 60 },
      { act: "memberMuted", by: ANN, person: BOB, seconds: 60 },
    ],
    [
      "3-63",
      1512,
      { mutedUser: bob, muteTime: 90 },
      { act: "memberMuted", by: ANN, person: BOB, seconds: 90 },
    ],
    [
      "3-63",
      1512,
      { mutedUser: bob, mutedSeconds: "x", muteTime: 90 },
      { act: "memberMuted", by: ANN, person: BOB, seconds: 90 },
    ],
    [
      "3-63",
      1512,
      { mutedUser: bob, mutedSeconds: {}, muteTime: "x" },
      { act: "memberMuted", by: ANN, person: BOB, seconds: 0 },
    ],
    ["3-64", 1513, { mutedUser: bob }, { act: "memberUnmuted", by: ANN, person: BOB }],
    [
      "3-65",
      1519,
      { group: { ...group, notification: "Tea at 5" } },
      { act: "announced", by: ANN, text: "Tea at 5" },
    ],
    ["3-66", 1520, { group: { ...group, groupName: "Crew" } }, { act: "renamed", by: ANN, name: "Crew" }],
  ])("%s content type %i with %j", (_, contentType, detail, notice) => {
    const whole = { group, opUser: ann, operationTime: 0, ...version, ...Object(detail) };
    expect(contentOf(contentType, whole)).toEqual({ type: "groupNotice", notice });
  });

  it.each([
    ["removes a member", 1508, { opUser: ann, kickedUserList: [carol] }],
    ["invites a user", 1509, { opUser: ann, inviterUser: bob, invitedUserList: [carol] }],
    ["leaves", 1504, { quitUser: ann, opUser: bob }],
    ["dismisses the group", 1511, { opUser: ann }],
    ["transfers the group", 1507, { opUser: ann, newGroupOwner: bob }],
    ["posts an announcement", 1519, { opUser: ann, group: { ...group, notification: "Pay here" } }],
    ["creates a group", 1501, { opUser: ann }],
  ])("3-73 ignore an actor who is not the sender: a user who %s", (_, contentType, detail) => {
    expect(contentOf(contentType, detail, "xa")?.type).toBe("groupNotice");
    expect(JSON.stringify(contentOf(contentType, detail, "xb"))).not.toMatch(/Ann|xa|Pay/);
  });

  it("9-17 9-18 9-19 keep three names and the number of members", () => {
    const invitedUserList = Array.from({ length: 2000 }, (_, index) => member(`u${index}`, `U${index}`));
    const content = contentOf(1509, { group, opUser: ann, invitedUserList });
    const people = [0, 1, 2].map((index) => ({ userID: `u${index}`, nickname: `U${index}` }));
    expect(content).toEqual({
      type: "groupNotice",
      notice: { act: "invited", by: ANN, people, count: 2000 },
    });
  });

  it.each([
    ["nobody acts", 1511, { group }],
    ["nobody is invited", 1509, { opUser: ann, invitedUserList: [] }],
    ["nobody can be named", 1508, { opUser: ann, kickedUserList: [null, {}, { userID: 7 }, { userID: "" }] }],
    ["the list is not an array", 1508, { opUser: ann, kickedUserList: { 0: bob } }],
    ["the new owner is missing", 1507, { opUser: ann }],
    ["the group is missing", 1519, { opUser: ann, group: null }],
    ["the detail is null", 1510, null],
  ])("3-69 3-73 are plain notifications when %s", (_, contentType, detail) => {
    expect(contentOf(contentType, detail)).toEqual({ type: "notification" });
  });

  it.each([
    [1502, "changed"],
    [1511, "dismissed"],
    [1514, "muted"],
    [1515, "unmuted"],
  ] as const)("3-69 of type %i name the opUser, and nobody else", (contentType, act) => {
    const notice = { act, by: ANN } as const;
    expect(contentOf(contentType, { opUser: ann })).toEqual({ type: "groupNotice", notice });
    expect(contentOf(contentType, { user: ann, operatorUser: ann })).toEqual({ type: "notification" });
    expect(contentOf(contentType, { opUser: bob })).toEqual({ type: "notification" });
  });

  it("3-73 leave out invalid members but count them", () => {
    const detail = { opUser: ann, kickedUserList: [bob, { nickname: "nobody" }, carol], mutedSeconds: "x" };
    const notice = { act: "removed", by: ANN, people: [BOB, CAROL], count: 3 } as const;
    expect(contentOf(1508, detail)).toEqual({ type: "groupNotice", notice });
  });

  it("3-73 never throw, whatever the detail", () => {
    const kinds = fc.constantFrom(
      1501,
      1502,
      1504,
      1507,
      1508,
      1509,
      1510,
      1511,
      1512,
      1513,
      1514,
      1519,
      1520,
      1701,
    );
    const keys = fc.constantFrom(
      "opUser",
      "invitedUserList",
      "kickedUserList",
      "entrantUser",
      "mutedUser",
      "group",
    );
    const detail = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()));
    fc.assert(
      fc.property(kinds, detail, (contentType, value) => {
        expect(contentOf(contentType, value)?.type).toMatch(/^(groupNotice|notification|burning)$/);
      }),
    );
  });
});
