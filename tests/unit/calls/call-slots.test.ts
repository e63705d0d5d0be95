/** What the call manager decides about its calls and about signals. */
import { describe, expect, it } from "vitest";
import { createEmptyActor } from "xstate";
import { ENDED_CALL_LIFETIME, type EndedCall } from "../../../machines/calls/call-rules.ts";
import {
  answerTo,
  type Call,
  type CallManagerContext,
  callFrom,
  callIn,
  callInput,
  callTo,
  camerasAgree,
  groupIn,
  groupInput,
  isFromPeer,
  isLateAccept,
  isOfGroupCall,
  isOfSameGroup,
  isSamePerson,
  keyOfCall,
  keyOfSignal,
  losesTo,
  mayRing,
  meetingInput,
  pickedUp,
  refusalOf,
  withAnswer,
  withEndedCall,
  withEndedGroupCall,
} from "../../../machines/calls/call-slots.ts";
import { type GroupSeat, userOf } from "../../../machines/calls/group-rules.ts";
import type { Invitation } from "../../../machines/domain/call.ts";
import { aCancel, anAccept, anInvitation, anInvite, ROOM } from "../../fakes/signals.ts";
import { ANNA, aParticipant, BEN, ME, NOON, TEAM } from "../../fakes/world.ts";

const NEW = "9".repeat(32);
const LARGER = "f".repeat(32);
const SMALLER = "0".repeat(32);
const clock = { newID: () => NEW, now: () => NOON };
const anna = aParticipant();
const ben = aParticipant({ userID: BEN, nickname: "Ben" });

const ongoing = (changes: Partial<Call> = {}): Call => ({
  invitation: anInvitation(),
  participant: anna,
  ringTime: 0,
  camera: false,
  ...changes,
});

const ended = (changes: Partial<EndedCall> = {}): EndedCall => ({
  roomID: ROOM,
  userID: ANNA,
  at: NOON,
  isAnswered: false,
  ...changes,
});

const line = (changes: Partial<CallManagerContext> = {}): CallManagerContext => ({
  clock,
  userID: ME,
  call: null,
  next: null,
  endedCalls: [],
  group: null,
  nextGroup: null,
  meetingID: null,
  isNewMeeting: false,
  overMeetingID: null,
  parent: createEmptyActor(),
  place: { path: "/", search: "" },
  heardAt: 0,
  answeredRoomID: null,
  outputID: "speaker",
  ...changes,
});

/** Anna's invitation to a group call. */
const toGroup = (changes: Partial<Invitation> = {}) =>
  anInvite({ invitation: { sessionType: "group", groupID: TEAM, ...changes } });

const seat = (changes: Partial<GroupSeat> = {}): GroupSeat => ({
  entry: "ring",
  group: { groupID: TEAM, name: "Team", faceURL: "" },
  invitation: toGroup({ extra: { initiateTime: 7 } }).invitation,
  inviter: userOf(ANNA),
  people: [],
  ringTime: 30_000,
  camera: false,
  microphone: true,
  heardAt: NOON,
  ...changes,
});

describe("a call", () => {
  it("0-07 4-113 to a user rings there for 30 seconds, in a room of its own", () => {
    const call = callTo(anna, "voice", { clock, userID: ME });
    expect(call).toEqual({
      invitation: anInvitation({ roomID: NEW, inviterUserID: ME, inviteeUserIDList: [ANNA] }),
      participant: anna,
      ringTime: 0,
      camera: false,
    });
    expect(callInput({ call, clock, userID: ME, outputID: "speaker" })).toEqual({
      ...call,
      clock,
      userID: ME,
      outputID: "speaker",
    });
  });

  it("has the camera on only for a video call", () => {
    const cameras = (["voice", "video"] as const).map((mediaType) => [
      callTo(anna, mediaType, { clock, userID: ME }).camera,
      callFrom(anInvite({ invitation: { mediaType } }), { clock }).camera,
    ]);
    expect(cameras).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it("R2 of another user rings for the time that is left", () => {
    const call = callFrom(anInvite({ sentAt: NOON - 4000 }), { clock });
    expect(call).toEqual(ongoing({ ringTime: 26_000 }));
  });

  it("11-25 that the user answered in its notification does not ring", () => {
    const picked = (answeredRoomID: string | null) => pickedUp(anInvite(), line({ answeredRoomID }));
    expect(picked(ROOM)).toEqual(ongoing({ ringTime: 0 }));
    expect(picked(LARGER)).toEqual(ongoing({ ringTime: 30_000 }));
    expect(picked(null)).toEqual(ongoing({ ringTime: 30_000 }));
  });

  it("is with the same user whatever that user is called", () => {
    expect(isSamePerson(anna, aParticipant({ nickname: "Anna Li" }))).toBe(true);
    expect(isSamePerson(anna, ben)).toBe(false);
  });

  it("cannot be asked for while there is none", () => {
    expect(() => callIn(line())).toThrow();
    expect(() => groupIn(line())).toThrow();
    expect(() => meetingInput(line())).toThrow();
  });
});

describe("an invitation", () => {
  it.each([
    ["to this user", anInvite(), true],
    ["to another user", anInvite({ invitation: { inviteeUserIDList: [BEN] } }), false],
    ["with too little time left", anInvite({ sentAt: NOON - 27_001 }), false],
    ["with just enough time left", anInvite({ sentAt: NOON - 27_000 }), true],
  ])("4-86 R2 %s rings: %s", (_, signal, rings) => {
    expect(mayRing(signal, line())).toBe(rings);
  });

  it.each([
    ["a call that ended", anInvite(), ended(), false],
    ["another call of that user", anInvite(), ended({ roomID: LARGER }), true],
    ["a call of another user in that room", anInvite(), ended({ userID: BEN }), true],
    ["a call that ended long ago", anInvite(), ended({ at: NOON - ENDED_CALL_LIFETIME }), true],
    [
      "a group call, made after the one that ended",
      toGroup({ extra: { initiateTime: 2 } }),
      ended({ initiatedAt: 1 }),
      true,
    ],
    ["the group call that ended", toGroup({ extra: { initiateTime: 1 } }), ended({ initiatedAt: 1 }), false],
  ])("R4 R26 to %s", (_, signal, call, rings) => {
    expect(mayRing(signal, line({ endedCalls: [call] }))).toBe(rings);
  });

  it("R4 to a call that this user rejected is rejected again while it would ring", () => {
    const refused = line({ endedCalls: [ended({ refusal: "busy" })] });
    expect(refusalOf(anInvite(), refused)).toBe("busy");
    expect(refusalOf(anInvite(), line({ endedCalls: [ended()] }))).toBeUndefined();
    expect(refusalOf(anInvite(), line())).toBeUndefined();
    expect(refusalOf(anInvite({ sentAt: NOON - 28_000 }), refused)).toBeUndefined();
    expect(refusalOf(anInvite({ invitation: { inviteeUserIDList: [BEN] } }), refused)).toBeUndefined();
  });

  it("R7 R8 of the peer of the current call to another room is about a new call", () => {
    const current = line({ call: ongoing() });
    const again = anInvite({ invitation: { roomID: LARGER } });
    expect(isFromPeer(again, current)).toBe(true);
    expect(isFromPeer(anInvite(), current)).toBe(false);
    expect(isFromPeer(again, line())).toBe(false);
    expect(
      isFromPeer(anInvite({ from: BEN, invitation: { inviterUserID: BEN, roomID: LARGER } }), current),
    ).toBe(false);
    expect(isFromPeer(again, { ...current, endedCalls: [ended({ roomID: LARGER })] })).toBe(false);
  });

  it("R7 that crosses this user's wins if its room id is smaller", () => {
    const current = line({ call: ongoing() });
    expect(losesTo(anInvite({ invitation: { roomID: SMALLER } }), current)).toBe(true);
    expect(losesTo(anInvite({ invitation: { roomID: LARGER } }), current)).toBe(false);
    expect(losesTo(anInvite({ invitation: { roomID: SMALLER } }), line())).toBe(false);
  });

  it("R7 that wins turns the camera on only if the user chose it and it is a video call", () => {
    const video = anInvite({ invitation: { mediaType: "video" } });
    expect(camerasAgree(line({ call: ongoing({ camera: true }) }), video)).toBe(true);
    expect(camerasAgree(line({ call: ongoing({ camera: true }) }), anInvite())).toBe(false);
    expect(camerasAgree(line({ call: ongoing() }), video)).toBe(false);
    expect(camerasAgree(line(), video)).toBe(false);
  });
});

describe("a call that ended (R4, R5)", () => {
  it("R5 gets an answer to a late accept once", () => {
    const before = line({ endedCalls: [ended(), ended({ roomID: LARGER })] });
    expect(isLateAccept(anAccept(), before)).toBe(true);
    expect(isLateAccept(anAccept({ invitation: { roomID: SMALLER } }), before)).toBe(false);
    const after = line({ endedCalls: withAnswer(before, anAccept()) });
    expect(after.endedCalls).toEqual([ended({ isAnswered: true }), ended({ roomID: LARGER })]);
    expect(isLateAccept(anAccept(), after)).toBe(false);
    expect(isLateAccept(anAccept({ invitation: { roomID: LARGER } }), after)).toBe(true);
  });

  it("R4 is remembered with its room and its peer", () => {
    expect(withEndedCall(line(), keyOfCall(ongoing()))).toEqual([ended()]);
    expect(withEndedCall(line(), keyOfSignal(aCancel()))).toEqual([ended()]);
  });

  it("R26 is remembered with the time of the inviter's invitation to a group call", () => {
    const extra = { initiateTime: 7 };
    expect(keyOfSignal(toGroup({ extra }))).toEqual({ roomID: ROOM, userID: ANNA, initiatedAt: 7 });
    expect(keyOfSignal(toGroup({ extra, inviterUserID: BEN }))).toEqual({ roomID: ROOM, userID: ANNA });
    expect(keyOfSignal(anInvite({ invitation: { extra } }))).toEqual({ roomID: ROOM, userID: ANNA });
  });

  it("is answered to the sender of the signal, about its room", () => {
    const { invitation } = anAccept();
    expect(answerTo(anAccept(), { kind: "hungup" })).toEqual({
      to: ANNA,
      signal: { kind: "hungup", invitation },
    });
  });
});

describe("a group call", () => {
  const inGroup = line({ group: seat() });

  it("R24 knows the signals of its room, and of other calls of its group", () => {
    const other = toGroup({ roomID: LARGER });
    expect([isOfGroupCall(toGroup(), inGroup), isOfGroupCall(other, inGroup)]).toEqual([true, false]);
    expect(isOfGroupCall(toGroup(), line())).toBe(false);
    expect(isOfSameGroup(other, inGroup)).toBe(true);
    expect(isOfSameGroup(toGroup({ groupID: "another" }), inGroup)).toBe(false);
    expect(isOfSameGroup(anInvite({ invitation: { groupID: TEAM } }), inGroup)).toBe(false);
    expect(isOfSameGroup(other, line())).toBe(false);
  });

  it("runs with this user and the chosen output", () => {
    expect(groupInput(inGroup)).toEqual({ ...seat(), clock, userID: ME, outputID: "speaker" });
  });

  it.each([
    ["rang here", "ring", true],
    ["this user moved to", "move", true],
    ["this user started", "start", false],
    ["this user joined later", "join", false],
  ] as const)(
    "R5 R26 that %s is over for all users in it, and for its inviter: %s",
    (_, entry, isInvited) => {
      const over = withEndedGroupCall(line({ group: seat({ entry }) }), {
        invited: [BEN],
        reason: "completed",
      });
      expect(over).toEqual([ended({ userID: BEN }), ...(isInvited ? [ended({ initiatedAt: 7 })] : [])]);
    },
  );

  it("R4 keeps the calls that ended before", () => {
    const before = line({ group: seat({ entry: "join" }), endedCalls: [ended({ roomID: LARGER })] });
    expect(withEndedGroupCall(before, { invited: [], reason: "completed" })).toEqual([
      ended({ roomID: LARGER }),
    ]);
  });

  it("R4 R25 keeps that this user declined it, for each user who may repeat an invitation", () => {
    const endedCalls = [ended({ userID: BEN }), ended({ roomID: LARGER })];
    const before = line({ group: seat({ entry: "ring" }), endedCalls });
    expect(withEndedGroupCall(before, { invited: [], reason: "declined" })).toEqual([
      ended({ userID: BEN, refusal: "declined" }),
      ended({ roomID: LARGER }),
      ended({ initiatedAt: 7, refusal: "declined" }),
    ]);
  });
});

describe("a meeting", () => {
  it("runs in its room, new or not", () => {
    const input = { clock, userID: ME, outputID: "speaker", roomID: NEW };
    expect(meetingInput(line({ meetingID: NEW }))).toEqual({ ...input, isNew: false });
    expect(meetingInput(line({ meetingID: NEW, isNewMeeting: true }))).toEqual({ ...input, isNew: true });
  });
});
