import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GroupCallNotice, Invitation, SignalEvent } from "../../../../machines/domain/call.ts";
import { failureCode } from "../../../../machines/domain/failure.ts";
import { MOST_INVITEES } from "../../../../src/adapters/openim/calls/call-signals.ts";
import { parseMessage } from "../../../../src/adapters/openim/parse/messages.ts";
import { setUpIm } from "../support/im-set-up.ts";
import { refusal } from "../support/scripted-worker.ts";
import { customMessage } from "../support/sdk-samples.ts";

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(line));
});

/** An invitation to a group call, as OpenIM's commercial SDK describes it. */
const wire = {
  inviterUserID: "xa",
  inviteeUserIDList: ["xb", "xc"],
  groupID: "g1",
  roomID: "r1",
  timeout: 30,
  mediaType: "video",
  sessionType: 3,
  platformID: 5,
};
const many = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);
const custom = (customType: number, data: unknown) =>
  customMessage(`m${customType}`, JSON.stringify({ customType, data }));
const contentOf = (customType: number, data: unknown) => parseMessage(custom(customType, data))?.content;

describe("an invitation to a group call", () => {
  async function hear(data: unknown): Promise<SignalEvent[]> {
    const { im, worker } = setUpIm();
    const signals: SignalEvent[] = [];
    im.signalEvents((event) => signals.push(event));
    await im.start();
    worker().emit({ name: "OnRecvOnlineOnlyMessages", data: [custom(200, data)] });
    return signals;
  }

  it("3-17 11-40 names its group and all invited users", async () => {
    expect(await hear(wire)).toMatchObject([
      {
        type: "signal.invite",
        invitation: {
          sessionType: "group",
          groupID: "g1",
          inviteeUserIDList: ["xb", "xc"],
          mediaType: "video",
        },
      },
    ]);
  });

  it.each([
    ["fifteen and the inviter", ["xa", ...many(15)], ["xa", ...many(15)]],
    ["a thousand", many(1000), many(16)],
    ["one user many times", ["xb", "xb", "xb", "xc"], ["xb", "xc"]],
    ["broken ids", ["xb", "", 7, null, { a: 1 }, ["xb"], "x".repeat(129), "xc"], ["xb", "xc"]],
  ])("11-40 keeps at most sixteen valid invitees: %s", async (_, inviteeUserIDList, kept) => {
    const [signal] = await hear({ ...wire, inviteeUserIDList });
    expect(signal?.invitation.inviteeUserIDList).toEqual(kept);
  });

  it.each([
    { groupID: "" },
    { groupID: null },
    { groupID: 7 },
    { groupID: "g".repeat(129) },
    { roomID: "r".repeat(129) },
    { inviterUserID: "u".repeat(129) },
    { inviteeUserIDList: [7, ""] },
    { inviteeUserIDList: {} },
  ])("4-101 is skipped with one log line if it is broken: %j", async (broken) => {
    expect(await hear({ ...wire, ...broken })).toEqual([]);
    expect(lines).toEqual(["im: skipped a malformed call signal"]);
  });

  it("0-13 11-40 goes to each invitee alone, online only", async () => {
    const made = { ...customMessage("made", ""), status: 1 };
    const { im, worker } = setUpIm({ createCustomMessage: () => made, sendMessage: () => made });
    await im.login();
    const invitation: Invitation = {
      roomID: "r1",
      inviterUserID: "xa",
      inviteeUserIDList: ["xb", "xc"],
      groupID: "g1",
      mediaType: "video",
      sessionType: "group",
      timeout: 30,
      extra: {},
    };
    for (const to of invitation.inviteeUserIDList)
      await im.sendSignal({ to, signal: { kind: "invite", invitation } });
    const written = worker().argsOf("createCustomMessage");
    expect(written.map(([payload]) => JSON.parse((payload as { data: string }).data))).toEqual([
      { customType: 200, data: wire },
      { customType: 200, data: wire },
    ]);
    expect(worker().argsOf("sendMessage")).toMatchObject([
      [{ recvID: "xb", groupID: "", isOnlineOnly: true }],
      [{ recvID: "xc", groupID: "", isOnlineOnly: true }],
    ]);
  });
});

describe("the notice of a group call", () => {
  const room = "0123456789abcdef0123456789abcdef";
  const on: GroupCallNotice = { roomID: room, mediaType: "video", state: "on", invited: 3 };
  const over: GroupCallNotice = { roomID: "r1", mediaType: "voice", state: "over", durationSeconds: 61 };

  it.each<GroupCallNotice>([
    { ...on, invited: 0 },
    { ...on, invited: MOST_INVITEES },
    { ...over, durationSeconds: 0 },
    { ...over, durationSeconds: 1_000_000, roomID: "r".repeat(64) },
  ])("11-40 has numbers up to their limits: %j", (call) => {
    expect(contentOf(102, call)).toEqual({ type: "groupCall", call });
  });

  it.each([on, over])("11-40 is read as it was written: %j", async (notice) => {
    const { im, worker } = setUpIm({
      createCustomMessage: (payload) => customMessage("made", (payload as { data: string }).data),
      sendMessage: (payload) => (payload as { message: unknown }).message,
    });
    await im.login();
    await im.sendGroupCallNotice({ groupID: "g1", notice });
    const [[payload]] = worker().argsOf("createCustomMessage") as [[{ data: string }]];
    const { customType, data } = JSON.parse(payload.data);
    expect(customType).toBe(102);
    expect(contentOf(customType, data)).toEqual({ type: "groupCall", call: notice });
  });

  it("11-40 is stored in the group, and reported here when it is sent", async () => {
    const { im, worker, heard } = setUpIm({
      createCustomMessage: (payload) => ({
        ...customMessage("made", (payload as { data: string }).data),
        status: 1,
      }),
      sendMessage: (payload) => ({
        ...(payload as { message: object }).message,
        status: 2,
        sessionType: 3,
        groupID: "g1",
      }),
    });
    await im.login();
    await im.sendGroupCallNotice({ groupID: "g1", notice: on });
    const [[sent]] = worker().argsOf("sendMessage") as [[object]];
    expect(sent).toMatchObject({ recvID: "", groupID: "g1" });
    expect(sent).not.toHaveProperty("isOnlineOnly");
    expect(heard.filter(({ type }) => type === "im.messages")).toMatchObject([
      { messages: [{ conversationID: "sg_g1", status: "sent", content: { type: "groupCall", call: on } }] },
    ]);
  });

  it("11-25 the record of a call that rings is stored for the user, and reported here when it is sent", async () => {
    const { im, worker, heard } = setUpIm({
      createCustomMessage: (payload) => ({
        ...customMessage("made", (payload as { data: string }).data),
        status: 1,
      }),
      sendMessage: (payload) => ({ ...(payload as { message: object }).message, status: 2 }),
    });
    await im.login();
    const record = {
      roomID: "r1",
      mediaType: "video",
      result: "noAnswer",
      durationSeconds: 0,
      ringSeconds: 30,
    } as const;
    await im.sendCallRing({ userID: "xb", record });
    const [[made]] = worker().argsOf("createCustomMessage") as [[{ description: string }]];
    expect(made.description).toBe("callRecord");
    const [[sent]] = worker().argsOf("sendMessage") as [[object]];
    expect(sent).toMatchObject({ recvID: "xb", groupID: "" });
    expect(sent).not.toHaveProperty("isOnlineOnly");
    expect(heard.filter(({ type }) => type === "im.messages")).toMatchObject([
      { messages: [{ status: "sent", content: { type: "callRecord", record } }] },
    ]);
  });

  it("11-40 fails with the code of the server", async () => {
    const { im } = setUpIm({
      createCustomMessage: () => customMessage("made", ""),
      sendMessage: () => Promise.reject(refusal(1403)),
    });
    await im.login();
    expect(await im.sendGroupCallNotice({ groupID: "g1", notice: on }).catch(failureCode)).toBe("groupMuted");
  });

  it.each([
    null,
    "on",
    {},
    { ...on, roomID: "" },
    { ...on, roomID: 7 },
    { ...on, roomID: "r1" },
    { ...on, roomID: `${room}0` },
    { ...on, roomID: room.toUpperCase() },
    { ...on, roomID: `../${room.slice(3)}` },
    { ...over, roomID: "" },
    { ...over, roomID: "r".repeat(65) },
    { ...on, state: "maybe" },
    { ...on, invited: undefined },
    { ...on, invited: -1 },
    { ...on, invited: 1.5 },
    { ...on, invited: MOST_INVITEES + 1 },
    { ...over, durationSeconds: "61" },
    { ...over, durationSeconds: -1 },
    { ...over, durationSeconds: 1_000_001 },
  ])("4-101 is a message of unknown kind if it is broken: %j", (data) => {
    expect(contentOf(102, data)).toEqual({ type: "custom", customType: 102 });
  });
});

describe("the card of a meeting", () => {
  const id = "0123456789abcdef0123456789abcdef";
  /** As OpenIM's clients send it. */
  const card = {
    inviterUserID: "xa",
    inviterNickname: "XA",
    inviterFaceURL: "https://im.test/a.png",
    subject: "Planning",
    id,
    start: 1_795_255_574,
    duration: 3600,
  };

  it("1-10 has a subject and a room, and keeps the fields of other clients", () => {
    const { id: _, subject, ...extra } = card;
    expect(contentOf(905, { ...card, agenda: [1, 2] })).toEqual({
      type: "meeting",
      meeting: { roomID: id, subject, extra: { ...extra, agenda: [1, 2] } },
    });
  });

  it.each(["123456789", 123456789, "", id.toUpperCase(), `${id}0`, `../${id.slice(3)}`])(
    "1-10 of another client's meeting %j cannot be joined",
    (other) => {
      expect(contentOf(905, { ...card, id: other })).toMatchObject({ meeting: { roomID: null } });
    },
  );

  it("1-10 has a subject of one line, and no subject if there is none", () => {
    expect(contentOf(905, { ...card, subject: `a\n\u202eb${"c".repeat(5000)}` })).toMatchObject({
      meeting: { subject: expect.stringMatching(/^a {1,2}bc{50,400}$/) },
    });
    expect(contentOf(905, { id })).toEqual({
      type: "meeting",
      meeting: { roomID: id, subject: "", extra: {} },
    });
  });

  it("1-10 drops fields that are too large together", () => {
    expect(contentOf(905, { ...card, padding: "x".repeat(5000) })).toEqual({
      type: "meeting",
      meeting: { roomID: id, subject: "Planning", extra: {} },
    });
  });

  it.each([null, "card", {}, { id: null }, { id: [id] }, { id, subject: 7 }, { id, subject: {} }])(
    "4-101 is a message of unknown kind if it is broken: %j",
    (data) => {
      expect(contentOf(905, data)).toEqual({ type: "custom", customType: 905 });
    },
  );
});
