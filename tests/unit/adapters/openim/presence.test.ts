import { beforeEach, describe, expect, it, vi } from "vitest";
import { type SetUp, setUpIm } from "../support/im-set-up.ts";

describe("who is online", () => {
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

  it("the server is asked each time: of whom one is subscribed to, the SDK only repeats what it heard", async () => {
    await set.im.loadPresence({ userIDs: ["xb"] });
    await set.im.loadPresence({ userIDs: ["xb"] });
    expect(asked).toEqual([
      { name: "give up", userIDs: ["xb"] },
      { name: "subscribe", userIDs: ["xb"] },
      { name: "give up", userIDs: ["xb"] },
      { name: "subscribe", userIDs: ["xb"] },
    ]);
  });

  it("who is asked for no more is given up", async () => {
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

  it("those with status 1 are online; offline, unknown and unasked people are not, and a broken entry costs itself only", async () => {
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

  it("an answer that is no list is a failure, not an empty one", async () => {
    answer = "";
    await expect(set.im.loadPresence({ userIDs: ["xb"] })).rejects.toMatchObject({ code: "unknown" });
  });

  it("a change that is pushed says who came and who left", () => {
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
