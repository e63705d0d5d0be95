import { describe, expect, it } from "vitest";
import {
  eachOnce,
  isPending,
  listOf,
  viewedEntry,
  withApplication,
} from "../../../machines/domain/contact-request.ts";
import {
  type ContactRequestsContext,
  pendingCount,
  unhandledCount,
} from "../../../machines/people/contact-requests.ts";
import {
  ANNA,
  aFriendApplication,
  aGroupApplication,
  BEN,
  ME,
  NOON,
  someApplications,
} from "../../fakes/world.ts";

describe("requests", () => {
  it("4-42 one to me is received, any other sent", () => {
    expect(listOf(aFriendApplication(), ME)).toBe("receivedFriends");
    expect(listOf(aFriendApplication({ fromUserID: ME, toUserID: ANNA }), ME)).toBe("sentFriends");
  });

  it("4-43 one of mine to a group is sent, any other received", () => {
    expect(listOf(aGroupApplication(), ME)).toBe("receivedGroups");
    expect(listOf(aGroupApplication({ userID: ME }), ME)).toBe("sentGroups");
  });

  it("3-23 3-24 3-25 3-26 4-34 a new one takes the place of the one with its key", () => {
    const sent = aFriendApplication({ fromUserID: ME, toUserID: ANNA });
    const mine = aGroupApplication({ userID: ME });
    const lists = someApplications({
      receivedFriends: [aFriendApplication(), aFriendApplication({ fromUserID: "carl" })],
      sentFriends: [sent],
      receivedGroups: [aGroupApplication()],
      sentGroups: [mine],
    });
    const again = [
      aFriendApplication({ reqMsg: "again" }),
      { ...sent, reqMsg: "again" },
      aGroupApplication({ groupID: "other", reqMsg: "again" }),
      { ...mine, reqMsg: "again" },
    ];
    const after = again.reduce((all, one) => withApplication(all, one, ME), lists);
    expect(after.receivedFriends.map(({ reqMsg }) => reqMsg)).toEqual(["It is Ben", "again"]);
    expect(after.sentFriends).toEqual([again[1]]);
    expect(after.receivedGroups).toEqual([again[2]]);
    expect(after.sentGroups).toEqual([again[3]]);
  });

  it("4-45 one that was answered and is not known yet is kept", () => {
    const handled = aFriendApplication({ handleResult: 1 });
    expect(withApplication(someApplications(), handled, ME).receivedFriends).toEqual([handled]);
  });

  it("0-09 of several with one key, what waits counts, and then the newest", () => {
    const old = aGroupApplication({ groupID: "old", createTime: NOON - 2 });
    const answered = aGroupApplication({ groupID: "answered", createTime: NOON, handleResult: 1 });
    const newer = aGroupApplication({ groupID: "newer", createTime: NOON - 1 });
    const once = (...all: (typeof old)[]) =>
      eachOnce(someApplications({ receivedGroups: all })).receivedGroups;
    expect(once(newer, answered, old)).toEqual([newer]);
    expect(once({ ...old, handleResult: -1 }, answered)).toEqual([answered]);
  });

  it("3-32 3-33 is remembered as seen by who asked, and when", () => {
    expect(viewedEntry(aFriendApplication())).toBe(`${BEN}_${NOON - 60_000}`);
    expect(viewedEntry(aGroupApplication({ createTime: 7 }))).toBe(`${BEN}_7`);
  });
});

describe("how many requests wait", () => {
  const carl = aFriendApplication({ fromUserID: "carl" });
  const group = aGroupApplication();
  const context = (changes: Partial<ContactRequestsContext> = {}): ContactRequestsContext => ({
    userID: ME,
    place: { path: "/conversation", search: "" },
    lists: someApplications({
      receivedFriends: [
        aFriendApplication(),
        carl,
        aFriendApplication({ fromUserID: "dora", handleResult: 1 }),
        aFriendApplication({ fromUserID: "eve", handleResult: -1 }),
      ],
      sentFriends: [aFriendApplication({ fromUserID: ME, toUserID: ANNA })],
      receivedGroups: [group, aGroupApplication({ userID: "dora", handleResult: 1 })],
      sentGroups: [aGroupApplication({ userID: ME })],
    }),
    late: [],
    viewed: { friend: [], group: [] },
    answers: [],
    ...changes,
  });
  const both = (count: typeof pendingCount, of: ContactRequestsContext) => [
    count(of, "friend"),
    count(of, "group"),
  ];

  it("4-41 pending is what was neither accepted nor declined", () => {
    const results = [0, 1, -1].map((handleResult) => aFriendApplication({ handleResult }));
    expect(results.map(isPending)).toEqual([true, false, false]);
    expect(both(pendingCount, context())).toEqual([2, 1]);
  });

  it("3-27 friends' and groups' requests to me that wait are counted apart", () => {
    expect(both(unhandledCount, context())).toEqual([2, 1]);
  });

  it("0-05 4-44 what was looked at still waits, but does not count as unhandled", () => {
    const viewed = { friend: [viewedEntry(carl)], group: [viewedEntry(group)] };
    expect(both(unhandledCount, context({ viewed }))).toEqual([1, 0]);
    expect(both(pendingCount, context({ viewed }))).toEqual([2, 1]);
  });

  it("4-44 a request made again after it was looked at counts again", () => {
    const viewed = { friend: [viewedEntry({ ...carl, createTime: carl.createTime - 1 })], group: [] };
    expect(unhandledCount(context({ viewed }), "friend")).toBe(2);
  });
});
