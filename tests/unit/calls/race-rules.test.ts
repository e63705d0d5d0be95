import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addEndedCall,
  type CallOutcome,
  type EndedCall,
  type EndReason,
  endSignalOfLeft,
  endToast,
  findEndedCall,
  isAcceptOpen,
  isAddressed,
  isFresh,
  isIn,
  isKnown,
  isOf,
  keptOf,
  type LeftCall,
  outcomeOf,
  parted,
  recordOf,
  recordOfLeft,
  reunited,
  ringEnd,
  ringTimeLeft,
  secondsLeft,
  survives,
  toastOf,
  withMember,
  withoutDoubles,
} from "../../../machines/calls/call-rules.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { aCancel, anInvitation, anInvite, ROOM } from "../../fakes/signals.ts";
import { ANNA, aMessage, aParticipant, BEN, ME, NOON } from "../../fakes/world.ts";

const REASONS: readonly EndReason[] = [
  "completed",
  "cancelled",
  "declined",
  "hungUp",
  "busy",
  "noAnswer",
  "missed",
  "calledOff",
  "answeredElsewhere",
  "connectionLost",
  "peerLost",
  "failed",
  "abandoned",
  "notStarted",
  "replaced",
];

/** The result in the record that the caller or the callee writes. */
const resultOf = (reason: EndReason, isOutgoing: boolean, startedAt: number | null = null) =>
  recordOf(anInvitation(), { reason, failure: null, startedAt, endedAt: NOON }, isOutgoing)?.result;

const TWO_MINUTES = 120_000;
const roomIDs = fc.stringMatching(/^[0-9a-f]{32}$/);
const ids = fc.constantFrom("a", "b", "c");
const timeouts = fc.integer({ min: 4, max: 120 });

describe("freshness (R2)", () => {
  it("R2 never rings for longer than the invitation says", () => {
    fc.assert(
      fc.property(timeouts, fc.integer({ min: -1e9, max: 1e9 }), (timeout, age) => {
        const left = ringTimeLeft({ sentAt: NOON - age, invitation: anInvitation({ timeout }) }, NOON);
        expect(left).toBeLessThanOrEqual(timeout * 1000);
      }),
    );
  });

  it("R2 subtracts the age of the invitation, unless the clocks are implausible", () => {
    fc.assert(
      fc.property(timeouts, fc.integer({ min: -1e6, max: 1e6 }), (timeout, age) => {
        const signal = { sentAt: NOON - age, invitation: anInvitation({ timeout }) };
        const isPlausible = age >= 0 && age <= 120_000;
        expect(ringTimeLeft(signal, NOON)).toBe(timeout * 1000 - (isPlausible ? age : 0));
        expect(isFresh(signal, NOON)).toBe(!isPlausible || timeout * 1000 - age >= 3000);
      }),
    );
  });
});

describe("the ring that a user sees", () => {
  it.each([
    [0, 30],
    [500, 30],
    [1000, 29],
    [29_900, 1],
    [60_000, 1],
  ])("R2 %d ms after the invitation counts down from %d seconds", (age, seconds) => {
    expect(secondsLeft(anInvitation(), NOON, NOON + age)).toBe(seconds);
  });
});

describe("the signals of a call (R1)", () => {
  it.each([
    ["of the inviter to this user", anInvite(), true],
    ["that names another inviter", anInvite({ from: BEN }), false],
    [
      "of another device of this user",
      anInvite({ from: ME, invitation: { inviterUserID: ME, inviteeUserIDList: [ME] } }),
      false,
    ],
    ["to another user", anInvite({ invitation: { inviteeUserIDList: [BEN] } }), false],
  ])("4-86 an invitation %s rings: %s", (_, signal, rings) => {
    expect(isAddressed(signal, ME)).toBe(rings);
  });

  it.each([
    ["of the peer about its room", aCancel(), true],
    ["of the peer about another room", aCancel({ invitation: { roomID: "other" } }), false],
    ["of another user about its room", aCancel({ from: BEN }), false],
  ])("R1 a signal %s belongs to the call: %s", (_, signal, belongs) => {
    const call = { invitation: anInvitation(), participant: aParticipant() };
    expect(isOf(signal, call)).toBe(belongs);
    expect(isOf(signal, null)).toBe(false);
  });
});

describe("the survivor of two crossing calls (R7)", () => {
  it("R7 is the same on both sides", () => {
    fc.assert(
      fc.property(roomIDs, roomIDs, (one, other) => {
        fc.pre(one !== other);
        expect(survives(one, other)).toBe(!survives(other, one));
      }),
    );
  });

  it("R7 is the one that other versions of the app choose: the room id that sorts first", () => {
    expect([survives("0".repeat(32), ROOM), survives("f".repeat(32), ROOM)]).toEqual([true, false]);
  });
});

describe("ended calls (R4, R5)", () => {
  const calls = fc.record({ roomID: ids, userID: ids });
  const endings = fc.array(fc.tuple(calls, fc.integer({ min: 0, max: 90_000 })), { maxLength: 20 });
  const signalOf = ({ roomID, userID }: { roomID: string; userID: string }) =>
    aCancel({ from: userID, invitation: { roomID } });

  it("R4 remembers a call once, for two minutes after its last signal", () => {
    fc.assert(
      fc.property(endings, fc.integer({ min: 0, max: 200_000 }), (all, pause) => {
        let now = NOON;
        let endedCalls: readonly EndedCall[] = [];
        const last = new Map<string, number>();
        for (const [call, wait] of all) {
          now += wait;
          endedCalls = addEndedCall(endedCalls, call, now);
          last.set(`${call.roomID} ${call.userID}`, now);
        }
        now += pause;
        for (const [key, at] of last) {
          const [roomID = "", userID = ""] = key.split(" ");
          const isRemembered = findEndedCall(endedCalls, signalOf({ roomID, userID }), now) !== undefined;
          expect(isRemembered).toBe(now - at < TWO_MINUTES);
        }
        const keys = endedCalls.map(({ roomID, userID }) => `${roomID} ${userID}`);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it("R4 drops expired ended calls", () => {
    fc.assert(
      fc.property(endings, (all) => {
        const endedCalls = all.reduce<readonly EndedCall[]>(
          (list, [call]) => addEndedCall(list, call, NOON),
          [],
        );
        const later = addEndedCall(endedCalls, { roomID: "z", userID: "z" }, NOON + TWO_MINUTES);
        expect(later).toHaveLength(1);
      }),
    );
  });

  it("R5 keeps the answered mark of a call that is heard again within its lifetime", () => {
    const call = { roomID: "a", userID: "b" };
    const answered = addEndedCall([], call, NOON).map((one) => ({ ...one, isAnswered: true }));
    expect(addEndedCall(answered, call, NOON + 1)).toEqual([{ ...call, at: NOON + 1, isAnswered: true }]);
    expect(addEndedCall(answered, call, NOON + TWO_MINUTES)[0]?.isAnswered).toBe(false);
  });
});

describe("an ended group call (R26)", () => {
  const call = { roomID: "a", userID: "b" };
  const initiatedOf = (...ends: { initiatedAt?: number }[]) =>
    ends.reduce<readonly EndedCall[]>((all, end) => addEndedCall(all, { ...call, ...end }, NOON), [])[0]
      ?.initiatedAt;

  it("R26 keeps the time of its newest invitation", () => {
    expect(initiatedOf({}, { initiatedAt: 5 })).toBe(5);
    expect(initiatedOf({ initiatedAt: 5 }, {})).toBe(5);
    expect(initiatedOf({ initiatedAt: 5 }, { initiatedAt: 4 })).toBe(5);
    expect(initiatedOf({}, {})).toBeUndefined();
  });
});

describe("a refused call (R4)", () => {
  const call = { roomID: "a", userID: "b" };

  it("R4 keeps why it was refused, until it is refused for another reason", () => {
    const refused = addEndedCall([], { ...call, refusal: "busy" }, NOON);
    expect(addEndedCall(refused, call, NOON + 1)[0]?.refusal).toBe("busy");
    expect(addEndedCall(refused, { ...call, refusal: "declined" }, NOON + 1)[0]?.refusal).toBe("declined");
  });
});

describe("an outgoing call that ended with the page (R20)", () => {
  const MINUTE = 60_000;
  const left = (changes: Partial<LeftCall> = {}): LeftCall => ({
    roomID: ROOM,
    mediaType: "voice",
    peerID: ANNA,
    startedAt: null,
    partedAt: null,
    leftAt: NOON,
    ...changes,
  });
  const talking = left({ startedAt: NOON - 5 * MINUTE });
  const cancelled = { roomID: ROOM, mediaType: "voice", result: "cancelled", durationSeconds: 0 };
  const completed = (durationSeconds: number) => ({ ...cancelled, result: "completed", durationSeconds });

  it.each([
    ["while it rang", left(), 0, cancelled],
    ["while it rang, and its ring is recorded", left({ isRecorded: true }), 0, null],
    ["after this user accepted it", left({ isIncoming: true }), 0, null],
    ["while the two talked in a call of the peer", { ...talking, isIncoming: true }, 0, null],
    ["while the two talked", talking, 0, completed(300)],
    ["while the two talked after a recorded ring", { ...talking, isRecorded: true }, 0, completed(300)],
    ["while the two were apart", { ...talking, partedAt: NOON - MINUTE }, 0, completed(240)],
    ["with a clock that was set back", left({ startedAt: NOON + MINUTE }), 0, completed(0)],
    ["an hour ago", left(), 60 * MINUTE, cancelled],
    ["more than an hour ago", left(), 60 * MINUTE + 1, null],
  ])("2-97 %s has this record", (_, call, pause, record) => {
    expect(recordOfLeft(call, NOON + pause)).toEqual(record);
  });

  it("R16 R20 is stored without a start until the two have met, so that it never counts as talked", () => {
    const clock = { newID: () => "", now: () => NOON };
    const participant = aParticipant();
    const call = { clock, participant, invitation: anInvitation(), partedAt: null };
    const peer = { roomID: ROOM, mediaType: "voice", peerID: ANNA, partedAt: null };
    expect(keptOf({ ...call, startedAt: null })).toEqual({ ...peer, startedAt: null });
    const talked = { ...call, startedAt: NOON, isRecorded: true };
    expect(keptOf(talked)).toEqual({ ...peer, startedAt: NOON, isRecorded: true });
    const accepted = { ...call, startedAt: null, isJoin: true };
    expect(keptOf(accepted)).toEqual({ ...peer, startedAt: null, isIncoming: true });
  });

  it.each([
    ["at once", left(), 0, true],
    ["before the ring times out", left(), 29_999, true],
    ["after the ring has timed out", left(), 30_000, false],
    ["after the two had met", talking, 0, false],
  ])("R20 is cancelled %s: %s", (_, call, pause, isCancelled) => {
    const signal = endSignalOfLeft(call, ME, NOON + pause);
    const { roomID } = anInvitation();
    const invitation = anInvitation({ roomID, inviterUserID: ME, inviteeUserIDList: [ANNA] });
    const cancel = { to: ANNA, signal: { kind: "cancel", acceptedBy: null, invitation } };
    expect(signal).toEqual(isCancelled ? cancel : null);
  });

  it.each([
    ["before both had met", left({ isIncoming: true }), 29_999, true],
    ["after the inviter has given up", left({ isIncoming: true }), 30_000, false],
    ["after both had met", { ...talking, isIncoming: true }, 0, false],
  ])("R14 R20 tells the inviter that an accepted call failed %s: %s", (_, call, pause, isTold) => {
    const signal = endSignalOfLeft(call, ME, NOON + pause);
    const invitation = anInvitation({ inviterUserID: ANNA, inviteeUserIDList: [ME] });
    const failed = { to: ANNA, signal: { kind: "hungup", hasFailed: true, invitation } };
    expect(signal).toEqual(isTold ? failed : null);
  });
});

describe("an accept that was not sent (R13)", () => {
  it.each([
    ["network", 1, true],
    ["timeout", 1, true],
    ["network", 0, false],
    ["timeout", -1, false],
    ["blockedByPeer", 1, false],
    ["unknown", 1, false],
  ] as const)(
    "R13 after %s, %s ms before the end of the ring, is sent again: %s",
    (failure, left, isOpen) => {
      expect(isAcceptOpen(failure, NOON + left, NOON)).toBe(isOpen);
    },
  );

  it("R13 R7 counts from what is left of the ring, or from the whole ring of a call that never rang", () => {
    const invitation = anInvitation({ timeout: 20 });
    expect(ringEnd({ ringTime: 7000, invitation }, NOON)).toBe(NOON + 7000);
    expect(ringEnd({ ringTime: 0, invitation }, NOON)).toBe(NOON + 20_000);
  });
});

describe("the record (2-97)", () => {
  const ended = (reason: EndReason, changes: Partial<CallOutcome> = {}): CallOutcome => ({
    reason,
    failure: null,
    startedAt: null,
    endedAt: NOON,
    ...changes,
  });
  const record = { roomID: ROOM, mediaType: "voice", result: "noAnswer", durationSeconds: 0 };

  it("2-97 says how long the two talked, and whether the callee wrote it", () => {
    const talked = ended("completed", { startedAt: NOON - 61_400 });
    expect(recordOf(anInvitation(), talked, true)).toEqual({
      ...record,
      result: "completed",
      durationSeconds: 61,
    });
    expect(recordOf(anInvitation(), ended("missed"), false)).toEqual({ ...record, isByCallee: true });
  });

  it.each([
    ["completed", "completed"],
    ["connectionLost", "completed"],
    ["peerLost", "completed"],
    ["cancelled", "cancelled"],
    ["declined", "declined"],
    ["hungUp", "declined"],
    ["busy", "busy"],
    ["noAnswer", "noAnswer"],
    ["failed", "failed"],
  ] as const)("2-97 of the caller says for the end %s: %s", (reason, result) => {
    const startedAt = result === "completed" ? NOON - 61_400 : null;
    const durationSeconds = result === "completed" ? 61 : 0;
    expect(recordOf(anInvitation(), ended(reason, { startedAt }), true)).toEqual({
      ...record,
      result,
      durationSeconds,
    });
  });

  it("11-25 is not written again after the record of the ring, unless it says more", () => {
    const again = (reason: EndReason, startedAt: number | null = null) =>
      recordOf(anInvitation(), ended(reason, { isRecorded: true, startedAt }), true)?.result;
    const silent = (["cancelled", "busy", "noAnswer", "failed"] as const).map((reason) => again(reason));
    expect(silent).toEqual([undefined, undefined, undefined, undefined]);
    expect([again("declined"), again("hungUp")]).toEqual(["declined", "declined"]);
    expect(again("completed", NOON)).toBe("completed");
  });

  it("11-25 is unread at the callee only for a call that the callee missed", () => {
    const unknown = REASONS.filter((reason) => !isKnown(ended(reason)));
    expect(unknown.sort()).toEqual(["calledOff", "missed", "replaced"]);
  });

  it("R21 ends when the two were last together", () => {
    const clock = { newID: () => "", now: () => NOON };
    const endOf = (partedAt: number | null) =>
      outcomeOf({ startedAt: null, partedAt, clock }, "peerLost").endedAt;
    expect([endOf(NOON - 7), endOf(null)]).toEqual([NOON - 7, NOON]);
  });
  const outcomes = fc.record({
    reason: fc.constantFrom(...REASONS),
    failure: fc.constant(null),
    startedAt: fc.option(fc.integer({ min: NOON - 1e7, max: NOON + 1e7 })),
    endedAt: fc.integer({ min: NOON - 1e7, max: NOON + 1e7 }),
  });

  it("2-97 has a duration only for a completed call, and never a negative one", () => {
    fc.assert(
      fc.property(outcomes, fc.boolean(), (outcome, isOutgoing) => {
        const record = recordOf(anInvitation(), outcome, isOutgoing);
        if (!record) return;
        expect(record.durationSeconds).toBeGreaterThanOrEqual(0);
        expect(Number.isInteger(record.durationSeconds)).toBe(true);
        if (record.result !== "completed") expect(record.durationSeconds).toBe(0);
      }),
    );
  });

  it("2-97 is not written when the peer never knew of the call or it continues elsewhere", () => {
    const recorded = REASONS.filter((reason) => resultOf(reason, true) !== undefined);
    expect(recorded.sort()).toEqual([
      "busy",
      "cancelled",
      "completed",
      "connectionLost",
      "declined",
      "failed",
      "hungUp",
      "noAnswer",
      "peerLost",
    ]);
  });

  it("R21 is written by the callee only when the caller disappeared without a signal", () => {
    const recorded = REASONS.filter((reason) => resultOf(reason, false) !== undefined);
    expect(recorded.sort()).toEqual(["missed", "peerLost"]);
    expect(resultOf("missed", false)).toBe("noAnswer");
    expect(resultOf("peerLost", false)).toBe("failed");
    expect(resultOf("peerLost", false, NOON)).toBe("completed");
  });

  it("R21 is shown once, and the caller's record wins over the callee's", () => {
    const recordIn = ({ content }: Message) => (content.type === "callRecord" ? content.record : null);
    const record = { roomID: "r1", mediaType: "voice", result: "noAnswer", durationSeconds: 0 } as const;
    const written = (clientMsgID: string, byCallee: boolean, conversationID = "c1") =>
      aMessage({
        clientMsgID,
        conversationID,
        content: { type: "callRecord", record: byCallee ? { ...record, isByCallee: true } : record },
      });
    const shown = (...messages: Message[]) =>
      withoutDoubles(messages, recordIn).map(({ clientMsgID }) => clientMsgID);
    expect(shown(written("1", true), written("2", true))).toEqual(["1"]);
    expect(shown(written("1", true), written("2", false))).toEqual(["2"]);
    expect(shown(written("1", false), written("2", true))).toEqual(["1"]);
    expect(shown(written("1", true), written("2", false, "c2"))).toEqual(["1", "2"]);
    // The peer can write a record as the caller too, and must not hide that of this user.
    expect(shown(written("1", false), written("2", false))).toEqual(["1", "2"]);
  });

  it.each([
    ["a lost peer before the talk", toastOf(ended("peerLost"), true), "callFailed"],
    ["a lost peer in the talk", toastOf(ended("peerLost", { startedAt: NOON }), true), "callLost"],
    ["a declined call, at the caller", toastOf(ended("declined"), true), "callDeclined"],
    ["a declined call, at the callee", toastOf(ended("declined"), false), undefined],
    ["a peer who accepted and hung up", toastOf(ended("hungUp"), true), "callOver"],
    ["a caller who cancelled after the accept", toastOf(ended("hungUp"), false), "callOver"],
    ["a caller who cancelled the ring", toastOf(ended("calledOff"), false), undefined],
    ["no answer", toastOf(ended("noAnswer"), true), "callNoAnswer"],
    [
      "no answer of some users",
      endToast({ reason: "noAnswer", failure: null, invited: ["a"] }),
      "callNoAnswer",
    ],
    ["a call that was over", endToast({ reason: "noAnswer", failure: null, invited: [] }), "callOver"],
  ])("8-26 the user reads of %s", (_, toast, key) => {
    expect(toast && "key" in toast ? toast.key : undefined).toBe(key);
  });

  it("shows no toast for an end that the user caused", () => {
    const quiet = REASONS.filter(
      (reason) => toastOf({ reason, failure: null, startedAt: null, endedAt: NOON }, true) === null,
    );
    expect(quiet.sort()).toEqual(["abandoned", "calledOff", "cancelled", "completed", "missed", "replaced"]);
  });
});

describe("time apart (R21)", () => {
  it("R21 does not begin a call of two that never met", () => {
    expect(reunited({ startedAt: null, partedAt: NOON }, NOON + 5)).toEqual({
      startedAt: null,
      partedAt: null,
    });
  });

  it("R21 does not count the time apart, however often the connection drops", () => {
    const spans = fc.array(
      fc.record({ talk: fc.integer({ min: 0, max: 1e6 }), apart: fc.integer({ min: 0, max: 1e6 }) }),
    );
    fc.assert(
      fc.property(spans, (all) => {
        let now = NOON;
        let clock: { startedAt: number | null; partedAt: number | null } = {
          startedAt: NOON,
          partedAt: null,
        };
        for (const { talk, apart } of all) {
          now += talk;
          clock = { ...clock, ...parted(clock, now) };
          now += apart;
          clock = { ...clock, ...parted(clock, now) };
          clock = reunited(clock, now);
        }
        expect(now - (clock.startedAt ?? 0)).toBe(all.reduce((sum, { talk }) => sum + talk, 0));
      }),
    );
  });
});

describe("room members", () => {
  it("are unknown while disconnected: no user is in", () => {
    expect([isIn(["a"], "a"), isIn(["a"], "b"), isIn(null, "a")]).toEqual([true, false, false]);
  });

  it("contain each member once, and stay unknown while disconnected", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, fc.boolean())), (changes) => {
        let members: readonly string[] | null = [];
        const present = new Set<string>();
        for (const [id, isThere] of changes) {
          members = withMember(members, id, isThere);
          if (isThere) present.add(id);
          else present.delete(id);
        }
        expect([...(members ?? [])].sort()).toEqual([...present].sort());
        for (const [id, isThere] of changes) expect(withMember(null, id, isThere)).toBeNull();
      }),
    );
  });
});
