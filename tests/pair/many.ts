/**
 * Several users of one group, each with a call manager, on a network that delays, reorders and repeats signals. Only
 * charts run: signals, rooms and time are simulated, so that one run takes milliseconds.
 */
import { createActor, type EventObject, fromCallback, fromPromise } from "xstate";
import { callManagerMachine } from "../../machines/calls/call-manager.ts";
import type { CallKeeping, OutgoingSignal } from "../../machines/calls/call-rules.ts";
import type { EndSignalEvent } from "../../machines/calls/call-slots.ts";
import { calleeMachine } from "../../machines/calls/callee.ts";
import { callerMachine } from "../../machines/calls/caller.ts";
import { groupCallMachine } from "../../machines/calls/group-call.ts";
import { groupNoticesMachine } from "../../machines/calls/group-notices.ts";
import { groupRoomMachine } from "../../machines/calls/group-room.ts";
import { invitationCheckMachine } from "../../machines/calls/invitation-check.ts";
import { inviteeMachine } from "../../machines/calls/invitee.ts";
import { inviterMachine } from "../../machines/calls/inviter.ts";
import type { RoomCommand } from "../../machines/calls/media-room.ts";
import { mediaSessionMachine } from "../../machines/calls/media-session.ts";
import { type MeetingKeeping, meetingMachine } from "../../machines/calls/meeting.ts";
import { signalQueueMachine } from "../../machines/calls/signal-queue.ts";
import type { CallParticipant, GroupCallNotice, SignalEvent } from "../../machines/domain/call.ts";
import type { GroupMember, GroupStanding } from "../../machines/domain/people.ts";
import { placeOf } from "../../machines/domain/route.ts";
import type { MediaPort } from "../../machines/ports/media.ts";
import type { Ring } from "../../machines/ports/platform.ts";
import { aGroup, aMember, NOON, TEAM } from "../fakes/world.ts";
import type { Choices } from "./choices.ts";
import { createManyMedia } from "./many-media.ts";
import { createRandom } from "./random.ts";
import { createVirtualTime, type VirtualTime } from "./virtual-time.ts";

export interface Member {
  readonly userID: string;
  /** "closed", "free", or the state of the group call: "ringing", "joining", "calling", "connected". */
  readonly is: string;
  readonly roomID: string | null;
  /** The users in the room by this user's list; null outside a room. */
  readonly members: readonly string[] | null;
  readonly people: Readonly<Record<string, string>>;
  send(event: { type: string; [key: string]: unknown }): void;
  /** The media connection is lost for good. */
  cut(): void;
  /** Closes the page: the end signals are sent, and the room is left. */
  close(): void;
}

export interface Crowd {
  readonly time: VirtualTime;
  readonly random: Choices;
  readonly members: readonly Member[];
  readonly notices: readonly { by: string; at: number; notice: GroupCallNotice }[];
  /** What happened, oldest first. */
  readonly log: readonly string[];
  /** The users in a media room, by the media server. */
  inside(roomID: string): readonly string[];
  readonly rooms: readonly string[];
  /** Lets a user hear a signal that no client of this simulation sends. */
  hear(userID: string, signal: SignalEvent): void;
  stop(): void;
}

interface Network {
  /** Longest delay of a signal or a room event, in milliseconds. */
  delay: number;
  /** Probability of a second copy of a signal. */
  repeats: number;
  /** The first signal of this kind gets lost. */
  loses?: OutgoingSignal["signal"]["kind"];
}

const infoOf = (userID: string): CallParticipant["userInfo"] => ({
  userID,
  nickname: `User ${userID}`,
  faceURL: "",
  ex: "",
});

export const participant = (userID: string): CallParticipant => ({ userInfo: infoOf(userID) });
export const TEAM_CALL = { group: { groupID: TEAM, name: "Team", faceURL: "" }, mediaType: "voice" as const };

export function createCrowd(userIDs: readonly string[], seed: number, network: Network): Crowd {
  const time = createVirtualTime();
  const random = createRandom(seed);
  const now = () => NOON + time.now();
  const log: string[] = [];
  const notices: { by: string; at: number; notice: GroupCallNotice }[] = [];
  const note = (words: string) => log.push(`${String(time.now()).padStart(7)} ${words}`);
  const mediaServer = createManyMedia(time, random, network.delay);
  const inboxes = new Map<string, (event: SignalEvent) => void>();
  let hasLost = false;

  const relay = (from: string, { to, signal }: OutgoingSignal): Promise<void> => {
    const { invitation, ...content } = signal;
    const event = {
      ...content,
      type: `signal.${signal.kind}`,
      sender: infoOf(from),
      sentAt: now(),
      invitation,
    };
    note(`${from} -> ${to} ${signal.kind} ${invitation.roomID.slice(0, 3)} ${JSON.stringify(content)}`);
    const isLost = !hasLost && signal.kind === network.loses;
    if (isLost) hasLost = true;
    const copies = isLost ? 0 : random.chance(network.repeats) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1)
      time.after(random.between(10, network.delay), () =>
        inboxes.get(to)?.(structuredClone(event) as unknown as SignalEvent),
      );
    return time.pass(random.between(5, 200));
  };

  const members = userIDs.map((userID): Member & { stop(): void } => {
    const sendSignal = fromPromise<void, OutgoingSignal>(({ input }) => relay(userID, input));
    const connection = { cut: () => {} };
    let isClosing = false;
    const mediaSession = mediaSessionMachine.provide({
      actors: {
        media: fromCallback<RoomCommand, Parameters<MediaPort["join"]>[0]>(({ input, sendBack }) => {
          const who = { name: userID, userID, id: random.newID() };
          const joined = mediaServer.join(who, input.roomID, sendBack);
          connection.cut = joined.cut;
          return () => (isClosing ? joined.close() : joined.leave());
        }),
      },
    });
    const silent = fromCallback(() => {});
    const shared = {
      sendSignal,
      requestAccess: fromPromise<void, { roomID: string; userID: string }>(() =>
        time.pass(random.between(20, 500)),
      ),
      ring: fromCallback<EventObject, Ring>(() => {}),
      wakeLock: silent,
    };
    const loadMembersByID = fromPromise<GroupMember[], { groupID: string; userIDs: readonly string[] }>(
      async ({ input }) => {
        await time.pass(random.between(5, 100));
        return input.userIDs
          .filter((id) => userIDs.includes(id))
          .map((id) => aMember({ userID: id, nickname: `User ${id}` }));
      },
    );
    const inviter = inviterMachine.provide({ actors: { sendSignal, presenceEvents: silent } });
    const groupRoom = groupRoomMachine.provide({ actors: { mediaSession } });
    const manager = createActor(
      callManagerMachine.provide({
        actors: {
          caller: callerMachine,
          callee: calleeMachine,
          meeting: meetingMachine,
          groupCall: groupCallMachine.provide({
            actors: {
              ...shared,
              groupRoom,
              invitee: inviteeMachine.provide({ actors: { inviter, sendSignal } }),
              lookUpGroup: fromPromise<GroupStanding, { groupID: string }>(async () => ({
                group: aGroup(),
                me: aMember({ userID }),
              })),
              loadMembersByID,
              contactEvents: silent,
              groupEvents: silent,
            },
          }),
          invitationCheck: invitationCheckMachine.provide({ actors: { loadMembersByID } }),
          signalQueue: signalQueueMachine.provide({ actors: { sendSignal } }),
          signalEvents: fromCallback(({ sendBack }) => {
            inboxes.set(userID, sendBack);
            return () => inboxes.delete(userID);
          }),
          endSignal: fromCallback<EndSignalEvent>(({ receive }) => {
            let signals: readonly OutgoingSignal[] = [];
            receive((event) => {
              signals = event.signals;
            });
            return () => {
              for (const signal of signals) relay(userID, signal);
            };
          }),
          callKeeper: fromCallback<CallKeeping, { userID: string }>(() => {}),
          meetingKeeper: fromCallback<MeetingKeeping, { userID: string }>(() => {}),
          groupNotices: groupNoticesMachine.provide({
            actors: {
              sendGroupCallNotice: fromPromise<void, { groupID: string; notice: GroupCallNotice }>(
                async ({ input: { notice } }) => {
                  note(`${userID} says ${notice.state} ${notice.roomID.slice(0, 3)}`);
                  notices.push({ by: userID, at: now(), notice });
                },
              ),
              wasLast: fromPromise<boolean, { roomID: string }>(({ input: { roomID } }) =>
                mediaServer.wasLast(roomID, userID),
              ),
            },
          }),
          prepareMedia: fromPromise(async () => {}),
        },
      }),
      {
        input: {
          parent: createActor(fromCallback(() => {})),
          clock: { newID: random.newID, now },
          userID,
          place: placeOf("/conversation"),
        },
        clock: time.clock,
        logger: () => {},
      },
    );
    const call = () => manager.getSnapshot().children.groupCall?.getSnapshot();
    const is = () => {
      if (manager.getSnapshot().status === "stopped") return "closed";
      const snapshot = call();
      if (!snapshot) return "free";
      return (["ringing", "calling", "connected"] as const).find((tag) => snapshot.hasTag(tag)) ?? "joining";
    };
    let last = "";
    manager.subscribe(() => {
      const line = `${userID} is ${is()} ${call()?.context.invitation.roomID.slice(0, 3) ?? ""}`;
      if (line !== last) note(line);
      last = line;
    });
    manager.start();
    return {
      userID,
      get is() {
        return is();
      },
      get roomID() {
        return call()?.context.invitation.roomID ?? null;
      },
      get members() {
        return call()?.context.members ?? null;
      },
      get people() {
        return Object.fromEntries(
          (call()?.context.people ?? []).map(({ user, status }) => [user.userID, status]),
        );
      },
      send(event) {
        if (is() === "closed") return;
        note(`${userID} does ${event.type}`);
        if (event.type.startsWith("user.call") || event.type === "user.joinCall")
          manager.send(event as never);
        else manager.getSnapshot().children.groupCall?.send(event as never);
      },
      cut: () => connection.cut(),
      close() {
        note(`${userID} closes the page`);
        isClosing = true;
        manager.stop();
      },
      stop: () => manager.stop(),
    };
  });

  return {
    time,
    random,
    members,
    notices,
    log,
    inside: mediaServer.inside,
    get rooms() {
      return mediaServer.rooms();
    },
    hear: (userID, signal) => inboxes.get(userID)?.(signal),
    stop() {
      for (const member of members) member.stop();
    },
  };
}
