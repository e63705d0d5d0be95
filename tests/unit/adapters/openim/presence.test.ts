import { beforeEach, describe, expect, it, vi } from "vitest";
import { type SetUp, setUpIm } from "../support/im-set-up.ts";

describe("presence", () => {
  let set: SetUp;
  let asked: { name: string; userIDs: unknown }[] = [];
  let answer: unknown;

  beforeEach(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    asked = [];
    answer = [];
    const noting =
      (name: string, reply: () => unknown) =>
      (...[userIDs]: readonly unknown[]) => {
        asked.push({ name, userIDs });
        return reply();
      };
    set = setUpIm({
      unsubscribeUsersStatus: noting("give up", () => ""),
      subscribeUsersStatus: noting("subscribe", () => answer),
    });
    await set.im.start();
  });

  it("asks the server each time, because the SDK only repeats the last value of a subscribed user", async () => {
    await set.im.loadPresence({ userIDs: ["xb"] });
    await set.im.loadPresence({ userIDs: ["xb"] });
    expect(asked).toEqual([
      { name: "give up", userIDs: ["xb"] },
      { name: "subscribe", userIDs: ["xb"] },
      { name: "give up", userIDs: ["xb"] },
      { name: "subscribe", userIDs: ["xb"] },
    ]);
  });

  it("unsubscribes from users that are no longer requested", async () => {
    await set.im.loadPresence({ userIDs: ["xb", "xc"] });
    await set.im.loadPresence({ userIDs: ["xc", "xd"] });
    await set.im.loadPresence({ userIDs: ["xd"] });
    expect(asked.filter(({ name }) => name === "give up").map(({ userIDs }) => userIDs)).toEqual([
      ["xb", "xc"],
      ["xb", "xc", "xd"],
      ["xc", "xd"],
    ]);
    expect(asked.at(-1)).toEqual({ name: "subscribe", userIDs: ["xd"] });
  });

  it("11-25 checks one user beside those whose status is shown", async () => {
    await set.im.loadPresence({ userIDs: ["xc"] });
    answer = [{ userID: "xb", status: 1, platformIDs: [5] }];
    expect(await set.im.checkPresence({ userID: "xb" })).toBe(true);
    answer = [{ userID: "xb", status: 0, platformIDs: [] }];
    expect(await set.im.checkPresence({ userID: "xb" })).toBe(false);
    expect(asked.slice(2)).toEqual([
      { name: "give up", userIDs: ["xb"] },
      { name: "subscribe", userIDs: ["xb"] },
      { name: "give up", userIDs: ["xb"] },
      { name: "subscribe", userIDs: ["xb"] },
    ]);
    await set.im.loadPresence({ userIDs: ["xc"] });
    expect(asked.at(-2)).toEqual({ name: "give up", userIDs: ["xc", "xb"] });
  });

  it("returns the requested users with status 1 and skips invalid entries", async () => {
    answer = [
      { userID: "xb", status: 1, platformIDs: [5] },
      { userID: "xc", status: 0, platformIDs: [] },
      { userID: "nobody", status: 0, platformIDs: null },
      { userID: "unasked", status: 1, platformIDs: [5] },
      { userID: "xd" },
      { status: 1 },
      null,
      { userID: "xe", status: 1 },
    ];
    const userIDs = ["xb", "xc", "xd", "xe", "nobody"];
    expect(await set.im.loadPresence({ userIDs })).toEqual(["xb", "xe"]);
  });

  it("fails when the answer is not a list", async () => {
    answer = "";
    await expect(set.im.loadPresence({ userIDs: ["xb"] })).rejects.toMatchObject({ code: "unknown" });
  });

  it("reports pushed changes", () => {
    set
      .worker()
      .emit(
        { name: "OnUserStatusChanged", data: { userID: "xb", status: 1, platformIDs: [5] } },
        { name: "OnUserStatusChanged", data: { userID: "xb", status: 0, platformIDs: [] } },
        { name: "OnUserStatusChanged", data: { status: 1 } },
        { name: "OnUserStatusChanged", data: "xb" },
      );
    expect(set.heard).toEqual([
      { type: "im.presence", userID: "xb", isOnline: true },
      { type: "im.presence", userID: "xb", isOnline: false },
    ]);
  });
});
