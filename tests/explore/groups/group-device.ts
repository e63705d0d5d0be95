/** A device of a group member: the charts of calls, connected to the relay, the rooms and the group. */
import type { InspectionEvent } from "xstate";
import type { GroupEnd, GroupSeat } from "../../../machines/calls/group-rules.ts";
import type { CallParticipant, GroupCallNotice, SignalEvent } from "../../../machines/domain/call.ts";
import type { GroupEvent, GroupMember, GroupStanding } from "../../../machines/domain/people.ts";
import { TEAM } from "../../fakes/world.ts";
import { USER_IDS } from "../../pair/device.ts";
import type { ManyMedia, ManyMembership } from "../../pair/many-media.ts";
import { type Endpoint, type Relay, short } from "../../pair/relay.ts";
import type { Person } from "../../pair/styles.ts";
import type { CallCharts } from "../common/call-charts.ts";
import { createCallPages, SIGNAL_KINDS } from "../common/call-page.ts";
import type { ExploredScene } from "../common/explored-scene.ts";

/** What the user sees. "calling": in the room, and no other user is in yet. */
export type GroupScreen = "away" | "free" | "ringing" | "joining" | "calling" | "talking";

/** A device's side of a group call, from start to end. Times on the clock of the run, in milliseconds. */
export interface GroupSide {
  readonly roomID: string;
  readonly entry: GroupSeat["entry"];
  /** The user who invited this one. */
  readonly inviterID: string;
  /** When that invitation was made, by the clock of its sender; 0 for none. */
  readonly invitedAt: number;
  /** Number of the page. */
  readonly page: number;
  readonly begunAt: number;
  /** Whether this user was in the room. */
  isIn: boolean;
  hasMet: boolean;
  /** Whether this user declined or hung up. */
  isHungUp: boolean;
  endedAt: number | null;
  /** Null during the call, or if the page closed first. */
  reason: GroupEnd | null;
}

/** A signal that arrives, and what the device does then. */
export interface GroupSignal {
  readonly kind: "invite" | "accept" | "reject" | "cancel" | "hungup";
  readonly roomID: string;
  readonly from: string;
  /** When the invitation was made that it is about, by the clock of its sender. */
  readonly invitedAt: number;
  /** The device that a cancel names; null for none. */
  readonly acceptedBy: string | null;
  readonly before: GroupScreen;
  /** The room of the call at that moment; null for none. */
  readonly inRoom: string | null;
}

/** What a page heard of the invitations of a user to a room. */
export interface HeardInvitation {
  readonly roomID: string;
  readonly from: string;
  /** When the newest was made, by the clock of its sender; 0 for none. */
  invitedAt: number;
  /** The same of the newest that its sender ended. */
  endedAt: number;
}

export interface GroupDevice extends Endpoint {
  readonly person: Person;
  readonly sides: readonly GroupSide[];
  /** The side of the call that is not over. */
  readonly side: GroupSide | undefined;
  readonly log: readonly string[];
  readonly errors: readonly unknown[];
  readonly screen: GroupScreen;
  /** The users in the room by this user's list; null outside a room. */
  readonly members: readonly string[] | null;
  /** What the list of users says of each. */
  readonly people: Readonly<Record<string, string>>;
  /** The users that this one invited, and that ring. */
  readonly ringing: readonly string[];
  readonly isOnline: boolean;
  /** When the current invitation was sent; milliseconds since the epoch. */
  readonly heardAt: number;
  readonly held: readonly string[];
  /** The signals since the last step of the run. */
  readonly news: readonly GroupSignal[];
  /** The invitations that this page got, with those that it knows to be over. */
  readonly invitations: readonly HeardInvitation[];
  /** A step of the run is over. */
  forgetNews(): void;
  open(): void;
  close(isOrderly: boolean): void;
  callGroup(people: readonly Person[]): void;
  join(row: { roomID: string; by: string; startedAt: number }): void;
  accept(): void;
  hangUp(): void;
  invite(people: readonly Person[]): void;
  /** The media connection is lost for good. */
  cut(): void;
  /** The group, or this user's place in it, changed. */
  hearOfGroup(event: GroupEvent): void;
  state(): unknown;
}

export interface GroupWorld {
  relay(): Relay;
  readonly media: ManyMedia;
  lead(): number;
  inspect?: ((event: InspectionEvent) => void) | undefined;
  loadMembersByID(userIDs: readonly string[]): Promise<GroupMember[]>;
  lookUpGroup(): GroupStanding;
  tell(notice: GroupCallNotice): void;
}

const GROUP = { groupID: TEAM, name: "Team", faceURL: "" };

export function createGroupDevice(
  scene: ExploredScene,
  {
    name,
    person,
    newID,
    newPlace,
  }: { name: string; person: Person } & Record<"newID" | "newPlace", () => string>,
  charts: CallCharts,
  world: GroupWorld,
): GroupDevice {
  const { time, trace } = scene;
  const userID = USER_IDS[person];
  const sides: GroupSide[] = [];
  const news: GroupSignal[] = [];
  const invitations: HeardInvitation[] = [];
  const rooms = new Map<object, ManyMembership>();
  let groupListeners: ((event: GroupEvent) => void)[] = [];
  let page = 0;

  const manager = () => pages.manager();
  const call = () => manager()?.getSnapshot().children.groupCall;

  const known = new WeakSet<object>();
  const look = () => {
    const { children: { groupCall: current } = {}, context } = manager()?.getSnapshot() ?? {};
    if (!current || !context?.group || known.has(current)) return;
    known.add(current);
    const { entry, inviter, invitation } = context.group;
    const { initiateTime } = invitation.extra;
    const side: GroupSide = {
      roomID: invitation.roomID,
      entry,
      inviterID: inviter.userID,
      invitedAt: typeof initiateTime === "number" ? initiateTime : 0,
      page,
      begunAt: time.now(),
      isIn: false,
      hasMet: false,
      isHungUp: false,
      endedAt: null,
      reason: null,
    };
    sides.push(side);
    trace(`${name} ${BEGUN[entry]}, room ${short(side.roomID)}`);
    current.subscribe({
      next(snapshot) {
        const hasMet = snapshot.context.startedAt !== null;
        side.isIn ||= snapshot.context.members !== null;
        if (side.hasMet || !hasMet) return;
        side.hasMet = true;
        trace(`${name} is connected, room ${short(side.roomID)}`);
      },
      complete() {
        side.endedAt = time.now();
        side.reason = current.getSnapshot().output?.reason ?? null;
        trace(`${name} ends room ${short(side.roomID)}: ${side.reason ?? "torn down"}`);
      },
    });
  };

  const device: GroupDevice = {
    name,
    person,
    userID,
    nickname: person,
    sides,
    get log() {
      return pages.log;
    },
    get errors() {
      return pages.errors;
    },
    news,
    invitations,
    get isReachable() {
      return pages.isOpen;
    },
    get side() {
      return sides.findLast(({ endedAt }) => endedAt === null);
    },
    get screen() {
      const line = manager()?.getSnapshot();
      if (!line) return "away";
      const current = line.children.groupCall?.getSnapshot();
      if (!current) return "free";
      if (current.hasTag("ringing")) return "ringing";
      if (current.hasTag("connected")) return "talking";
      return current.hasTag("calling") ? "calling" : "joining";
    },
    get members() {
      return call()?.getSnapshot().context.members ?? null;
    },
    get people() {
      const people = call()?.getSnapshot().context.people ?? [];
      return Object.fromEntries(people.map(({ user, status }) => [user.userID, status]));
    },
    get ringing() {
      return Object.keys(call()?.getSnapshot().context.invitees ?? {});
    },
    get isOnline() {
      return pages.memberships.length > 0;
    },
    get heardAt() {
      return call()?.getSnapshot().context.heardAt ?? 0;
    },
    get held() {
      return pages.held;
    },
    receiveSignal(signal: SignalEvent) {
      const one = signalOf(signal, device);
      news.push(one);
      note(invitations, one);
      pages.hear(signal);
    },
    receiveMessage() {},
    forgetNews() {
      news.length = 0;
    },
    open() {
      page += 1;
      pages.open();
    },
    close(isOrderly) {
      if (!pages.isOpen) return;
      pages.close(isOrderly);
      for (const side of sides) side.endedAt ??= time.now();
      invitations.length = 0;
    },
    callGroup: (people) =>
      manager()?.send({
        type: "user.callGroup",
        group: GROUP,
        mediaType: "voice",
        people: people.map(participant),
      }),
    join: ({ roomID, by, startedAt }) =>
      manager()?.send({
        type: "user.joinCall",
        group: GROUP,
        mediaType: "voice",
        roomID,
        inviter: userInfo(by, by),
        startedAt,
      }),
    accept: () => call()?.send({ type: "user.accept" }),
    hangUp() {
      const side = sides.findLast(({ endedAt }) => endedAt === null);
      if (side) side.isHungUp = true;
      call()?.send({ type: "user.hangUp" });
    },
    invite: (people) => call()?.send({ type: "user.invite", people: people.map(participant) }),
    cut() {
      for (const membership of pages.memberships) rooms.get(membership)?.cut();
    },
    hearOfGroup(event) {
      for (const hear of groupListeners) hear(event);
    },
    state: () => [
      pages.state(),
      sides.flatMap(({ endedAt, entry, page: on, roomID, inviterID, invitedAt: initiatedAt, ...side }) => {
        if (endedAt === null) return [[roomID, entry, inviterID, { initiatedAt }, side.isHungUp]];
        return entry === "ring" && on === page ? [[roomID, inviterID, { initiatedAt }]] : [];
      }),
      invitations.map(({ roomID, from, invitedAt, endedAt }) => [
        roomID,
        from,
        { initiatedAt: invitedAt },
        { initiatedAt: endedAt },
      ]),
    ],
  };
  const pages = createCallPages(
    scene,
    { endpoint: device, newID },
    charts,
    {
      relay: world.relay,
      inspect: world.inspect,
      lead: world.lead,
      join(roomID, send) {
        const room = world.media.join({ name, userID, id: newPlace() }, roomID, send);
        const membership = { ...room, roomID, command() {} };
        rooms.set(membership, room);
        return membership;
      },
      group: {
        loadMembersByID: world.loadMembersByID,
        lookUpGroup: async () => world.lookUpGroup(),
        listen(hear) {
          groupListeners.push(hear);
          return () => {
            groupListeners = groupListeners.filter((one) => one !== hear);
          };
        },
        sendNotice: async (notice) => world.tell(notice),
        wasLast: (roomID) => world.media.wasLast(roomID, userID),
      },
    },
    (opened) => opened.subscribe(look),
  );
  return device;
}

const BEGUN: Readonly<Record<GroupSeat["entry"], string>> = {
  start: "calls the group",
  ring: "is called",
  move: "moves",
  join: "joins the call",
};

function signalOf(signal: SignalEvent, device: GroupDevice): GroupSignal {
  const { sender, invitation } = signal;
  const { initiateTime } = invitation.extra;
  return {
    kind: SIGNAL_KINDS[signal.type],
    roomID: invitation.roomID,
    from: sender.userID,
    invitedAt: typeof initiateTime === "number" ? initiateTime : 0,
    acceptedBy: signal.type === "signal.cancel" ? signal.acceptedBy : null,
    before: device.screen,
    inRoom: device.side?.roomID ?? null,
  };
}

function note(
  invitations: HeardInvitation[],
  { kind, roomID, from, invitedAt, acceptedBy }: GroupSignal,
): void {
  const isEnd = kind === "hungup" || (kind === "cancel" && acceptedBy === null);
  if (kind !== "invite" && !isEnd) return;
  const known = invitations.find((one) => one.roomID === roomID && one.from === from);
  const heard = known ?? { roomID, from, invitedAt: 0, endedAt: 0 };
  if (!known) invitations.push(heard);
  if (isEnd) heard.endedAt = Math.max(heard.endedAt, invitedAt);
  else heard.invitedAt = Math.max(heard.invitedAt, invitedAt);
}

function userInfo(userID: string, nickname: string): CallParticipant["userInfo"] {
  return { userID, nickname, faceURL: "", ex: "" };
}

function participant(person: Person): CallParticipant {
  return { userInfo: userInfo(USER_IDS[person], person) };
}
