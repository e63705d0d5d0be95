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
  earlierStart,
  freshReactions,
  GROUP_ENDS,
  type GroupEnd,
  type GroupSeat,
  groupCallAt,
  groupCallFrom,
  groupCallTo,
  handOf,
  heldStart,
  invitationBy,
  isOfGroup,
  isReaction,
  MOST_INVITED,
  mayInvite,
  namedInviter,
  type OpenInvitation,
  offerOf,
  overNotice,
  type Person,
  type PersonStatus,
  peopleOf,
  REACTION_LIFE,
  type Reaction,
  type RoomLine,
  reactionTimeLeft,
  signalTo,
  textToSay,
  unnamedIn,
  userOf,
  welcome,
  withHand,
  withInvitation,
  withLine,
  withMembers,
  withModeration,
  withNames,
  withoutInvitation,
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

const namedUser = (userID: string, nickname: string) => ({ ...userOf(userID), nickname });

describe("a group call that begins", () => {
  const invitation = {
    roomID: "e".repeat(32),
    inviterUserID: ME,
    inviteeUserIDList: [],
    mediaType: "voice",
    sessionType: "group",
    groupID: TEAM,
    timeout: 30,
    extra: { startTime: NOON },
  };

  it("11-40 is in a new room, with the microphone on, and the camera on for video", () => {
    const people = [aParticipant({ userID: BEN })];
    const call = groupCallTo({ group, people, mediaType: "voice" }, { clock, userID: ME });
    expect(call).toEqual({
      entry: "start",
      group,
      invitation,
      inviter: { userID: ME, nickname: "", faceURL: "", ex: "" },
      people,
      ringTime: 0,
      camera: false,
      microphone: true,
      heardAt: 0,
    });
    expect(groupCallTo({ group, people, mediaType: "video" }, { clock, userID: ME }).camera).toBe(true);
  });

  it("11-40 has the camera off for a user who joins it by its row, also a video call", () => {
    const inviter = namedUser(ANNA, "Anna");
    const call = groupCallAt({ group, roomID: "r", mediaType: "video", inviter, startedAt: NOON });
    const { camera, microphone } = call;
    expect([call.inviter, call.group, camera, microphone]).toEqual([inviter, group, false, true]);
    expect(call.invitation).toEqual({ ...invitation, roomID: "r", inviterUserID: ANNA, mediaType: "video" });
  });

  it("11-40 rings with the devices that the invitation asks for", () => {
    const heard = (mediaType: "voice" | "video") => {
      const invite = groupInvite(ANNA, { mediaType }, NOON - 1000);
      const call = groupCallFrom(invite, { entry: "ring", inviter: userOf(ANNA), clock });
      return [call.camera, call.microphone, call.ringTime, call.heardAt];
    };
    expect(heard("voice")).toEqual([false, true, 29_000, NOON - 1000]);
    expect(heard("video")).toEqual([true, true, 29_000, NOON - 1000]);
  });
});

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

  it("11-40 lists the inviter once, and at most fifteen others who ring", () => {
    const invited = [ME, ANNA, ...many(20).map(({ userInfo }) => userInfo.userID)];
    const invite = groupInvite(ANNA, { inviteeUserIDList: invited });
    const ring = groupCallFrom(invite, { entry: "ring", inviter: userOf(ANNA), clock });
    const people = shown(peopleOf(ring, ME));
    expect([people.length, ...people.slice(0, 2), people.at(-1)]).toEqual([
      16,
      `${ANNA} joined`,
      "u0 ringing",
      "u14 ringing",
    ]);
  });

  it("11-40 a new status leaves the names and the other members as they are", () => {
    const people: Person[] = [
      { user: namedUser("a", "A"), status: "joined" },
      { user: namedUser("b", "B"), status: "ringing" },
    ];
    const left = { user: namedUser("a", "A"), status: "left" };
    const joined = { user: namedUser("b", "B"), status: "joined" };
    const stranger = { user: userOf("c"), status: "joined" };
    expect(withMembers(people, ["b", "c"])).toEqual([left, joined, stranger]);
    expect(withPerson(people, userOf("b"), "joined")).toEqual([people[0], joined]);
  });

  it("11-40 a list is bounded: the newest members stay", () => {
    const people = many(64).map(({ userInfo }): Person => ({ user: userInfo, status: "joined" }));
    const longer = withPerson(people, userOf("new"), "ringing");
    expect([longer.length, longer[0]?.user.userID, longer.at(-1)?.user.userID]).toEqual([64, "u1", "new"]);
    const members = many(66).map(({ userInfo }) => userInfo.userID);
    expect(withMembers([], members).map(({ user }) => user.userID)).toEqual(members.slice(2));
  });

  it("11-40 the inviter has the name of the group's member, or else the id", () => {
    const known = aMember({ userID: "a", nickname: "Ann", faceURL: "x" });
    const claimed = namedUser("a", "Boss");
    expect(namedInviter(claimed, [aMember({ userID: "b" }), known])).toEqual({
      ...claimed,
      nickname: "Ann",
      faceURL: "x",
    });
    expect(namedInviter(claimed, [{ ...known, nickname: "" }]).nickname).toBe("a");
    expect(namedInviter(claimed, [])).toBe(claimed);
  });

  it("11-40 a loaded name comes with its picture, and a user without a name is shown by the id", () => {
    const unnamed = { ...userOf("a"), ex: "extra" };
    const people: Person[] = [{ user: unnamed, status: "ringing" }];
    const loaded = (nickname: string) =>
      withNames(people, ["a"], [aMember({ userID: "b" }), aMember({ userID: "a", nickname, faceURL: "x" })]);
    expect(loaded("Ann")).toEqual([
      { user: { ...unnamed, nickname: "Ann", faceURL: "x" }, status: "ringing" },
    ]);
    expect(loaded("")[0]?.user.nickname).toBe("a");
    expect(withNames(people, ["a"], [])[0]?.user).toEqual({ ...unnamed, nickname: "a" });
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
    ["a user without an id", ["", "a"], [], [], ["a"]],
  ] as const)("11-40 %s", (_, chosen, members, ringing, invited) => {
    const people = chosen.map((userID) => aParticipant({ userID }));
    const may = mayInvite(people, { members, ringing, userID: ME });
    expect(may.map(({ userInfo }) => userInfo.userID)).toEqual(invited);
  });

  it("11-40 at most fifteen ring for one inviter", () => {
    const ringing = many(10).map(({ userInfo }) => userInfo.userID);
    const others = many(30).slice(10);
    expect(mayInvite(others, { members: [], ringing, userID: ME })).toHaveLength(5);
    const ringers = (count: number) => many(count).map(({ userInfo }) => `r-${userInfo.userID}`);
    for (const count of [15, 20])
      expect(mayInvite(others, { members: [], ringing: ringers(count), userID: ME })).toEqual([]);
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
    [1, 5, false],
  ])("R26 an answer to %s counts for %s: %s", (answered, asked, counts) => {
    expect(answers(invitation(answered), invitation(asked))).toBe(counts);
  });

  it("R1 a group invitation names a group", () => {
    expect(isOfGroup(groupInvite())).toBe(true);
    expect(isOfGroup(groupInvite(ANNA, { groupID: "" }))).toBe(false);
    expect(isOfGroup(anInvite())).toBe(false);
  });
});

describe("the invitations of a group call", () => {
  const open = (id: string, initiateTime: number): OpenInvitation => ({
    inviter: aParticipant({ userID: id }).userInfo,
    invitation: groupInvitation({ inviterUserID: id, extra: { initiateTime } }),
  });
  const heard = (id: string, initiateTime: number) => groupInvite(id, { extra: { initiateTime } });
  const listed = (list: readonly OpenInvitation[]) =>
    list.map(({ inviter, invitation }) => `${inviter.userID} ${initiatedAt(invitation)}`);

  it("R26 keeps the newest invitation of each inviter, of at most fifteen inviters", () => {
    const two = withInvitation(withInvitation([], heard("a", 1)), heard("b", 2));
    expect(listed(withInvitation(two, heard("a", 3)))).toEqual(["b 2", "a 3"]);
    const all = many(20).reduce<readonly OpenInvitation[]>(
      (list, { userInfo }) => withInvitation(list, heard(userInfo.userID, 1)),
      [],
    );
    expect([all.length, listed(all)[0]]).toEqual([15, "u5 1"]);
  });

  it("R26 drops the invitation that its inviter cancels", () => {
    expect(listed(withoutInvitation([open("a", 1), open("b", 2)], "a"))).toEqual(["b 2"]);
  });

  it("R1 answers an invitation to its inviter, about its room", () => {
    const { inviter, invitation } = open("a", 1);
    const content = { kind: "accept", deviceID: "d" } as const;
    expect(signalTo({ inviter, invitation }, content)).toEqual({
      to: "a",
      signal: { ...content, invitation },
    });
  });

  it("R26 a member's own invitation is new, and says when the call began", () => {
    const known = groupInvitation({ extra: { initiateTime: 900, startTime: 800, note: "kept" }, timeout: 5 });
    expect(invitationBy(BEN, known, ["a"], 1000)).toEqual({
      ...known,
      inviterUserID: BEN,
      inviteeUserIDList: ["a"],
      timeout: 30,
      extra: { initiateTime: 1000, startTime: 800, note: "kept" },
    });
    expect(invitationBy(BEN, { ...known, extra: {} }, ["a"], 1000).extra).toEqual({
      initiateTime: 1000,
      startTime: 1000,
    });
  });
});

describe("when a group call began", () => {
  const HOURS = 3_600_000;

  it.each([
    ["before the known start", 9, 5, 5],
    ["after the known start", 5, 9, 5],
    ["while no start is known", null, 5, 5],
    ["now", null, 24 * HOURS, 24 * HOURS],
    ["in the future", null, 24 * HOURS + 1, null],
    ["a day ago", null, 0, 0],
    ["more than a day ago", null, -1, null],
    ["not at all", 9, null, 9],
  ])("11-40 a member tells a start %s", (_, known, told, start) => {
    expect(earlierStart(known, told, 24 * HOURS)).toBe(start);
  });

  it.each([
    ["is as the members tell", 700, { startTime: 500, initiateTime: 600 }, null, 700],
    ["is not before the start that the invitation gives", 100, { startTime: 500 }, null, 500],
    ["is not after the invitation", 100, { startTime: 700, initiateTime: 600 }, null, 600],
    ["is not before the invitation that gives no start", 100, { initiateTime: 600 }, null, 600],
    ["is not before an invitation without times was heard", 100, {}, null, 800],
    ["has no start that is not a number", 100, { startTime: "soon", initiateTime: 600 }, null, 600],
    ["has no start before all clocks", 100, { startTime: -5, initiateTime: 600 }, null, 600],
    ["may be as early as what was seen here", 100, { startTime: 500 }, 300, 300],
    ["is not known before two members met", null, { startTime: 500 }, 300, null],
  ])("11-40 it %s", (_, told, extra, startedAt, start) => {
    const seat = { invitation: groupInvitation({ extra }), heardAt: 800, startedAt };
    expect(heldStart(told, seat, 1000)).toBe(start);
  });
});

describe("the end of a group call", () => {
  const TOASTS: Partial<Record<GroupEnd, string>> = {
    failed: "callFailed",
    connectionLost: "callLost",
    noAnswer: "callNoAnswer",
    answeredElsewhere: "callAnsweredElsewhere",
    removed: "callOver",
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

  it("11-43 the hands are in the order in which they were raised", () => {
    const hands = [3, 9, 5].reduce((all, at) => withHand(all, `${at}`, at), withHand([], "x", null));
    expect(hands.map(({ at }) => at)).toEqual([3, 5, 9]);
  });

  it("11-43 a host's request is listed once, and another request beside it", () => {
    const mute = { userID: "a", what: "mute" } as const;
    const remove = { userID: "a", what: "remove" } as const;
    const both = withModeration(withModeration([], mute), remove);
    expect(both).toEqual([mute, remove]);
    expect(withModeration(both, mute)).toBe(both);
    expect(withModeration(both, { ...mute, userID: "b" })).toHaveLength(3);
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
