import {
  and,
  assertEvent,
  assign,
  enqueueActions,
  forwardTo,
  log,
  not,
  sendTo,
  setup,
  stateIn,
} from "xstate";
import { endingIn, type RuleMeta } from "../domain/chart-meta.ts";
import type { Clock } from "../ports/platform.ts";
import { type Listener, port } from "../ports/stub.ts";
import {
  earlierStart,
  freshReactions,
  handOf,
  hasLine,
  isReaction,
  type Moderation,
  type RaisedHand,
  type Reaction,
  type RoomLine,
  reactionTimeLeft,
  textToSay,
  welcome,
  withHand,
  withLine,
  withModeration,
  withReaction,
} from "./group-rules.ts";
import type { RoomPacket } from "./media-room.ts";
import { type MediaSessionNews, type MediaSessionOutput, mediaSessionMachine } from "./media-session.ts";

/**
 * The media room of many, and what its members tell each other: raised hands, reactions, chat, requests of the host.
 * Group call and meeting share it. What comes from a member is only shown: it never names or moves another member.
 */

export type GroupRoomNews =
  /** This side is connected, or a user came or left; without this user. */
  | {
      type: "groupRoom.members";
      members: readonly string[];
      /** When the first two members met, in milliseconds since the epoch; null before. */
      since: number | null;
    }
  | { type: "call.outputChosen"; outputID: string };

/** The user who made the room; known only after the room is there. */
export interface GroupRoomCommand {
  type: "groupRoom.setHost";
  hostID: string | null;
}

export type GroupRoomUserEvent =
  | { type: "user.pin"; userID: string | null }
  | { type: "user.toggleHand" }
  | { type: "user.react"; emoji: string }
  | { type: "user.say"; text: string }
  | { type: "user.openChat" }
  | { type: "user.closeChat" }
  | { type: "user.mute"; userID: string }
  | { type: "user.muteAll" }
  | { type: "user.remove"; userID: string }
  | { type: "user.endForAll" };

export interface GroupRoomInput {
  parent: Listener<GroupRoomNews>;
  clock: Clock;
  userID: string;
  roomID: string;
  outputID: string;
  camera: boolean;
  microphone: boolean;
  /** Whether media and packets are end-to-end encrypted. */
  isEncrypted: boolean;
}

export interface GroupRoomContext extends GroupRoomInput {
  /** The user who may mute and remove others, and end the meeting for all; null for none. */
  hostID: string | null;
  /** User ids in the room, without this user. */
  members: readonly string[];
  /** The users who send no media, and are still in the room by the server. Not in `members`. */
  silent: readonly string[];
  /** When the first two members met, as far as anybody here knows; null before. */
  since: number | null;
  /** The users who speak now, the loudest first. May hold this user. */
  speakers: readonly string[];
  hands: readonly RaisedHand[];
  reactions: readonly Reaction[];
  chat: readonly RoomLine[];
  /** Chat messages of others since the chat was open. */
  unread: number;
  pinned: string | null;
  /** The host's requests that are not done yet. */
  moderations: readonly Moderation[];
}

const ENDS = ["lost", "duplicate", "removed", "ended", "left", "stillOn"] as const;

/**
 * `lost`: this side's connection. `removed`: by the host or the server. `ended`: the host ended it for all. `left`: this
 * user is that host. `stillOn`: this user is that host, but others may still be in.
 */
export interface GroupRoomOutput {
  end: (typeof ENDS)[number];
}

const EVERYBODY: readonly string[] = [];

export const groupRoomMachine = setup({
  types: {
    context: {} as GroupRoomContext,
    events: {} as MediaSessionNews | GroupRoomCommand | GroupRoomUserEvent,
    input: {} as GroupRoomInput,
    output: {} as GroupRoomOutput,
    children: {} as { mediaSession: "mediaSession" },
    tags: {} as "chatOpen",
    meta: {} as RuleMeta,
  },
  actors: {
    mediaSession: mediaSessionMachine,
    moderate: port<void, Moderation & { roomID: string }>("moderate"),
  },
  actions: {
    setMembers: assign(({ context, event }) => {
      assertEvent(event, "room.up");
      const { members } = event;
      return { members, silent: [], since: startWith(context, members), ...withoutAbsent(context, members) };
    }),
    addMember: assign(({ context, event }) => {
      assertEvent(event, "room.arrived");
      const others = context.members.filter((id) => id !== event.userID);
      const members = [...others, event.userID];
      return { members, silent: without(context.silent, event.userID), since: startWith(context, members) };
    }),
    dropMember: assign(({ context, event }) => {
      assertEvent(event, "room.departed");
      const { userID, isDropped } = event;
      const members = without(context.members, userID);
      const silent = isDropped ? [...without(context.silent, userID), userID] : context.silent;
      return { members, silent, ...withoutAbsent(context, members) };
    }),
    dropSilent: assign({
      silent: ({ context }, { userID }: { userID: string }) => without(context.silent, userID),
    }),
    tellMembers: sendTo(
      ({ context }) => context.parent,
      ({ context: { members, since } }) => ({
        type: "groupRoom.members" as const,
        members,
        since,
      }),
    ),
    setSpeakers: assign(({ event }) => {
      assertEvent(event, "room.speakers");
      return { speakers: event.userIDs };
    }),
    setHost: assign((_, { hostID }: { hostID: string | null }) => ({ hostID })),
    setPinned: assign((_, { userID }: { userID: string | null }) => ({ pinned: userID })),
    toggleHand: assign(({ context: { hands, userID, clock } }) => ({
      hands: withHand(hands, userID, handOf(hands, userID) === null ? clock.now() : null),
    })),
    takeState: assign(({ context, event }) => {
      assertEvent(event, "room.packet");
      const { userID, packet } = event;
      if (packet.kind !== "state") return {};
      const since = earlierStart(context.since, packet.since, context.clock.now());
      return { hands: withHand(context.hands, userID, packet.hand), since };
    }),
    addReaction: assign(({ context }, reaction: { userID: string; emoji: string }) => ({
      reactions: withReaction(context.reactions, reaction, context.clock.now()),
    })),
    takeReaction: assign(({ context, event }) => {
      assertEvent(event, "room.packet");
      const { userID, packet } = event;
      if (packet.kind !== "reaction") return {};
      const reaction = { userID, emoji: packet.emoji };
      return { reactions: withReaction(context.reactions, reaction, context.clock.now()) };
    }),
    dropReactions: assign(({ context: { reactions, clock } }) => ({
      reactions: freshReactions(reactions, clock.now()),
    })),
    takeLine: assign(({ context: { chat, clock }, event }) => {
      assertEvent(event, "room.packet");
      const { userID, packet } = event;
      if (packet.kind !== "chat") return {};
      const { id, text, at } = packet;
      return { chat: withLine(chat, { id, userID, text, at }, clock.now()) };
    }),
    countUnread: assign({ unread: ({ context }) => context.unread + 1 }),
    clearUnread: assign({ unread: 0 }),
    say: enqueueActions(({ context, enqueue }, { text }: { text: string }) => {
      const { chat, clock, userID } = context;
      const said = textToSay(text);
      if (said === null) return;
      const line = { id: clock.newID(), text: said, at: clock.now() };
      enqueue.assign({ chat: withLine(chat, { ...line, userID }, line.at) });
      enqueue.sendTo("mediaSession", {
        type: "packet.send",
        packet: { kind: "chat", ...line },
        to: EVERYBODY,
      });
    }),
    sendHello: sendTo("mediaSession", { type: "packet.send", packet: { kind: "hello" }, to: EVERYBODY }),
    sendHand: sendTo("mediaSession", ({ context: { hands, userID, since } }) => ({
      type: "packet.send" as const,
      packet: { kind: "state" as const, hand: handOf(hands, userID), since },
      to: EVERYBODY,
    })),
    /** What this user showed and wrote so far. */
    sendOwn: enqueueActions(({ context, enqueue }) => {
      for (const packet of welcome(context, context.userID))
        enqueue.sendTo("mediaSession", { type: "packet.send", packet, to: EVERYBODY });
    }),
    sendPacket: sendTo("mediaSession", (_, params: { packet: RoomPacket; to: readonly string[] }) => ({
      type: "packet.send" as const,
      ...params,
    })),
    welcome: enqueueActions(({ context, enqueue }, { userID }: { userID: string }) => {
      for (const packet of welcome(context, context.userID))
        enqueue.sendTo("mediaSession", { type: "packet.send", packet, to: [userID] });
    }),
    muteSelf: sendTo("mediaSession", { type: "mediaSession.mute" }),
    addModeration: assign(({ context }, one: Moderation) => ({
      moderations: withModeration(context.moderations, one),
    })),
    /** Members whose line is bad count too: they may have missed what the host said. */
    moderateAll: assign(({ context }, { what }: Pick<Moderation, "what">) => ({
      moderations: [...context.members, ...context.silent].reduce(
        (list, userID) => withModeration(list, { userID, what }),
        context.moderations,
      ),
    })),
    dropModeration: assign({ moderations: ({ context }) => context.moderations.slice(1) }),
    /** A user whom the server removed is out, also while the connection here is down. */
    dropRemoved: assign(({ context }) => {
      const { userID, what } = nextModeration(context);
      if (what === "mute") return {};
      const members = without(context.members, userID);
      return { members, silent: without(context.silent, userID), ...withoutAbsent(context, members) };
    }),
    askNext: enqueueActions(({ context, enqueue }) => {
      const [next] = context.moderations;
      if (!next) return;
      const what = next.what === "mute" ? "mute" : "leave";
      enqueue.sendTo("mediaSession", {
        type: "packet.send",
        packet: { kind: "ask", what },
        to: [next.userID],
      });
    }),
    passOutput: forwardTo(({ context }) => context.parent),
    reportFailure: log(({ event }) => `groupRoom: ${event.type}`),
  },
  guards: {
    isHost: ({ context }) => context.hostID === context.userID,
    isByHost: ({ context, event }) =>
      event.type === "room.packet" && event.userID === context.hostID && event.userID !== context.userID,
    isEnd: ({ event }) => event.type === "room.packet" && event.packet.kind === "end",
    isAskToLeave: ({ event }) =>
      event.type === "room.packet" && event.packet.kind === "ask" && event.packet.what === "leave",
    isAskToMute: ({ event }) =>
      event.type === "room.packet" && event.packet.kind === "ask" && event.packet.what === "mute",
    isHello: ({ event }) => event.type === "room.packet" && event.packet.kind === "hello",
    isState: ({ event }) => event.type === "room.packet" && event.packet.kind === "state",
    isReactionPacket: ({ event }) => event.type === "room.packet" && event.packet.kind === "reaction",
    isNewLine: ({ context: { chat, clock }, event }) => {
      if (event.type !== "room.packet" || event.packet.kind !== "chat") return false;
      const { id, text, at } = event.packet;
      const line = { id, text, at, userID: event.userID };
      return !hasLine(chat, line) && hasLine(withLine(chat, line, clock.now()), line);
    },
    isReaction: (_, { emoji }: { emoji: string }) => isReaction(emoji),
    isLinked: stateIn({ open: { link: "up" } }),
    hasModerations: ({ context }) => context.moderations.length > 0,
    isAlone: ({ context: { members, silent } }) => members.length + silent.length === 0,
    hasReactions: ({ context }) => context.reactions.length > 0,
    endsAs: (_, { cause, is }: MediaSessionOutput & { is: MediaSessionOutput["cause"] }) => cause === is,
  },
  delays: {
    reactionTime: ({ context: { reactions, clock } }) => reactionTimeLeft(reactions, clock.now()),
    endTimeout: 15_000,
    linkTimeout: 10_000,
    goodbyeTime: 500,
    departTime: 2000,
    announceTime: 3000,
  },
}).createMachine({
  id: "groupRoom",
  context: ({ input }) => ({
    ...input,
    hostID: null,
    members: [],
    silent: [],
    since: null,
    speakers: [],
    hands: [],
    reactions: [],
    chat: [],
    unread: 0,
    pinned: null,
    moderations: [],
  }),
  output: ({ event }): GroupRoomOutput => ({ end: endingIn(event, ENDS) }),
  invoke: {
    id: "mediaSession",
    src: "mediaSession",
    input: ({ context: { roomID, outputID, camera, microphone, isEncrypted }, self }) => ({
      parent: self,
      roomID,
      outputID,
      camera,
      microphone,
      isMany: true,
      isEncrypted,
    }),
    onDone: [
      {
        guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "duplicate" }) },
        target: ".duplicate",
      },
      {
        guard: { type: "endsAs", params: ({ event }) => ({ ...event.output, is: "removed" }) },
        target: ".removed",
      },
      { target: ".lost" },
    ],
    onError: { target: ".lost", actions: "reportFailure" },
  },
  initial: "open",
  states: {
    open: {
      description: "Only packets of members count. A request counts only if the host sends it.",
      meta: { rule: "R30" },
      type: "parallel",
      on: {
        "room.arrived": { actions: ["addMember", "tellMembers"] },
        "room.departed": { actions: ["dropMember", "tellMembers"] },
        "room.gone": { actions: { type: "dropSilent", params: ({ event }) => event } },
        "room.speakers": { actions: "setSpeakers" },
        "call.outputChosen": { actions: "passOutput" },
        "groupRoom.setHost": { actions: { type: "setHost", params: ({ event }) => event } },
        "user.pin": { actions: { type: "setPinned", params: ({ event }) => event } },
      },
      states: {
        link: {
          initial: "down",
          on: {
            "room.up": { target: ".up", actions: ["setMembers", "tellMembers", "sendHello", "sendHand"] },
            "room.down": ".down",
          },
          states: {
            down: { description: "Packets that are sent now are lost." },
            up: {
              initial: "fresh",
              states: {
                fresh: {
                  description:
                    "LiveKit announces a newcomer up to two seconds late. Until then the others drop the packets of this user.",
                  after: { announceTime: { target: "announced", actions: ["sendHello", "sendOwn"] } },
                },
                announced: {},
              },
            },
          },
        },
        packets: {
          on: {
            "room.packet": [
              { guard: and(["isByHost", "isEnd"]), target: "#groupRoom.ended" },
              { guard: and(["isByHost", "isAskToLeave"]), target: "#groupRoom.removed" },
              { guard: and(["isByHost", "isAskToMute"]), actions: "muteSelf" },
              { guard: "isHello", actions: { type: "welcome", params: ({ event }) => event } },
              { guard: "isState", actions: ["takeState", "tellMembers"] },
            ],
          },
        },
        hands: {
          on: { "user.toggleHand": { actions: ["toggleHand", "sendHand"] } },
        },
        reactions: {
          description: "A reaction shows for five seconds.",
          initial: "none",
          on: {
            "user.react": {
              guard: { type: "isReaction", params: ({ event }) => event },
              actions: [
                {
                  type: "addReaction",
                  params: ({ context, event }) => ({ userID: context.userID, emoji: event.emoji }),
                },
                {
                  type: "sendPacket",
                  params: ({ event }) => ({
                    packet: { kind: "reaction" as const, emoji: event.emoji },
                    to: EVERYBODY,
                  }),
                },
              ],
            },
            "room.packet": { guard: "isReactionPacket", actions: "takeReaction" },
          },
          states: {
            none: { always: { guard: "hasReactions", target: "showing" } },
            showing: { after: { reactionTime: { target: "none", actions: "dropReactions" } } },
          },
        },
        chat: {
          description: "Messages that come while the chat is closed count as unread.",
          initial: "closed",
          on: { "user.say": { actions: { type: "say", params: ({ event }) => event } } },
          states: {
            closed: {
              on: {
                "user.openChat": { target: "open", actions: "clearUnread" },
                "room.packet": { guard: "isNewLine", actions: ["takeLine", "countUnread"] },
              },
            },
            open: {
              tags: "chatOpen",
              on: {
                "user.closeChat": "closed",
                "room.packet": { guard: "isNewLine", actions: "takeLine" },
              },
            },
          },
        },
        moderation: {
          description:
            "The host's requests, one at a time. Where the server cannot mute or remove a member, the member's client is asked.",
          meta: { rule: "R30" },
          initial: "idle",
          on: {
            "user.mute": {
              guard: "isHost",
              actions: {
                type: "addModeration",
                params: ({ event }) => ({ userID: event.userID, what: "mute" as const }),
              },
            },
            "user.remove": {
              guard: "isHost",
              actions: {
                type: "addModeration",
                params: ({ event }) => ({ userID: event.userID, what: "remove" as const }),
              },
            },
            "user.muteAll": {
              guard: "isHost",
              actions: { type: "moderateAll", params: { what: "mute" } },
            },
          },
          states: {
            idle: { always: { guard: "hasModerations", target: "moderating" } },
            moderating: {
              invoke: {
                id: "moderate",
                src: "moderate",
                input: ({ context }) => ({ roomID: context.roomID, ...nextModeration(context) }),
                onDone: { target: "idle", actions: ["dropRemoved", "dropModeration"] },
                onError: { target: "idle", actions: ["reportFailure", "askNext", "dropModeration"] },
              },
            },
          },
        },
        ending: {
          description: "The host ends the meeting for all.",
          meta: { rule: "R30" },
          initial: "none",
          states: {
            none: { on: { "user.endForAll": { guard: "isHost", target: "going" } } },
            going: {
              after: { endTimeout: "#groupRoom.stillOn" },
              initial: "waiting",
              states: {
                waiting: {
                  description:
                    "While the connection is down, the packet that ends the meeting would be lost.",
                  always: { guard: "isLinked", target: "telling" },
                  after: { linkTimeout: "removing" },
                },
                telling: {
                  description: "Stays for a moment, so that the packet leaves this device.",
                  entry: { type: "sendPacket", params: { packet: { kind: "end" }, to: EVERYBODY } },
                  after: { goodbyeTime: "removing" },
                  on: { "room.down": "waiting" },
                },
                removing: {
                  description: "The server removes the users who are still in.",
                  entry: { type: "moderateAll", params: { what: "remove" } },
                  always: { guard: not("hasModerations"), target: "checking" },
                },
                checking: {
                  description: "The users who were told leave a moment later.",
                  always: { guard: "isAlone", target: "#groupRoom.left" },
                  after: { departTime: "#groupRoom.stillOn" },
                },
              },
            },
          },
        },
      },
    },
    lost: { type: "final", description: "This side's connection is lost.", output: "lost" },
    duplicate: {
      type: "final",
      description: "Another device of this user joined the room.",
      meta: { rule: "R10" },
      output: "duplicate",
    },
    removed: {
      type: "final",
      description: "The host removed this user, or the server closed the room.",
      output: "removed",
    },
    ended: { type: "final", description: "The host ended the meeting for all.", output: "ended" },
    left: {
      type: "final",
      description: "This user, the host, ended the meeting for all.",
      meta: { rule: "R30" },
      output: "left",
    },
    stillOn: {
      type: "final",
      description: "The host left, but others may still be in.",
      meta: { rule: "R30" },
      output: "stillOn",
    },
  },
});

function nextModeration({ moderations }: GroupRoomContext): Moderation {
  const [next] = moderations;
  if (!next) throw new Error("There is nothing to moderate");
  return next;
}

/** The start of the call: now, if these are the first members. */
function startWith({ since, clock }: GroupRoomContext, members: readonly string[]): number | null {
  return since === null && members.length > 0 ? clock.now() : since;
}

function without(userIDs: readonly string[], userID: string): readonly string[] {
  return userIDs.filter((id) => id !== userID);
}

/** What is gone with the members who left: their hands, and the pin on them. */
function withoutAbsent(
  { hands, pinned, userID }: GroupRoomContext,
  members: readonly string[],
): Pick<GroupRoomContext, "hands" | "pinned"> {
  const isHere = (id: string) => id === userID || members.includes(id);
  return {
    hands: hands.filter((hand) => isHere(hand.userID)),
    pinned: pinned !== null && isHere(pinned) ? pinned : null,
  };
}
