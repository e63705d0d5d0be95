import { describe, expect, it } from "vitest";
import {
  type ContactLists,
  type ContactNews,
  contactsAfter,
  renewedLists,
} from "../../../machines/people/contact-lists.ts";
import { ANNA, aBlack, aFriend, aGroup, aWorld, BEN, TEAM } from "../../fakes/world.ts";
import { childOf, openHeadless } from "../../paths/stage.ts";

const CARL = aFriend({ userID: "carl", nickname: "Carl" });
const CREW = aGroup({ groupID: "crew", groupName: "Crew" });
const DORA = aBlack({ userID: "dora", nickname: "Dora" });

const lists = () => ({
  friends: [aFriend(), CARL],
  groups: [aGroup(), CREW],
  blacks: [aBlack(), DORA],
});

it("3-22 friends, groups and the black list are held from sign-in on", async () => {
  const stage = await openHeadless({ world: aWorld({ ...lists() }) });
  const contacts = childOf(stage.app, "session", "signedIn", "contacts");
  expect(contacts?.getSnapshot().context).toMatchObject(lists());
  stage.stop();
});

describe("what is reported of contacts", () => {
  it.each<[string, ContactNews, Partial<ContactLists>]>([
    [
      "4-31 a changed friend stands where the old entry stood",
      { type: "im.friendChanged", friend: aFriend({ remark: "Sis" }) },
      { friends: [aFriend({ remark: "Sis" }), CARL] },
    ],
    ["4-32 a deleted friend is gone", { type: "im.friendRemoved", userID: ANNA }, { friends: [CARL] }],
    [
      "4-33 a changed group stands where the old entry stood",
      { type: "im.groupChanged", group: aGroup({ groupName: "Gang" }) },
      { groups: [aGroup({ groupName: "Gang" }), CREW] },
    ],
    ["4-33 a group one left is gone", { type: "im.groupLeft", groupID: TEAM }, { groups: [CREW] }],
    ["4-33 a dismissed group is gone", { type: "im.groupDismissed", groupID: TEAM }, { groups: [CREW] }],
    ["4-33 who is unblocked is gone", { type: "im.blackRemoved", userID: BEN }, { blacks: [DORA] }],
    [
      "4-35 a friend added again is there once",
      { type: "im.friendChanged", friend: { ...CARL, remark: "again" } },
      { friends: [aFriend(), { ...CARL, remark: "again" }] },
    ],
    [
      "4-35 somebody blocked again is there once",
      { type: "im.blackChanged", person: aBlack({ nickname: "Benny" }) },
      { blacks: [aBlack({ nickname: "Benny" }), DORA] },
    ],
    [
      "4-35 a new friend stands behind the others",
      { type: "im.friendChanged", friend: aFriend({ userID: "eve" }) },
      { friends: [aFriend(), CARL, aFriend({ userID: "eve" })] },
    ],
    [
      "4-33 somebody blocked anew stands behind the others",
      { type: "im.blackChanged", person: aBlack({ userID: "eve" }) },
      { blacks: [aBlack(), DORA, aBlack({ userID: "eve" })] },
    ],
    [
      "4-33 a change of a group that was left does not bring it back",
      { type: "im.groupChanged", group: aGroup({ groupID: "left" }) },
      {},
    ],
  ])("%s, and the other lists stay", (_, news, changed) => {
    expect(contactsAfter(lists(), news)).toEqual({ ...lists(), ...changed });
  });
});

describe("lists read again", () => {
  it("3-22 are the same ones when nothing in them is new, so that nothing is drawn for it", () => {
    const before = lists();
    const renewed = renewedLists(before, lists());
    expect(renewed.friends).toBe(before.friends);
    expect(renewed.groups).toBe(before.groups);
    expect(renewed.blacks).toBe(before.blacks);
  });

  it("3-22 say what was read, in its order, and keep who is as before", () => {
    const before = lists();
    const read = { ...lists(), friends: [aFriend({ userID: "dan" }), CARL, aFriend({ remark: "Sis" })] };
    const renewed = renewedLists(before, read);
    expect(renewed).toEqual(read);
    expect(renewed.friends[1]).toBe(CARL);
    expect(renewed.groups).toBe(before.groups);
  });
});
