import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addEndedCall,
  type EndedCall,
  endToast,
  initiatedAt,
  isInvitedAgain,
} from "../../../machines/calls/call-rules.ts";
import {
  answers,
  companions,
  freshReactions,
  GROUP_ENDS,
  type GroupEnd,
  type GroupSeat,
  groupCallAt,
  groupCallFrom,
  groupCallTo,
  handOf,
  isOfGroup,
  isReaction,
  MOST_INVITED,
  mayInvite,
  offerOf,
  overNotice,
  type Person,
  type PersonStatus,
  peopleOf,
  REACTION_LIFE,
  type Reaction,
  type RoomLine,
  reactionTimeLeft,
  textToSay,
  unnamedIn,
  userOf,
  welcome,
  withHand,
  withLine,
  withMembers,
  withModeration,
  withNames,
  withPerson,
  withReaction,
} from "../../../machines/calls/group-rules.ts";
import { isMeetingID } from "../../../machines/domain/call.ts";
import { anInvite } from "../../fakes/signals.ts";
import { ANNA, aMember, aParticipant, BEN, ME, NOON, TEAM } from "../../fakes/world.ts";
import { groupInvitation, groupInvite } from "./many-stage.ts";

const clock = { newID: () => "e".repeat(32), now: () => NOON };
const group = { groupID: TEAM, name: "Team", faceURL: "" };
const personOf = (id: string, status: PersonStatus = "joined"): Person => ({ user: userOf(id), status });
const shown = (people: readonly Person[]) => people.map(({ user, status }) => `${user.userID} ${status}`);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => aParticipant({ userID: `u${index}` }));

describe("the members of a group call", () => {
  const seat = (entry: GroupSeat["entry"]): GroupSeat => ({
    ...groupCallFrom(groupInvite(), { entry: "ring", inviter: userOf(ANNA), clock }),
    entry,
    people: [aParticipant({ userID: BEN })],
  });

  it.each([
    ["start", [`${BEN} ringing`]],
    ["move", [`${BEN} ringing`]],
    ["ring", [`${ANNA} joined`, `${BEN} ringing`]],
    ["join", []],
  ] as const)("11-40 a call that begins by %s lists %j", (entry, people) => {
    expect(shown(peopleOf(seat(entry), ME))).toEqual(people);
  });

  it.each([
    ["ringing", true, "joined"],
    ["ringing", false, "ringing"],
    ["joined", true, "joined"],
    ["joined", false, "left"],
    ["left", true, "joined"],
    ["left", false, "left"],
    ["declined", true, "joined"],
    ["declined", false, "declined"],
    ["busy", false, "busy"],
    ["noAnswer", false, "noAnswer"],
  ] as const)("11-40 %s, in the room: %s, is shown as %s", (before, isIn, after) => {
    expect(shown(withMembers([personOf("a", before)], isIn ? ["a"] : []))).toEqual([`a ${after}`]);
  });

  it("11-40 the room adds users that no invitation named, and lists are bounded", () => {
    expect(shown(withMembers([personOf("a")], ["a", "b"]))).toEqual(["a joined", "b joined"]);
    expect(
      withMembers(
        [],
        many(100).map(({ userInfo }) => userInfo.userID),
      ).length,
    ).toBeLessThanOrEqual(64);
    expect(shown(withPerson([personOf("a")], userOf("a"), "busy"))).toEqual(["a busy"]);
    expect(shown(withPerson([personOf("a")], userOf("b"), "ringing"))).toEqual(["a joined", "b ringing"]);
  });

  it("11-40 names come from the group's members, once", () => {
    const people = [
      personOf("a"),
      personOf("b"),
      { user: { ...userOf("c"), nickname: "C" }, status: "joined" as const },
    ];
    expect(unnamedIn(people)).toEqual(["a", "b"]);
    const named = withNames(people, ["a", "c"], [aMember({ userID: "a", nickname: "Ann", faceURL: "x" })]);
    expect(named.map(({ user }) => user.nickname)).toEqual(["Ann", "", "C"]);
    expect(withNames(people, ["b"], []).map(({ user }) => user.nickname)).toEqual(["", "b", "C"]);
  });
});

describe("the users who may be invited", () => {
  it.each([
    ["nobody chosen", [], [], [], []],
    ["the user itself and doubles", [ME, "a", "a"], [], [], ["a"]],
    ["in the call", ["a", "b"], ["a"], [], ["b"]],
    ["ringing", ["a", "b"], [], ["b"], ["a"]],
  ] as const)("11-40 %s", (_, chosen, members, ringing, invited) => {
    const people = chosen.map((userID) => aParticipant({ userID }));
    const may = mayInvite(people, { members, ringing, userID: ME });
    expect(may.map(({ userInfo }) => userInfo.userID)).toEqual(invited);
  });

  it("11-40 at most fifteen ring for one inviter", () => {
    const ringing = many(10).map(({ userInfo }) => userInfo.userID);
    const others = many(30).slice(10);
    expect(mayInvite(others, { members: [], ringing, userID: ME })).toHaveLength(5);
    expect(
      groupCallTo({ group, people: many(30), mediaType: "voice" }, { clock, userID: ME }).people,
    ).toHaveLength(MOST_INVITED);
  });

  it("11-40 a late join invites no member", () => {
    const { entry, people, invitation } = groupCallAt({
      group,
      roomID: "r",
      mediaType: "video",
      inviter: userOf(ANNA),
      startedAt: NOON,
    });
    expect({ entry, people, ids: invitation.inviteeUserIDList }).toEqual({
      entry: "join",
      people: [],
      ids: [],
    });
  });

  it.each([
    ["r", false, "return"],
    ["r", true, "join"],
    ["other", false, "join"],
    ["other", true, "join"],
  ] as const)(
    "11-40 the row of call %s, while a call rings: %s, offers to %s",
    (roomID, isRinging, offer) => {
      const call = { group, mediaType: "voice" as const, inviter: userOf(ANNA), startedAt: NOON };
      expect(offerOf({ group: groupCallAt({ ...call, roomID: "r" }) }, { roomID, isRinging })).toBe(offer);
      expect(offerOf({ group: null }, { roomID, isRinging })).toBe("join");
    },
  );

  it("R24 a user who moves takes along the members who are in or ring, except the new inviter", () => {
    const people = [
      personOf("a"),
      personOf("b", "ringing"),
      personOf("c", "declined"),
      personOf("d", "left"),
      personOf("e"),
    ];
    const along = companions(people, userOf("a"));
    expect(along.map(({ userInfo }) => userInfo.userID)).toEqual(["b", "e"]);
  });
});

describe("invited again (R26)", () => {
  const invitation = (initiateTime: unknown) => groupInvitation({ extra: { initiateTime } });

  it.each([
    [NOON, NOON],
    ["soon", 0],
    [Number.NaN, 0],
    [undefined, 0],
  ])("R26 an initiateTime of %s counts as %s", (time, at) => {
    expect(initiatedAt(invitation(time))).toBe(at);
  });

  it.each([
    [5, 4, true],
    [5, 5, false],
    [4, 5, false],
    [5, undefined, true],
    [0, undefined, false],
  ])("R26 made at %s after one made at %s: rings %s", (time, before, rings) => {
    const ended: EndedCall = {
      roomID: "r",
      userID: ANNA,
      at: NOON,
      isAnswered: false,
      ...(before === undefined ? {} : { initiatedAt: before }),
    };
    expect(isInvitedAgain(ended, { invitation: invitation(time) })).toBe(rings);
  });

  it("R26 a single call never rings again", () => {
    const ended = { roomID: "r", userID: ANNA, at: NOON, isAnswered: false };
    expect(isInvitedAgain(ended, anInvite({ invitation: { extra: { initiateTime: NOON } } }))).toBe(false);
  });

  it("R26 an ended call keeps the newest initiateTime", () => {
    const call = { roomID: "r", userID: ANNA };
    const first = addEndedCall([], { ...call, initiatedAt: 7 }, NOON);
    const [ended] = addEndedCall(addEndedCall(first, call, NOON), { ...call, initiatedAt: 3 }, NOON);
    expect(ended?.initiatedAt).toBe(7);
  });

  it.each([
    [5, 5, true],
    [4, 5, false],
    [undefined, 5, true],
  ])("R26 an answer to %s counts for %s: %s", (answered, asked, counts) => {
    expect(answers(invitation(answered), invitation(asked))).toBe(counts);
  });

  it("R1 a group invitation names a group", () => {
    expect(isOfGroup(groupInvite())).toBe(true);
    expect(isOfGroup(groupInvite(ANNA, { groupID: "" }))).toBe(false);
    expect(isOfGroup(anInvite())).toBe(false);
  });
});

describe("the end of a group call", () => {
  const TOASTS: Partial<Record<GroupEnd, string>> = {
    failed: "callFailed",
    connectionLost: "callLost",
    noAnswer: "callNoAnswer",
    answeredElsewhere: "callAnsweredElsewhere",
  };

  it.each(GROUP_ENDS)("11-40 what the user reads after %s", (reason) => {
    const toast = endToast({ reason, failure: null });
    expect(toast && "key" in toast ? toast.key : undefined).toBe(TOASTS[reason]);
  });

  it("8-26 says why a call did not start", () => {
    expect(endToast({ reason: "failed", failure: "network" })).toMatchObject({
      key: "rtc.invitationFailed",
    });
  });

  it.each([
    [null, 0],
    [NOON - 61_400, 61],
    [NOON + 5000, 0],
  ])("11-40 begun at %s, the call took %s seconds", (startedAt, durationSeconds) => {
    expect(overNotice(groupInvitation(), startedAt, NOON)).toMatchObject({ state: "over", durationSeconds });
  });

  it.each([
    ["a".repeat(32), true],
    ["A".repeat(32), false],
    ["a".repeat(31), false],
    ["", false],
  ])("11-41 %s is a meeting's id: %s", (id, is) => {
    expect(isMeetingID(id)).toBe(is);
  });
});

describe("packets between members of a room (11-43)", () => {
  const lines = fc.array(
    fc.record({
      id: fc.constantFrom("1", "2", "3"),
      userID: fc.constantFrom("a", "b"),
      text: fc.string(),
      at: fc.integer({ min: 0, max: 2000 }),
    }),
  );

  it("11-43 the chat is by time, without doubles, never in the future", () => {
    fc.assert(
      fc.property(lines, (said) => {
        const chat = said.reduce<readonly RoomLine[]>((all, line) => withLine(all, line, 1000), []);
        const times = chat.map(({ at }) => at);
        expect(times).toEqual([...times].sort((one, other) => one - other));
        expect(Math.max(0, ...times)).toBeLessThanOrEqual(1000);
        const keys = chat.map(({ id, userID }) => id + userID);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(said.map(({ id, userID }) => id + userID)).size).toBe(keys.length);
      }),
    );
  });

  it("11-43 keeps 500 messages, 64 hands, 32 reactions and 64 requests", () => {
    const range = Array.from({ length: 600 }, (_, index) => index);
    const chat = range.reduce<readonly RoomLine[]>(
      (all, index) => withLine(all, { id: `${index}`, userID: `${index % 10}`, text: "", at: index }, 1e6),
      [],
    );
    expect([chat.length, chat[0]?.id]).toEqual([500, "100"]);
    const flooded = range.reduce<readonly RoomLine[]>(
      (all, index) => withLine(all, { id: `${index}`, userID: "a", text: "", at: index }, 1e6),
      [{ id: "first", userID: "b", text: "", at: 0 }],
    );
    expect([flooded.length, flooded[0]?.id, flooded[1]?.id]).toEqual([101, "first", "500"]);
    const hands = range.reduce((all, index) => withHand(all, `${index}`, index), withHand([], "x", null));
    expect(hands).toHaveLength(64);
    const reactions = range.reduce<readonly Reaction[]>(
      (all, index) => withReaction(all, { userID: `${index}`, emoji: "👍" }, NOON),
      [],
    );
    expect(reactions).toHaveLength(32);
    expect(new Set(reactions.map(({ id }) => id)).size).toBe(32);
    const requests = range.reduce(
      (all, index) => withModeration(all, { userID: `${index}`, what: "mute" }),
      withModeration([], { userID: "0", what: "mute" }),
    );
    expect(requests).toHaveLength(64);
  });

  it("11-43 a hand is up once, and lowered", () => {
    const up = withHand(withHand([], "a", 5), "a", 7);
    expect([up, handOf(up, "a"), handOf(up, "b")]).toEqual([[{ userID: "a", at: 7 }], 7, null]);
    expect(withHand(up, "a", null)).toEqual([]);
  });

  it("11-43 a reaction goes after five seconds", () => {
    const reactions = withReaction([], { userID: "a", emoji: "👍" }, NOON);
    expect(reactionTimeLeft(reactions, NOON + 1000)).toBe(REACTION_LIFE - 1000);
    expect(reactionTimeLeft(reactions, NOON + 9000)).toBe(1);
    expect(reactionTimeLeft([], NOON)).toBe(REACTION_LIFE);
    expect(freshReactions(reactions, NOON + REACTION_LIFE - 1)).toHaveLength(1);
    expect(freshReactions(reactions, NOON + REACTION_LIFE)).toEqual([]);
  });

  it("11-43 a newcomer gets the last fifty own messages, never those of others", () => {
    const chat = Array.from({ length: 80 }, (_, at) => ({
      id: `${at}`,
      userID: at % 2 ? "b" : "a",
      text: "",
      at,
    }));
    const told = welcome({ since: null, hands: [{ userID: "a", at: 3 }], chat: [...chat, ...chat] }, "a");
    expect(told[0]).toEqual({ kind: "state", hand: 3, since: null });
    expect(told).toHaveLength(51);
    expect(told.slice(1).every((packet) => packet.kind === "chat" && Number(packet.id) % 2 === 0)).toBe(true);
  });

  it.each([
    ["  ", null],
    ["\u200b\u2060", null],
    [" Hi ", "Hi"],
    ["x".repeat(3000), "x".repeat(2000)],
  ])("11-43 %j is sent as %j", (typed, text) => {
    expect(textToSay(typed)).toBe(text);
  });

  it.each([
    ["", false],
    ["👍", true],
    ["x".repeat(17), false],
  ])("11-43 %j may be a reaction: %s", (emoji, may) => {
    expect(isReaction(emoji)).toBe(may);
  });
});
