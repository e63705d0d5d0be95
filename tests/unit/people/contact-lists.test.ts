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

it("3-22 friends, groups and the block list are loaded from sign-in on", async () => {
  const stage = await openHeadless({ world: aWorld({ ...lists() }) });
  const contacts = childOf(stage.app, "session", "signedIn", "contacts");
  expect(contacts?.getSnapshot().context).toMatchObject(lists());
  stage.stop();
});

describe("contact events", () => {
  it.each<[string, ContactNews, Partial<ContactLists>]>([
    [
      "4-31 a changed friend keeps its position",
      { type: "im.friendChanged", friend: aFriend({ remark: "Sis" }) },
      { friends: [aFriend({ remark: "Sis" }), CARL] },
    ],
    ["4-32 a deleted friend is removed", { type: "im.friendRemoved", userID: ANNA }, { friends: [CARL] }],
    [
      "4-33 a changed group keeps its position",
      { type: "im.groupChanged", group: aGroup({ groupName: "Gang" }) },
      { groups: [aGroup({ groupName: "Gang" }), CREW] },
    ],
    ["4-33 a left group is removed", { type: "im.groupLeft", groupID: TEAM }, { groups: [CREW] }],
    ["4-33 a dismissed group is removed", { type: "im.groupDismissed", groupID: TEAM }, { groups: [CREW] }],
    ["4-33 an unblocked user is removed", { type: "im.blackRemoved", userID: BEN }, { blacks: [DORA] }],
    [
      "4-35 a friend added again is listed once",
      { type: "im.friendChanged", friend: { ...CARL, remark: "again" } },
      { friends: [aFriend(), { ...CARL, remark: "again" }] },
    ],
    [
      "4-35 a user blocked again is listed once",
      { type: "im.blackChanged", person: aBlack({ nickname: "Benny" }) },
      { blacks: [aBlack({ nickname: "Benny" }), DORA] },
    ],
    [
      "4-35 a new friend is listed last",
      { type: "im.friendChanged", friend: aFriend({ userID: "eve" }) },
      { friends: [aFriend(), CARL, aFriend({ userID: "eve" })] },
    ],
    [
      "4-33 a new blocked user is listed last",
      { type: "im.blackChanged", person: aBlack({ userID: "eve" }) },
      { blacks: [aBlack(), DORA, aBlack({ userID: "eve" })] },
    ],
    [
      "4-33 a change of a left group does not add it again",
      { type: "im.groupChanged", group: aGroup({ groupID: "left" }) },
      {},
    ],
  ])("%s, and the other lists stay unchanged", (_, news, changed) => {
    expect(contactsAfter(lists(), news)).toEqual({ ...lists(), ...changed });
  });
});

describe("reloaded lists", () => {
  it("3-22 keep their identity when nothing changed, so that nothing is rendered again", () => {
    const before = lists();
    const renewed = renewedLists(before, lists());
    expect(renewed.friends).toBe(before.friends);
    expect(renewed.groups).toBe(before.groups);
    expect(renewed.blacks).toBe(before.blacks);
  });

  it("3-22 show a changed entry, and no longer a removed one", () => {
    const before = lists();
    const renamed = [aFriend(), { ...CARL, remark: "Charly" }];
    expect(renewedLists(before, { ...lists(), friends: renamed }).friends).toEqual(renamed);
    expect(renewedLists(before, { ...lists(), friends: [aFriend()] }).friends).toEqual([aFriend()]);
  });

  it("3-22 have the loaded order and keep unchanged entries identical", () => {
    const before = lists();
    const read = { ...lists(), friends: [aFriend({ userID: "dan" }), CARL, aFriend({ remark: "Sis" })] };
    const renewed = renewedLists(before, read);
    expect(renewed).toEqual(read);
    expect(renewed.friends[1]).toBe(CARL);
    expect(renewed.groups).toBe(before.groups);
  });
});
