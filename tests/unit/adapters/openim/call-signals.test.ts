import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Invitation, Signal, SignalEvent } from "../../../../machines/domain/call.ts";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { setUpIm, setUpLink } from "../support/im-set-up.ts";
import { refusal, type Script } from "../support/scripted-worker.ts";
import { customMessage, newConversation } from "../support/sdk-samples.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});

/** An invitation as openim-h5 and related clients send it. */
const wire = {
  inviterUserID: "xa",
  inviteeUserIDList: ["xb"],
  groupID: "",
  roomID: "r1",
  timeout: 60,
  mediaType: "audio",
  sessionType: 1,
  platformID: 5,
};
const signal = (clientMsgID: string, customType: number, data: unknown, sendID = "xa") => ({
  ...customMessage(clientMsgID, JSON.stringify({ customType, data })),
  sendID,
});

async function listen() {
  const set = setUpIm({ logout: () => null });
  const signals: SignalEvent[] = [];
  set.im.signalEvents((event) => signals.push(event));
  await set.im.start();
  const receive = (...messages: unknown[]) =>
    set.worker().emit({ name: "OnRecvNewMessages", data: messages });
  return { ...set, signals, receive };
}

describe("a received signal", () => {
  it("3-16 3-17 3-19 is an invitation with its sender and time", async () => {
    const { signals, receive } = await listen();
    receive(signal("m1", 200, wire));
    expect(signals).toEqual([
      {
        type: "signal.invite",
        sender: { userID: "xa", nickname: "XA", faceURL: "", ex: "" },
        sentAt: 1795255574652,
        invitation: {
          roomID: "r1",
          inviterUserID: "xa",
          inviteeUserIDList: ["xb"],
          groupID: "",
          mediaType: "voice",
          sessionType: "single",
          timeout: 60,
          extra: {},
        },
      },
    ]);
  });

  it.each([
    [200, "signal.invite"],
    [201, "signal.accept"],
    [202, "signal.reject"],
    [203, "signal.cancel"],
    [204, "signal.hungup"],
  ])("3-11 3-12 3-13 3-14 3-15 %i is a %s", async (customType, type) => {
    const { signals, receive } = await listen();
    receive(signal("m1", customType, wire));
    expect(signals.map((event) => event.type)).toEqual([type]);
  });

  it("3-16 has all invited users in their order, so that the first is the peer", async () => {
    const { signals, receive } = await listen();
    receive(signal("m1", 200, { ...wire, inviteeUserIDList: ["xb", "xd", "xc"] }));
    expect(signals[0]?.invitation.inviteeUserIDList).toEqual(["xb", "xd", "xc"]);
  });

  it("3-19 is a custom message: a text with the same data does not ring", async () => {
    const { signals, receive } = await listen();
    receive({ ...signal("m1", 200, wire), contentType: 101 });
    expect(signals).toEqual([]);
  });

  it("0-14 has the media type voice unless it is video", async () => {
    const { signals, receive } = await listen();
    receive(
      ...["video", "audio", "voice", undefined, 7].map((mediaType, index) =>
        signal(`m${index}`, 200, { ...wire, mediaType }, `x${index}`),
      ),
    );
    expect(signals.map(({ invitation }) => invitation.mediaType)).toEqual([
      "video",
      "voice",
      "voice",
      "voice",
      "voice",
    ]);
  });

  it("0-07 9-12 has its own timeout, or 30 seconds if that is invalid", async () => {
    const { signals, receive } = await listen();
    receive(
      ...[60, 1, 3600, undefined, 0, -5, 3601, 1e9, "60", null].map((timeout, index) =>
        signal(`m${index}`, 200, { ...wire, timeout }, `x${index}`),
      ),
    );
    expect(signals.map(({ invitation }) => invitation.timeout)).toEqual([
      60, 1, 3600, 30, 30, 30, 30, 30, 30, 30,
    ]);
  });

  it("3-17 belongs to a group if its session type is group", async () => {
    const { signals, receive } = await listen();
    receive(signal("m1", 200, { ...wire, sessionType: 3, groupID: "g1" }));
    expect(signals[0]?.invitation).toMatchObject({ sessionType: "group", groupID: "g1" });
    receive(
      signal("m2", 200, { ...wire, sessionType: 2 }, "xc"),
      signal("m3", 200, { ...wire, sessionType: "3" }, "xd"),
    );
    expect(signals.slice(1).map(({ invitation }) => invitation.sessionType)).toEqual(["single", "single"]);
  });

  it.each(["OnRecvNewMessages", "OnRecvOnlineOnlyMessages"])(
    "4-86 does not ring from a group, where blocking does not apply: %s",
    async (name) => {
      const { worker, heard } = await listen();
      const invite = signal("m1", 200, wire);
      worker().emit({ name, data: [{ ...invite, sessionType: 3, groupID: "g1", recvID: "g1" }] });
      worker().emit({ name, data: [{ ...invite, groupID: "g1" }] });
      expect(heard).toEqual([]);
      expect(lines).toEqual([]);
    },
  );

  it("3-18 has no unknown fields if they are too long or nested endlessly", async () => {
    const { signals, receive } = await listen();
    const nested = JSON.stringify({ ...wire, nested: 0 }).replace(
      '"nested":0',
      `"nested":${"[".repeat(20_000)}${"]".repeat(20_000)}`,
    );
    receive(signal("m1", 200, { ...wire, long: "x".repeat(4000) }), {
      ...customMessage("m2", `{"customType":202,"data":${nested}}`),
      sendID: "xa",
    });
    expect(signals.map(({ type, invitation }) => [type, invitation.extra])).toEqual([
      ["signal.invite", {}],
      ["signal.reject", {}],
    ]);
  });

  it("3-18 keeps unknown fields of other clients apart from Parley's own fields", async () => {
    const { signals, receive } = await listen();
    receive(
      signal("m1", 200, { ...wire, busyLineUserIDList: [], nested: { a: 1 }, platformID: 2 }),
      signal("m2", 202, { ...wire, reason: "busy", trace: "t" }),
      signal("m3", 201, { ...wire, deviceID: "d1" }),
      signal("m4", 203, { ...wire, acceptedBy: "d1" }),
      signal("m5", 201, { ...wire, deviceID: 7 }),
      signal("m6", 202, wire),
      signal("m7", 203, wire),
      signal("m8", 204, { ...wire, reason: "failed" }),
      signal("m9", 204, { ...wire, reason: "busy" }),
      signal("m10", 202, { ...wire, reason: "outside" }),
    );
    expect(signals.map(({ invitation }) => invitation.extra)).toEqual([
      { busyLineUserIDList: [], nested: { a: 1 } },
      { trace: "t" },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
    expect(signals.slice(1)).toMatchObject([
      { isBusy: true, isOutside: false },
      { deviceID: "d1" },
      { acceptedBy: "d1" },
      { deviceID: null },
      { isBusy: false },
      { acceptedBy: null },
      { hasFailed: true },
      { hasFailed: false },
      { isBusy: false, isOutside: true },
    ]);
  });

  it("4-59 is never reported as a message", async () => {
    const { heard, receive } = await listen();
    receive(signal("m1", 200, wire), signal("m2", 204, {}));
    expect(heard.filter(({ type }) => type === "im.messages")).toEqual([]);
  });

  it("4-101 is reported in batch order, each message once", async () => {
    const { signals, receive, worker } = await listen();
    receive(signal("m1", 200, wire), signal("m2", 203, wire), signal("m1", 200, wire));
    worker().emit({ name: "OnRecvOnlineOnlyMessage", data: signal("m2", 203, wire) });
    receive(signal("m3", 200, { ...wire, roomID: "r2", inviterUserID: "xc" }, "xc"));
    expect(signals.map(({ type, invitation }) => [type, invitation.roomID])).toEqual([
      ["signal.invite", "r1"],
      ["signal.cancel", "r1"],
      ["signal.invite", "r2"],
    ]);
  });

  it.each([
    {},
    null,
    "r1",
    { ...wire, roomID: "" },
    { ...wire, roomID: 7 },
    { ...wire, inviterUserID: undefined },
    { ...wire, inviteeUserIDList: [] },
    { ...wire, inviteeUserIDList: "xb" },
  ])("4-101 with the data %j is skipped with one log line, and the next one is reported", async (data) => {
    const { signals, receive } = await listen();
    receive(signal("m1", 200, data), signal("m2", 204, wire));
    expect(signals.map(({ type }) => type)).toEqual(["signal.hungup"]);
    expect(lines).toEqual(["im: skipped a malformed call signal"]);
  });
});

describe("the invite throttle (R22)", () => {
  const rooms = (signals: SignalEvent[]) => signals.map(({ invitation }) => invitation.roomID);
  const invite = (room: number, sendID = "xa") =>
    signal(`m${room}${sendID}`, 200, { ...wire, roomID: `r${room}`, inviterUserID: sendID }, sendID);

  it("R22 reports the first and the newest of a thousand invitations of one user in a second", async () => {
    vi.useFakeTimers();
    const { signals, receive } = await listen();
    for (let room = 1; room <= 1000; room++) receive(invite(room));
    receive(invite(1, "xc"));
    expect(signals.map(({ sender, invitation }) => [sender.userID, invitation.roomID])).toEqual([
      ["xa", "r1"],
      ["xc", "r1"],
    ]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(rooms(signals).slice(2)).toEqual(["r1000"]);
  });

  it("R22 4-87 reports a new call of the same user within a second, or at once after a pause", async () => {
    vi.useFakeTimers();
    const { signals, receive } = await listen();
    const calledOff = (room: number) => signal(`c${room}`, 203, { ...wire, roomID: `r${room}` });
    receive(invite(1));
    await vi.advanceTimersByTimeAsync(400);
    receive(calledOff(1), invite(2));
    await vi.advanceTimersByTimeAsync(600);
    expect(rooms(signals)).toEqual(["r1", "r1", "r2"]);
    await vi.advanceTimersByTimeAsync(2000);
    for (const room of [3, 4, 5]) {
      receive(invite(room));
      expect(rooms(signals).at(-1)).toBe(`r${room}`);
      await vi.advanceTimersByTimeAsync(1500);
    }
  });

  it("R22 reports a lasting flood in growing intervals, and a user at once after a quiet minute", async () => {
    vi.useFakeTimers();
    const { signals, receive } = await listen();
    const heardAt: number[] = [];
    for (let tenth = 0; tenth < 650; tenth++) {
      const before = signals.length;
      receive(invite(tenth));
      await vi.advanceTimersByTimeAsync(100);
      if (signals.length > before) heardAt.push(Math.round(tenth / 10));
    }
    expect(heardAt).toEqual([0, 1, 3, 7, 15, 31, 47, 63]);
    await vi.advanceTimersByTimeAsync(60_000);
    const before = signals.length;
    receive(invite(1001));
    expect(rooms(signals).slice(before)).toEqual(["r1001"]);
    receive(invite(1002));
    await vi.advanceTimersByTimeAsync(1000);
    expect(rooms(signals).slice(before)).toEqual(["r1001", "r1002"]);
  });

  it("R22 reports a user who calls and cancels endlessly only once", async () => {
    vi.useFakeTimers();
    const { signals, receive } = await listen();
    for (let tenth = 0; tenth < 300; tenth++) {
      receive(invite(tenth), signal(`c${tenth}`, 203, { ...wire, roomID: `r${tenth}` }));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(signals.filter(({ type }) => type === "signal.invite")).toHaveLength(1);
  });

  it("R3 R22 does not count repeats of a call as a flood: a new call is reported within a second", async () => {
    vi.useFakeTimers();
    const { signals, receive } = await listen();
    const repeat = (copy: number) => signal(`r${copy}`, 200, { ...wire, roomID: "r1" });
    receive(invite(1));
    let now = 0;
    for (const second of [1, 3, 7, 15, 23]) {
      await vi.advanceTimersByTimeAsync(second * 1000 - now - 100);
      receive(repeat(second));
      now = second * 1000 - 100;
    }
    await vi.advanceTimersByTimeAsync(50);
    receive(signal("c1", 203, { ...wire, roomID: "r1" }), invite(2));
    await vi.advanceTimersByTimeAsync(1000);
    expect(rooms(signals).at(-1)).toBe("r2");
  });

  it("R3 R22 reports one repeat of a call in a second, for a listener that missed the first invitation", async () => {
    vi.useFakeTimers();
    const { im, signals, receive } = await listen();
    for (let copy = 0; copy < 1000; copy++) receive(signal(`m${copy}`, 200, wire));
    const late: SignalEvent[] = [];
    im.signalEvents((event) => late.push(event));
    await vi.advanceTimersByTimeAsync(1000);
    expect(rooms(late)).toEqual(["r1"]);
    expect(signals).toHaveLength(2);
  });

  it("R3 R22 drops a delayed repeat when the call is cancelled", async () => {
    vi.useFakeTimers();
    const { signals, receive } = await listen();
    receive(invite(1), signal("r", 200, wire), signal("c", 203, wire));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(signals.map(({ type }) => type)).toEqual(["signal.invite", "signal.cancel"]);
  });

  it("R22 drops a delayed invitation when it is cancelled, and reports all other signals at once", async () => {
    vi.useFakeTimers();
    const { signals, receive } = await listen();
    receive(invite(1), invite(2), signal("x", 203, { ...wire, roomID: "r2" }), signal("y", 204, wire));
    await vi.advanceTimersByTimeAsync(5000);
    expect(signals.map(({ type, invitation }) => [type, invitation.roomID])).toEqual([
      ["signal.invite", "r1"],
      ["signal.cancel", "r2"],
      ["signal.hungup", "r1"],
    ]);
  });
});

describe("signals that come before the charts listen", () => {
  const unheard = async () => {
    const set = setUpLink({ logout: () => null });
    const im = set.join();
    await im.start();
    const data = [signal("m1", 200, wire), signal("m2", 203, { ...wire, roomID: "r2" })];
    set.worker().emit({ name: "OnRecvNewMessages", data });
    const listenLate = () => {
      const late: SignalEvent[] = [];
      im.signalEvents((event) => late.push(event));
      return late.map(({ invitation }) => invitation.roomID);
    };
    return { im, listenLate };
  };

  it("R3 are given to the first listener, in order: another client invites once only", async () => {
    const { listenLate } = await unheard();
    expect(listenLate()).toEqual(["r1", "r2"]);
    expect(listenLate()).toEqual([]);
  });

  it("4-15 are dropped by a sign-out", async () => {
    const { im, listenLate } = await unheard();
    await im.logout();
    expect(listenLate()).toEqual([]);
  });
});

describe("a delayed invitation (R22)", () => {
  it.each<[string, (set: Awaited<ReturnType<typeof listen>>) => unknown]>([
    ["signs out", ({ im }) => im.logout()],
    ["stops the SDK", ({ im }) => im.stop()],
    ["loses the worker", ({ worker }) => worker().fail()],
  ])("R22 is dropped when its user %s", async (_, end) => {
    vi.useFakeTimers();
    const set = await listen();
    const invite = (roomID: string) => signal(roomID, 200, { ...wire, roomID });
    set.receive(invite("r1"), invite("r2"));
    await end(set);
    await set.im.start();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(set.signals.map(({ invitation }) => invitation.roomID)).toEqual(["r1"]);
    set.receive(invite("r3"));
    expect(set.signals.map(({ invitation }) => invitation.roomID)).toEqual(["r1", "r3"]);
  });
});

describe("a sent signal", () => {
  const invitation: Invitation = {
    roomID: "r1",
    inviterUserID: "xa",
    inviteeUserIDList: ["xb"],
    groupID: "",
    mediaType: "voice",
    sessionType: "single",
    timeout: 30,
    extra: { trace: "t" },
  };
  const made = { ...customMessage("made", ""), status: 1 };

  async function setUp(script: Script = {}) {
    const set = setUpIm({ createCustomMessage: () => made, sendMessage: () => made, ...script });
    await set.im.login();
    const said = () =>
      set
        .worker()
        .argsOf("createCustomMessage")
        .map(([payload]) => JSON.parse((payload as { data: string }).data) as unknown);
    return { ...set, said };
  }

  it("3-18 3-19 0-07 0-14 is the invitation with its unknown fields, from platform 5", async () => {
    const { im, said } = await setUp();
    await im.sendSignal({ to: "xb", signal: { kind: "invite", invitation } });
    expect(said()).toEqual([
      {
        customType: 200,
        data: {
          inviterUserID: "xa",
          inviteeUserIDList: ["xb"],
          groupID: "",
          roomID: "r1",
          timeout: 30,
          mediaType: "audio",
          sessionType: 1,
          platformID: 5,
          trace: "t",
        },
      },
    ]);
  });

  it.each<[Signal, number, Record<string, unknown>]>([
    [{ kind: "accept", deviceID: "d1", invitation }, 201, { deviceID: "d1" }],
    [{ kind: "reject", isBusy: true, invitation }, 202, { reason: "busy" }],
    [{ kind: "reject", isBusy: false, isOutside: true, invitation }, 202, { reason: "outside" }],
    [{ kind: "cancel", acceptedBy: "d1", invitation }, 203, { acceptedBy: "d1" }],
    [{ kind: "hungup", hasFailed: true, invitation }, 204, { reason: "failed" }],
  ])("3-12 3-13 3-14 3-15 contains the fields of %j", async (signal, customType, own) => {
    const { im, said } = await setUp();
    await im.sendSignal({ to: "xb", signal });
    expect(said()).toMatchObject([{ customType, data: { roomID: "r1", ...own } }]);
  });

  it.each<Signal>([
    { kind: "reject", isBusy: false, invitation },
    { kind: "cancel", acceptedBy: null, invitation },
    { kind: "hungup", invitation },
  ])("3-18 adds no optional fields to a plain %j", async (signal) => {
    const { im, said } = await setUp();
    await im.sendSignal({ to: "xb", signal });
    const [sent] = said();
    expect(Object.keys((sent as { data: object }).data)).toHaveLength(9);
  });

  it("3-17 0-14 encodes groups and video as other clients do", async () => {
    const { im, said } = await setUp();
    const meeting: Invitation = { ...invitation, mediaType: "video", sessionType: "group", groupID: "g1" };
    await im.sendSignal({ to: "xb", signal: { kind: "invite", invitation: meeting } });
    expect(said()).toMatchObject([{ data: { mediaType: "video", sessionType: 3, groupID: "g1" } }]);
  });

  it("7-32 7-33 7-34 is sent online only, to one user, with empty texts", async () => {
    const { im, worker, said } = await setUp();
    await im.sendSignal({ to: "xb", signal: { kind: "hungup", invitation } });
    expect(worker().argsOf("createCustomMessage")).toEqual([
      [{ data: expect.any(String), extension: "", description: "" }],
    ]);
    expect(said()).toMatchObject([{ customType: 204, data: { roomID: "r1" } }]);
    expect(worker().argsOf("sendMessage")).toEqual([
      [
        {
          recvID: "xb",
          groupID: "",
          message: JSON.parse(JSON.stringify(made)) as unknown,
          isOnlineOnly: true,
        },
      ],
    ]);
  });

  it("R20 is sent before a following logout", async () => {
    const { im, worker } = await setUp({ logout: () => null });
    const farewell = im.sendSignal({ to: "xb", signal: { kind: "hungup", invitation } });
    await Promise.all([farewell, im.logout()]);
    const names = worker().calls.map(({ name }) => name);
    expect(names.indexOf("sendMessage")).toBeGreaterThan(-1);
    expect(names.indexOf("logout")).toBeGreaterThan(names.indexOf("sendMessage"));
  });

  it("4-73 fails when the server refuses it", async () => {
    const { im } = await setUp({ sendMessage: () => Promise.reject(refusal(1302)) });
    const sending = im.sendSignal({ to: "xb", signal: { kind: "invite", invitation } });
    expect(await sending.catch(failureCode)).toBe("blockedByPeer");
  });

  it("4-73 fails after ten seconds offline, where the SDK would retry for minutes", async () => {
    const { im, worker } = await setUp({ sendMessage: () => new Promise(() => {}) });
    vi.useFakeTimers();
    const failure = im
      .sendSignal({ to: "xb", signal: { kind: "invite", invitation } })
      .then(() => "none", failureCode);
    await vi.waitFor(() => expect(worker().argsOf("sendMessage")).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toBe("timeout");
  });
});

describe("loadUser", () => {
  it("3-20 7-27 returns the name and picture of any user", async () => {
    const { im, worker } = setUpIm({
      getUsersInfo: () => [{ userID: "xb", nickname: "XB", faceURL: "/b.svg", ex: "e", createTime: 1 }],
    });
    await im.start();
    expect(await im.loadUser({ userID: "xb" })).toEqual({
      userID: "xb",
      nickname: "XB",
      faceURL: "/b.svg",
      ex: "e",
    });
    expect(worker().argsOf("getUsersInfo")).toEqual([[["xb"]]]);
  });

  it.each([[[]], [null], ["x"], [[{}]]])("7-27 4-91 fails for the answer %j", async (answer) => {
    const { im } = setUpIm({ getUsersInfo: () => answer });
    await im.start();
    expect(await im.loadUser({ userID: "xb" }).catch(failureCode)).toBe("unknown");
  });
});

describe("loadPeople", () => {
  const member = {
    groupID: "g1",
    userID: "xb",
    nickname: "Ben of the team",
    faceURL: "/b.svg",
    roleLevel: 20,
  };
  const user = { userID: "xc", nickname: "XC", faceURL: "", ex: "" };
  const ask = { groupID: "g1", userIDs: ["xb", "xc"] };

  it("7-27 names members as in the group and others by profile, and leaves out unknown users", async () => {
    const { im, worker } = setUpIm({
      getSpecifiedGroupMembersInfo: () => [member],
      getUsersInfo: () => [user],
    });
    await im.start();
    expect(await im.loadPeople({ groupID: "g1", userIDs: ["xb", "xc", "xd"] })).toEqual([
      { userID: "xb", name: "Ben of the team", faceURL: "/b.svg" },
      { userID: "xc", name: "XC", faceURL: "" },
    ]);
    expect(worker().argsOf("getUsersInfo")).toEqual([[["xc", "xd"]]]);
  });

  it.each([
    { errCode: 1002, errMsg: "1002 NoPermissionError op user not in group" },
    { errCode: 1004, errMsg: "1004 RecordNotFoundError cache is not found" },
  ])("7-27 names users by profile when the group refuses the request ($errCode)", async (refusal) => {
    const refuse = () => {
      throw refusal;
    };
    const { im } = setUpIm({ getSpecifiedGroupMembersInfo: refuse, getUsersInfo: () => [user] });
    await im.start();
    expect(await im.loadPeople(ask)).toEqual([{ userID: "xc", name: "XC", faceURL: "" }]);
  });

  it.each([
    { errCode: 10005, errMsg: "Error: 10000 Network error", failure: "network" },
    { errCode: 10003, errMsg: "10003 timeout", failure: "timeout" },
    { errCode: 500, errMsg: "500 ServerInternalError", failure: "unknown" },
  ])("7-27 fails when the group cannot be read ($errMsg)", async ({ failure, ...trouble }) => {
    const fail = () => {
      throw trouble;
    };
    const { im } = setUpIm({ getSpecifiedGroupMembersInfo: fail, getUsersInfo: () => [user] });
    await im.start();
    expect(await im.loadPeople(ask).catch(failureCode)).toBe(failure);
  });
});

describe("the call list", () => {
  const record = { roomID: "r1", mediaType: "video", result: "completed", durationSeconds: 9 };
  const recordFrom = (sendID: string, recvID: string, sendTime: number) => ({
    ...customMessage(`at-${sendTime}`, JSON.stringify({ customType: 100, data: record })),
    sendID,
    recvID,
    sendTime,
  });
  const found = (...messages: unknown[]) => ({
    totalCount: messages.length,
    searchResultItems: [{ conversationID: "si_xa_xb", messageCount: messages.length, messageList: messages }],
  });

  async function load(script: Script) {
    const set = setUpIm({
      getMultipleConversation: () => [
        { ...newConversation, userID: "xb", showName: "Bobby", faceURL: "/b.svg" },
      ],
      ...script,
    });
    await set.im.login();
    return { ...set, entries: await set.im.loadCalls() };
  }

  it("2-97 is sorted newest first, with peer and direction", async () => {
    const { entries } = await load({
      searchLocalMessages: () => found(recordFrom("xa", "xb", 10), recordFrom("xb", "xa", 20)),
    });
    const peer = { userID: "xb", nickname: "Bobby", faceURL: "/b.svg" };
    const conversationID = "si_xa_xb";
    expect(entries).toEqual([
      { clientMsgID: "at-20", conversationID, peer, isOutgoing: false, record, endedAt: 20 },
      { clientMsgID: "at-10", conversationID, peer, isOutgoing: true, record, endedAt: 10 },
    ]);
  });

  it("2-97 shows local records first, and more after the recent chats are fetched", async () => {
    let isFetched = false;
    const { entries, im, worker } = await load({
      getConversationListSplit: () => [
        { ...newConversation, userID: "xb" },
        { ...newConversation, conversationID: "sg_1", conversationType: 3, groupID: "1" },
      ],
      getAdvancedHistoryMessageList: () => {
        isFetched = true;
        return { messageList: [], isEnd: true, errCode: 0 };
      },
      searchLocalMessages: () => (isFetched ? found(recordFrom("xb", "xa", 20)) : found()),
    });
    expect(entries).toHaveLength(0);
    expect(await im.fetchCalls()).toBe(true);
    expect(await im.loadCalls()).toHaveLength(1);
    expect(await im.fetchCalls()).toBe(false);
    expect(worker().argsOf("getAdvancedHistoryMessageList")).toMatchObject([
      [{ conversationID: newConversation.conversationID }],
    ]);
  });

  it("2-97 fetches chats later if there are none before the first sync", async () => {
    let rows: unknown[] = [];
    const { im, worker } = await load({
      getConversationListSplit: () => rows,
      getAdvancedHistoryMessageList: () => ({ messageList: [], isEnd: true, errCode: 0 }),
      searchLocalMessages: () => found(),
    });
    expect(await im.fetchCalls()).toBe(false);
    rows = [{ ...newConversation, userID: "xb" }];
    expect(await im.fetchCalls()).toBe(true);
    expect(worker().argsOf("getAdvancedHistoryMessageList")).toHaveLength(1);
  });

  it("2-97 fetches a failed chat again, but not the others", async () => {
    const chats = ["si_xa_xb", "si_xa_xc", "si_xa_xd"];
    const { im, worker } = await load({
      getConversationListSplit: () => chats.map((conversationID) => ({ ...newConversation, conversationID })),
      getAdvancedHistoryMessageList: (payload) =>
        (payload as { conversationID: string }).conversationID === "si_xa_xc"
          ? Promise.reject(refusal(10005))
          : { messageList: [], isEnd: true, errCode: 0 },
      searchLocalMessages: () => found(),
    });
    expect(await im.fetchCalls()).toBe(true);
    expect(await im.fetchCalls()).toBe(false);
    const read = worker()
      .argsOf("getAdvancedHistoryMessageList")
      .map(([payload]) => (payload as { conversationID: string }).conversationID);
    expect(read).toEqual([...chats, "si_xa_xc"]);
  });

  it("2-97 shares a pending fetch with a second request", async () => {
    let answer: (page: unknown) => void = () => {};
    const { im, worker } = await load({
      getConversationListSplit: () => [{ ...newConversation, userID: "xb" }],
      getAdvancedHistoryMessageList: () => new Promise((resolve) => (answer = resolve)),
      searchLocalMessages: () => found(),
    });
    const asked = [im.fetchCalls(), im.fetchCalls()];
    await vi.waitFor(() => expect(worker().argsOf("getConversationListSplit")).toHaveLength(2));
    answer({ messageList: [], isEnd: true, errCode: 0 });
    expect(await Promise.all(asked)).toEqual([true, true]);
    expect(worker().argsOf("getAdvancedHistoryMessageList")).toHaveLength(1);
  });

  it("2-97 stops waiting for a fetch after ten seconds", async () => {
    const { im, worker } = await load({
      getConversationListSplit: () => [{ ...newConversation, userID: "xb" }],
      getAdvancedHistoryMessageList: () => new Promise(() => {}),
      searchLocalMessages: () => found(),
    });
    vi.useFakeTimers();
    const fetching = im.fetchCalls();
    await vi.waitFor(() => expect(worker().argsOf("getAdvancedHistoryMessageList")).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await fetching).toBe(true);
  });

  it("2-97 fails when the conversations cannot be read", async () => {
    const { im } = await load({
      getConversationListSplit: () => Promise.reject(refusal(10000)),
      searchLocalMessages: () => found(),
    });
    expect(await im.fetchCalls().catch(failureCode)).toBe("network");
  });

  it("2-97 searches records in all chats, up to a time later than any server clock", async () => {
    const { worker } = await load({ searchLocalMessages: () => ({ totalCount: 0 }) });
    expect(worker().argsOf("searchLocalMessages")).toMatchObject([
      [{ conversationID: "", keywordList: ["callRecord"], messageTypeList: [110] }],
    ]);
    const [search] = worker().argsOf("searchLocalMessages")[0] as [{ searchTimePosition: number }];
    expect(search.searchTimePosition * 1000).toBeGreaterThan(Date.now() + 365 * 86_400_000);
  });

  it("2-97 names peers without a conversation by their message, or else by id", async () => {
    const { entries } = await load({
      searchLocalMessages: () => found(recordFrom("xa", "xb", 10), recordFrom("xb", "xa", 20)),
      getMultipleConversation: () => [],
    });
    // The sample message names its sender XA for every sender id.
    expect(entries.map(({ peer }) => peer)).toEqual([
      { userID: "xb", nickname: "XA", faceURL: "" },
      { userID: "xb", nickname: "xb", faceURL: "" },
    ]);
  });

  it("2-97 ignores messages that only look like a record", async () => {
    const { entries } = await load({
      searchLocalMessages: () =>
        found(customMessage("m1", '{"customType":100,"data":{}}'), customMessage("m2", "callRecord"), null),
    });
    expect(entries).toEqual([]);
  });

  it("2-97 fails when the search fails or no user is signed in", async () => {
    const refused = load({ searchLocalMessages: () => Promise.reject(refusal(10000)) });
    expect(await refused.catch(failureCode)).toBe("network");
    const { im, signInAs } = await load({ searchLocalMessages: () => found() });
    signInAs(null);
    expect(await im.loadCalls().catch(failureCode)).toBe("sessionEnded");
    expect(await im.fetchCalls().catch(failureCode)).toBe("sessionEnded");
  });
});
