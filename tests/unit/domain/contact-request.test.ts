import { describe, expect, it } from "vitest";
import {
  eachOnce,
  isLapsed,
  isPending,
  isSameApplication,
  listOf,
  refOf,
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

describe("contact requests", () => {
  it("4-42 lists a friend request to the user as received and any other as sent", () => {
    expect(listOf(aFriendApplication(), ME)).toBe("receivedFriends");
    expect(listOf(aFriendApplication({ fromUserID: ME, toUserID: ANNA }), ME)).toBe("sentFriends");
    expect(listOf(aFriendApplication({ fromUserID: BEN, toUserID: ANNA }), ME)).toBe("sentFriends");
  });

  it("4-43 lists the user's own group request as sent and any other as received", () => {
    expect(listOf(aGroupApplication(), ME)).toBe("receivedGroups");
    expect(listOf(aGroupApplication({ userID: ME }), ME)).toBe("sentGroups");
  });

  it("3-23 3-24 3-25 3-26 4-34 replaces the request with the same key", () => {
    const sent = aFriendApplication({ fromUserID: ME, toUserID: ANNA });
    const mine = aGroupApplication({ userID: ME });
    const sentToBen = aFriendApplication({ fromUserID: ME, toUserID: BEN });
    const mineElsewhere = aGroupApplication({ userID: ME, groupID: "other" });
    const ofCarl = aGroupApplication({ userID: "carl" });
    const lists = someApplications({
      receivedFriends: [aFriendApplication(), aFriendApplication({ fromUserID: "carl" })],
      sentFriends: [sent, sentToBen],
      receivedGroups: [ofCarl, aGroupApplication()],
      sentGroups: [mine, mineElsewhere],
    });
    const again = [
      aFriendApplication({ reqMsg: "again" }),
      { ...sent, reqMsg: "again" },
      aGroupApplication({ groupID: "other", reqMsg: "again" }),
      { ...mine, reqMsg: "again" },
    ];
    const after = again.reduce((all, one) => withApplication(all, one, ME), lists);
    expect(after.receivedFriends.map(({ reqMsg }) => reqMsg)).toEqual(["It is Ben", "again"]);
    expect(after.sentFriends).toEqual([sentToBen, again[1]]);
    expect(after.receivedGroups).toEqual([ofCarl, again[2]]);
    expect(after.sentGroups).toEqual([mineElsewhere, again[3]]);
  });

  it("4-45 keeps an answered request that is not in the list yet", () => {
    const handled = aFriendApplication({ handleResult: 1 });
    expect(withApplication(someApplications(), handled, ME).receivedFriends).toEqual([handled]);
  });

  it("2-54 3-23 3-24 an accepted friend request settles the open one in the opposite direction, and no other", () => {
    const mine = { fromUserID: ME, toUserID: BEN };
    const carl = aFriendApplication({ fromUserID: "carl" });
    const toAnna = aFriendApplication({ fromUserID: ME, toUserID: ANNA });
    const both = someApplications({
      receivedFriends: [carl, aFriendApplication()],
      sentFriends: [toAnna, aFriendApplication(mine)],
    });
    const results = (all: readonly { handleResult: number }[]) => all.map((one) => one.handleResult);

    const byBen = withApplication(both, aFriendApplication({ ...mine, handleResult: 1 }), ME);
    expect(results(byBen.receivedFriends)).toEqual([0, 1]);
    expect(results(byBen.sentFriends)).toEqual([0, 1]);
    const byMe = withApplication(both, aFriendApplication({ handleResult: 1 }), ME);
    expect(results(byMe.receivedFriends)).toEqual([0, 1]);
    expect(results(byMe.sentFriends)).toEqual([0, 1]);

    const declined = withApplication(both, aFriendApplication({ ...mine, handleResult: -1 }), ME);
    expect(results(declined.receivedFriends)).toEqual([0, 0]);
    const already = someApplications({ receivedFriends: [aFriendApplication({ handleResult: -1 })] });
    const after = withApplication(already, aFriendApplication({ ...mine, handleResult: 1 }), ME);
    expect(results(after.receivedFriends)).toEqual([-1]);
  });

  it("0-09 prefers a pending request to others with the same key, and then the newest", () => {
    const old = aGroupApplication({ groupID: "old", createTime: NOON - 2 });
    const answered = aGroupApplication({ groupID: "answered", createTime: NOON, handleResult: 1 });
    const newer = aGroupApplication({ groupID: "newer", createTime: NOON - 1 });
    const once = (...all: (typeof old)[]) =>
      eachOnce(someApplications({ receivedGroups: all })).receivedGroups;
    expect(once(newer, answered, old)).toEqual([newer]);
    expect(once({ ...old, handleResult: -1 }, answered)).toEqual([answered]);
  });

  it("0-09 knows a request by its users, or by its user and group", () => {
    const friend = aFriendApplication();
    const group = aGroupApplication();
    expect(refOf(friend)).toEqual({
      kind: "friend",
      fromUserID: friend.fromUserID,
      toUserID: friend.toUserID,
    });
    expect(refOf(group)).toEqual({ kind: "group", userID: group.userID, groupID: group.groupID });
    expect(isSameApplication(friend, refOf(aFriendApplication({ createTime: 1 })))).toBe(true);
    expect(isSameApplication(group, refOf(aGroupApplication({ createTime: 1 })))).toBe(true);
    expect(isSameApplication(friend, { ...friend, fromUserID: "carl" })).toBe(false);
    expect(isSameApplication(friend, { ...friend, toUserID: "carl" })).toBe(false);
    expect(isSameApplication(group, { ...group, userID: "carl" })).toBe(false);
    expect(isSameApplication(group, { ...group, groupID: "other" })).toBe(false);
    expect(isSameApplication(friend, group)).toBe(false);
    expect(isSameApplication(group, friend)).toBe(false);
  });

  it("3-32 3-33 marks a request as viewed by sender and time", () => {
    expect(viewedEntry(aFriendApplication())).toBe(`${BEN}_${NOON - 60_000}`);
    expect(viewedEntry(aGroupApplication({ createTime: 7 }))).toBe(`${BEN}_7`);
  });
});

describe("request counts", () => {
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

  it("4-41 counts a request as pending that is neither accepted nor declined", () => {
    const results = [0, 1, -1].map((handleResult) => aFriendApplication({ handleResult }));
    expect(results.map(isPending)).toEqual([true, false, false]);
    expect(both(pendingCount, context())).toEqual([2, 1]);
  });

  it("2-54 does not count a request to a dismissed group as pending, which nobody can answer", () => {
    const results = [0, 1, -1].map((handleResult) => aGroupApplication({ handleResult, isDismissed: true }));
    expect(results.map(isPending)).toEqual([false, false, false]);
    expect(results.map(isLapsed)).toEqual([true, false, false]);
    expect(isLapsed(aGroupApplication())).toBe(false);
  });

  it("3-27 counts received friend and group requests separately", () => {
    expect(both(unhandledCount, context())).toEqual([2, 1]);
  });

  it("0-05 4-44 counts a viewed request as pending but not as unhandled", () => {
    const viewed = { friend: [viewedEntry(carl)], group: [viewedEntry(group)] };
    expect(both(unhandledCount, context({ viewed }))).toEqual([1, 0]);
    expect(both(pendingCount, context({ viewed }))).toEqual([2, 1]);
  });

  it("4-44 counts a repeated request again after the first one was viewed", () => {
    const viewed = { friend: [viewedEntry({ ...carl, createTime: carl.createTime - 1 })], group: [] };
    expect(unhandledCount(context({ viewed }), "friend")).toBe(2);
  });
});
