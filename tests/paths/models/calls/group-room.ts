import { groupRoomMachine } from "../../../../machines/calls/group-room.ts";
import type { Moderation, RaisedHand, RoomLine } from "../../../../machines/calls/group-rules.ts";
import type { RoomPacket } from "../../../../machines/calls/media-room.ts";
import { leavesOf } from "../../../../tools/charts/paths/structure.ts";
import { aRoomMember } from "../../../fakes/signals.ts";
import { ANNA, aWorld, BEN, ME, NOON } from "../../../fakes/world.ts";
import type { SnapshotOf, Step } from "../../graph.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import type { Stage } from "../../stage.ts";
import { type Lead, STAYS } from "../../transition-table.ts";
import { chartsDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import { callManagerOf, closes, isAbout, isOver } from "./call-parts.ts";

const ROOM = "a".repeat(32);

type Snapshot = SnapshotOf<typeof groupRoomMachine>;
type Facts = Moment<typeof groupRoomMachine>;

/** The scene of a path. The regions are independent, so a path does not mix them. */
type Scene = "members" | "speakers" | "pin" | "hand" | "reaction" | "chat" | "host";

/** The expected state after the labels so far. */
interface Ledger {
  scene: Scene | null;
  link: "connecting" | "up" | "down";
  isAnnounced: boolean;
  /** Milliseconds since noon. */
  at: number;
  since: number | null;
  members: readonly string[];
  silent: readonly string[];
  speakers: readonly string[];
  pinned: string | null;
  hands: readonly RaisedHand[];
  reactions: readonly string[];
  chat: readonly RoomLine[];
  unread: number;
  isChatOpen: boolean;
  /** "unknown": the server was not asked yet. */
  host: "unknown" | "nobody" | "me" | "Anna";
  isMuted: boolean;
  moderations: readonly Moderation[];
}

const BLANK = JSON.stringify({
  scene: null,
  link: "connecting",
  isAnnounced: false,
  at: 0,
  since: null,
  members: [],
  silent: [],
  speakers: [],
  pinned: null,
  hands: [],
  reactions: [],
  chat: [],
  unread: 0,
  isChatOpen: false,
  host: "unknown",
  isMuted: false,
  moderations: [],
} satisfies Ledger);

const SCENES: Readonly<Record<Scene, readonly string[]>> = {
  members: ["room.arrived Ben", "room.departed", "room.silent", "room.heard", "room.gone", "packet since"],
  speakers: ["room.speakers"],
  pin: ["user.pin", "user.pin nobody", "room.departed"],
  hand: ["user.toggleHand", "packet hand up", "packet hand down", "packet hello", "room.departed"],
  reaction: ["user.react", "user.react with text", "packet reaction", "after reactionTime"],
  chat: ["user.say", "user.say nothing", "packet chat", "packet hello", "user.openChat", "user.closeChat"],
  host: [
    "groupRoom.setHost nobody",
    "groupRoom.setHost me",
    "groupRoom.setHost Anna",
    "packet hello",
    "packet mute",
    "packet leave",
    "packet end",
    "user.mute",
    "user.remove",
    "user.muteAll",
    "user.endForAll",
    "moderate done",
    "moderate failed (unknown)",
    "after linkTimeout",
    "after goodbyeTime",
    "after endTimeout",
    "after departTime",
    "room.departed",
  ],
};

const OTHER_SCENES: readonly string[] = Object.values(SCENES).flat();

const HAND_UP = NOON + 5;
const EARLIER = NOON - 100_000;
const ANNAS_LINE: RoomLine = { id: "x", userID: ANNA, text: "Hi", at: NOON };

const packet = (sent: RoomPacket, userID = ANNA) => ({ type: "room.packet" as const, userID, packet: sent });

const PACKETS = {
  "packet since": packet({ kind: "state", hand: null, since: EARLIER }),
  "packet hand up": packet({ kind: "state", hand: HAND_UP, since: null }),
  "packet hand down": packet({ kind: "state", hand: null, since: null }),
  "packet hello": packet({ kind: "hello" }),
  "packet reaction": packet({ kind: "reaction", emoji: "🎉" }),
  "packet chat": packet({ kind: "chat", id: "x", text: "Hi", at: NOON }),
  "packet mute": packet({ kind: "ask", what: "mute" }),
  "packet leave": packet({ kind: "ask", what: "leave" }),
  "packet end": packet({ kind: "end" }),
};

/** A meeting with Anna. The media session tells only what changed. */
export const groupRoomModel: ChartModel<typeof groupRoomMachine> = {
  chart: "groupRoom",
  machine: groupRoomMachine,
  input: {
    parent: ignoringParent,
    clock: laterEachTime(),
    userID: ME,
    roomID: ROOM,
    outputID: "",
    camera: false,
    microphone: true,
    isEncrypted: false,
  },
  events: {
    "room.up": (_, page) => (read(page).link === "up" ? null : { type: "room.up", members: [] }),
    "room.up with Anna": (_, page) =>
      read(page).link === "up" ? null : { type: "room.up", members: [ANNA] },
    "room.down": (_, page) => (read(page).link === "up" ? { type: "room.down" } : null),
    "room.arrived Ben": (_, page) =>
      read(page).members.includes(BEN) ? null : { type: "room.arrived", userID: BEN },
    "room.departed": (_, page) =>
      read(page).members.includes(ANNA) ? { type: "room.departed", userID: ANNA, isDropped: false } : null,
    "room.silent": (_, page) =>
      read(page).members.includes(ANNA) ? { type: "room.departed", userID: ANNA, isDropped: true } : null,
    "room.heard": (_, page) =>
      read(page).silent.includes(ANNA) ? { type: "room.arrived", userID: ANNA } : null,
    "room.gone": (_, page) => (read(page).silent.includes(ANNA) ? { type: "room.gone", userID: ANNA } : null),
    "room.speakers": { type: "room.speakers", userIDs: [ANNA, ME] },
    "call.outputChosen": { type: "call.outputChosen", outputID: "headset" },
    "groupRoom.setHost nobody": { type: "groupRoom.setHost", hostID: null },
    "groupRoom.setHost me": { type: "groupRoom.setHost", hostID: ME },
    "groupRoom.setHost Anna": { type: "groupRoom.setHost", hostID: ANNA },
    ...PACKETS,
    "user.pin": { type: "user.pin", userID: ANNA },
    "user.pin nobody": { type: "user.pin", userID: null },
    "user.toggleHand": { type: "user.toggleHand" },
    "user.react": { type: "user.react", emoji: "👍" },
    "user.react with text": { type: "user.react", emoji: "look here" },
    "user.say": { type: "user.say", text: " Hello " },
    "user.say nothing": { type: "user.say", text: "  " },
    "user.openChat": { type: "user.openChat" },
    "user.closeChat": { type: "user.closeChat" },
    "user.mute": { type: "user.mute", userID: ANNA },
    "user.remove": { type: "user.remove", userID: ANNA },
    "user.muteAll": { type: "user.muteAll" },
    "user.endForAll": { type: "user.endForAll" },
  },
  answers: {
    mediaSession: {
      done: {
        lost: () => ({ cause: "lost" }),
        duplicate: () => ({ cause: "duplicate" }),
        removed: () => ({ cause: "removed" }),
      },
    },
    moderate: { failed: ["unknown"] },
  },
  around: {
    start: BLANK,
    after: (page, label) => JSON.stringify(after(read(page), label)),
    key: keyOf,
  },
  replies: (label, snapshot) =>
    label === "room.departed" && !isOver(snapshot) ? [{ type: "room.gone", userID: ANNA }] : [],
  cannot: (label, page, snapshot) => cannot(label, read(page), snapshot),
  evenIgnored: [
    "user.react with text",
    "packet mute",
    "packet leave",
    "packet end",
    "packet chat",
    "user.muteAll",
  ],
  isApart: true,
  isRest: isOver,

  opens: () => ({ world: aWorld() }),
  prepare(ports) {
    ports.platform.newID = () => ROOM;
    ports.hold("media.roomInfo");
  },
  async begin(stage) {
    await stage.act(() => callManagerOf(stage.app)?.send({ type: "user.openMeeting", roomID: ROOM }));
    await stage.act(() => callManagerOf(stage.app, "meeting")?.send({ type: "user.join" }));
  },
  actor: (app) => callManagerOf(app, "meeting", "groupRoom"),
  calls: { moderate: "media.moderate" },
  tells: ["media.command", "media.leave", "meeting <- groupRoom.members", "meeting <- call.outputChosen"],
  // Switching devices on is the media session's matter.
  isOwn: ({ call, input }) =>
    call !== "media.command" || isAbout(input, "packet.send") || isAbout(input, `"on":false`),
  logged: ["moderate"],
  delays: {
    announceTime: 3000,
    reactionTime: 5000,
    linkTimeout: 10_000,
    goodbyeTime: 500,
    departTime: 2000,
    endTimeout: 15_000,
  },
  stimuli: {
    "room.up": linkUp(),
    "room.up with Anna": linkUp(ANNA),
    "room.down": ({ ports }) => ports.emit.room({ type: "room.reconnecting" }),
    "room.arrived Ben": ({ ports }) =>
      ports.emit.room({ type: "room.memberJoined", member: aRoomMember({ userID: BEN }) }),
    "room.departed": leaves(false),
    "room.silent": ({ ports }) => ports.emit.room({ type: "room.memberSilent", userID: ANNA }),
    "room.heard": ({ ports }) => ports.emit.room({ type: "room.memberHeard", userID: ANNA }),
    "room.gone": leaves(true),
    "groupRoom.setHost nobody": madeBy(null),
    "groupRoom.setHost me": madeBy(ME),
    "groupRoom.setHost Anna": madeBy(ANNA),
    "call.outputChosen": ({ app }) =>
      callManagerOf(app, "meeting", "groupRoom", "mediaSession")?.send({
        type: "user.chooseOutput",
        outputID: "headset",
      }),
    "mediaSession done (lost)": closes("lost"),
    "mediaSession done (duplicate)": closes("duplicate"),
    "mediaSession done (removed)": closes("removed"),
  },
  reads: ({ context, tags }, { ports }) => ({
    room: ports.wire.findLast(({ call }) => call === "media.join")?.input,
    speakers: context.speakers,
    pinned: context.pinned,
    hands: context.hands,
    reactions: context.reactions.map(({ userID, emoji }) => `${userID} ${emoji}`),
    chat: context.chat,
    unread: context.unread,
    isChatOpen: tags.has("chatOpen"),
    isHost: context.hostID === ME,
  }),
  rows: {
    "open.link.down": {},
    "open.link.up.fresh": {},
    "open.link.up.announced": {},
    "open.packets": (moment) => ({ reads: readsAfter(moment), holds: { rooms: [ROOM] } }),
    "open.hands": {},
    "open.reactions.none": { reads: { reactions: [] } },
    "open.reactions.showing": {},
    "open.chat.closed": { reads: { isChatOpen: false } },
    "open.chat.open": { reads: { isChatOpen: true } },
    "open.moderation.idle": {},
    "open.moderation.moderating": ({ step }) => {
      const [next] = read(step?.around).moderations;
      return { asks: [["media.moderate", { roomID: ROOM, ...next }]] };
    },
    "open.ending.none": {},
    "open.ending.going.waiting": {},
    "open.ending.going.telling": { asks: [sends({ kind: "end" })] },
    "open.ending.going.removing": {},
    "open.ending.going.checking": {},
    lost: over,
    duplicate: over,
    removed: over,
    ended: over,
    left: over,
    stillOn: over,
  },
  leads: {
    "*": {
      "mediaSession done (lost)": "lost",
      "mediaSession done (duplicate)": "duplicate",
      "mediaSession done (removed)": "removed",
    },
    "open.link.*": {
      "room.arrived Ben": STAYS,
      "room.departed": STAYS,
      "room.silent": STAYS,
      "room.heard": STAYS,
      "room.gone": STAYS,
      "room.speakers": STAYS,
      "call.outputChosen": STAYS,
      "groupRoom.setHost nobody": STAYS,
      "groupRoom.setHost me": STAYS,
      "groupRoom.setHost Anna": STAYS,
      "user.pin": STAYS,
      "user.pin nobody": STAYS,
    },
    "open.link.down": {
      // The host who ends the meeting leaves as soon as the room is empty.
      "room.up": (snapshot) => (isEnding(leavesOf(snapshot), "checking") ? null : "open.link.up.fresh"),
      "room.up with Anna": "open.link.up.fresh",
    },
    "open.link.up.*": { "room.down": "open.link.down" },
    "open.link.up.fresh": { "after announceTime": "open.link.up.announced" },
    "open.link.up.announced": {},
    "open.packets": {
      "packet hello": STAYS,
      "packet since": STAYS,
      "packet hand up": STAYS,
      "packet hand down": STAYS,
      // Only the host may ask.
      "packet mute": byAnna(STAYS),
      "packet leave": byAnna("removed"),
      "packet end": byAnna("ended"),
    },
    "open.hands": { "user.toggleHand": STAYS },
    "open.reactions.none": {
      "user.react": "open.reactions.showing",
      "packet reaction": "open.reactions.showing",
    },
    "open.reactions.showing": {
      "user.react": STAYS,
      "packet reaction": STAYS,
      "after reactionTime": "open.reactions.none",
    },
    "open.chat.*": {
      "user.say": STAYS,
      "packet chat": (_, page) => (hasAnnasLine(read(page)) ? null : STAYS),
    },
    "open.chat.closed": { "user.openChat": "open.chat.open" },
    "open.chat.open": { "user.closeChat": "open.chat.closed" },
    "open.moderation.idle": {
      "user.mute": byMe("open.moderation.moderating"),
      "user.remove": byMe("open.moderation.moderating"),
      "user.muteAll": byMe((ledger) =>
        everybodyIn(ledger).length > 0 ? "open.moderation.moderating" : STAYS,
      ),
    },
    "open.moderation.moderating": {
      "user.mute": byMe(STAYS),
      "user.remove": byMe(STAYS),
      "user.muteAll": byMe(STAYS),
      "moderate done": (snapshot, page) => afterModeration(snapshot, page, "moderate done"),
      "moderate failed (unknown)": (snapshot, page) => afterModeration(snapshot, page, "moderate failed"),
    },
    "open.ending.none": {
      "user.endForAll": byMe(({ link }) => `open.ending.going.${link === "up" ? "telling" : "waiting"}`),
    },
    "open.ending.going.*": { "after endTimeout": "stillOn" },
    "open.ending.going.waiting": {
      "room.up": "open.ending.going.telling",
      "room.up with Anna": "open.ending.going.telling",
      "after linkTimeout": toRemoving,
    },
    "open.ending.going.telling": {
      "room.down": "open.ending.going.waiting",
      "after goodbyeTime": toRemoving,
    },
    "open.ending.going.removing": {
      "moderate done": afterRemoval("moderate done"),
      "moderate failed (unknown)": afterRemoval("moderate failed"),
    },
    "open.ending.going.checking": {
      "room.up": "left",
      "room.departed": (_, page) => (everybodyIn(read(page)).length > 1 ? null : "left"),
      "room.gone": (_, page) => (everybodyIn(read(page)).length > 1 ? null : "left"),
      "after departTime": "stillOn",
    },
    lost: {},
    duplicate: {},
    removed: {},
    ended: {},
    left: {},
    stillOn: {},
  },
  told,
  noise: {
    "11-43 R30 requests of a member who is not the host": {
      when: (snapshot) => !isOver(snapshot),
      make: ({ ports }) => {
        for (const label of ["packet mute", "packet leave", "packet end"] as const)
          ports.emit.room({ ...PACKETS[label], userID: BEN });
      },
    },
  },
  excused: chartsDoNotFail("mediaSession"),
};

/** A clock for the graph alone: a reaction is over when it is read again. */
function laterEachTime() {
  let now = NOON;
  return {
    newID: () => ROOM,
    now: () => {
      now += 5000;
      return now;
    },
  };
}

function linkUp(...userIDs: readonly string[]) {
  return ({ app, ports }: Stage) => {
    const isFirst = callManagerOf(app, "meeting")?.getSnapshot().hasTag("connecting") ?? false;
    const members = userIDs.map((userID) => aRoomMember({ userID }));
    ports.emit.room({ type: isFirst ? "room.connected" : "room.reconnected", members });
    if (isFirst) ports.emit.room({ type: "device.on", source: "microphone" });
  };
}

function leaves(isDropped: boolean) {
  return ({ ports }: Stage) => ports.emit.room({ type: "room.memberLeft", userID: ANNA, isDropped });
}

function madeBy(userID: string | null) {
  return ({ ports }: Stage) => ports.resolve("media.roomInfo", { madeBy: userID });
}

/** ---------------------------------------------------------------- ledger */

const ledgers = new Map<string, Ledger>();

function read(page = BLANK): Ledger {
  const ledger: Ledger = ledgers.get(page) ?? JSON.parse(page);
  ledgers.set(page, ledger);
  return ledger;
}

/** Times grow on every path. They do not decide what can come. */
function keyOf(page: string): string {
  const { at: _, since: __, chat, hands, ...rest } = read(page);
  const times = {
    chat: chat.map(({ userID }) => userID).sort(),
    hands: hands.map(({ userID }) => userID).sort(),
  };
  return JSON.stringify({ ...rest, ...times });
}

function sceneOf(label: string, { scene }: Ledger): Scene | null {
  if (scene !== null && !label.startsWith("groupRoom.setHost")) return scene;
  const scenes = Object.keys(SCENES) as Scene[];
  return scenes.find((one) => SCENES[one].includes(label)) ?? scene;
}

function after(before: Ledger, label: string): Ledger {
  const ledger = { ...before, scene: sceneOf(label, before) };
  const now = NOON + ledger.at;
  switch (label) {
    case "room.up":
      return met({ ...ledger, link: "up", isAnnounced: false, silent: [] }, []);
    case "room.up with Anna":
      return met({ ...ledger, link: "up", isAnnounced: false, silent: [] }, [ANNA]);
    case "room.down":
      return { ...ledger, link: "down" };
    case "after announceTime":
      return { ...ledger, isAnnounced: true, at: ledger.at + 3000 };
    case "room.arrived Ben":
      return met(ledger, [...ledger.members, BEN]);
    case "room.heard":
      return met({ ...ledger, silent: [] }, [...ledger.members, ANNA]);
    case "room.departed":
      return met(ledger, withoutAnna(ledger.members));
    case "room.silent":
      return met({ ...ledger, silent: [ANNA] }, withoutAnna(ledger.members));
    case "room.gone":
      return { ...ledger, silent: [] };
    case "packet since":
      return { ...ledger, since: EARLIER };
    case "room.speakers":
      return { ...ledger, speakers: [ANNA, ME] };
    case "user.pin":
      return { ...ledger, pinned: ANNA };
    case "user.pin nobody":
      return { ...ledger, pinned: null };
    case "user.toggleHand":
      return { ...ledger, hands: raised(ledger.hands, ME, handOf(ledger) === null ? now : null) };
    case "packet hand up":
      return { ...ledger, hands: raised(ledger.hands, ANNA, HAND_UP) };
    case "packet hand down":
      return { ...ledger, hands: raised(ledger.hands, ANNA, null) };
    case "user.react":
      return { ...ledger, reactions: [...ledger.reactions, `${ME} 👍`] };
    case "packet reaction":
      return { ...ledger, reactions: [...ledger.reactions, `${ANNA} 🎉`] };
    case "after reactionTime":
      return { ...ledger, reactions: [], at: ledger.at + 5000 };
    case "user.say":
      return { ...ledger, chat: inOrder([...ledger.chat, { id: ROOM, userID: ME, text: "Hello", at: now }]) };
    case "packet chat":
      if (hasAnnasLine(ledger)) return ledger;
      return {
        ...ledger,
        chat: inOrder([...ledger.chat, ANNAS_LINE]),
        unread: ledger.unread + (ledger.isChatOpen ? 0 : 1),
      };
    case "user.openChat":
      return { ...ledger, isChatOpen: true, unread: 0 };
    case "user.closeChat":
      return { ...ledger, isChatOpen: false };
    case "groupRoom.setHost nobody":
      return { ...ledger, host: "nobody" };
    case "groupRoom.setHost me":
      return { ...ledger, host: "me" };
    case "groupRoom.setHost Anna":
      return { ...ledger, host: "Anna" };
    case "packet mute":
      return { ...ledger, isMuted: ledger.isMuted || ledger.host === "Anna" };
    case "user.mute":
      return asked(ledger, "mute", [ANNA]);
    case "user.remove":
      return asked(ledger, "remove", [ANNA]);
    case "user.muteAll":
      return asked(ledger, "mute", everybodyIn(ledger));
    case "moderate done":
      return { ...withoutRemoved(ledger), moderations: ledger.moderations.slice(1) };
    case "moderate failed (unknown)":
      return { ...ledger, moderations: ledger.moderations.slice(1) };
    case "after linkTimeout":
    case "after goodbyeTime":
      return asked(ledger, "remove", everybodyIn(ledger));
    default:
      return ledger;
  }
}

/** The members in the room. Hands and the pin are removed with their users. */
function met(ledger: Ledger, members: readonly string[]): Ledger {
  const { since, at, hands, pinned } = ledger;
  return {
    ...ledger,
    members,
    since: since === null && members.length > 0 ? NOON + at : since,
    hands: hands.filter(({ userID }) => userID === ME || members.includes(userID)),
    pinned: pinned !== null && members.includes(pinned) ? pinned : null,
  };
}

/** A member that the server removed leaves the list at once. */
function withoutRemoved(ledger: Ledger): Ledger {
  const [first] = ledger.moderations;
  if (first?.what !== "remove") return ledger;
  const isOther = (userID: string) => userID !== first.userID;
  return met({ ...ledger, silent: ledger.silent.filter(isOther) }, ledger.members.filter(isOther));
}

function asked(ledger: Ledger, what: Moderation["what"], userIDs: readonly string[]): Ledger {
  if (ledger.host !== "me") return ledger;
  const isNew = (userID: string) =>
    !ledger.moderations.some((one) => one.userID === userID && one.what === what);
  const added = userIDs.filter(isNew).map((userID) => ({ userID, what }));
  return { ...ledger, moderations: [...ledger.moderations, ...added] };
}

function raised(hands: readonly RaisedHand[], userID: string, at: number | null): readonly RaisedHand[] {
  const others = hands.filter((hand) => hand.userID !== userID);
  return at === null ? others : inOrder([...others, { userID, at }]);
}

function inOrder<Dated extends { at: number }>(list: readonly Dated[]): readonly Dated[] {
  return [...list].sort((one, other) => one.at - other.at);
}

function handOf({ hands }: Ledger): number | null {
  return hands.find(({ userID }) => userID === ME)?.at ?? null;
}

function everybodyIn({ members, silent }: Ledger): readonly string[] {
  return [...members, ...silent];
}

function hasAnnasLine({ chat }: Ledger): boolean {
  return chat.some(({ userID }) => userID === ANNA);
}

function withoutAnna(userIDs: readonly string[]): readonly string[] {
  return userIDs.filter((userID) => userID !== ANNA);
}

/** Keeps paths short: each has one scene, begins it with Anna in the room, and does the same thing once. */
function cannot(label: string, ledger: Ledger, snapshot: Snapshot): boolean {
  const { scene, link, host } = ledger;
  const isConnecting = link === "connecting";
  const leaves = leavesOf(snapshot);
  switch (label) {
    case "room.up":
      return !isConnecting && !["members", "pin", "hand"].includes(scene ?? "");
    case "room.up with Anna":
      return false;
    case "room.down":
      if (scene === "host") return !isEnding(leaves, "going");
      return isConnecting || scene === "reaction" || scene === "chat" || scene === "speakers";
    case "after announceTime":
      if (scene === "host") return !isEnding(leaves, "removing");
      return scene === "pin" || scene === "reaction";
    case "mediaSession done (lost)":
    case "mediaSession done (duplicate)":
    case "mediaSession done (removed)":
      return scene !== null;
    case "call.outputChosen":
      return isConnecting || scene !== null;
    case "groupRoom.setHost me":
      if (scene === "members") return !ledger.silent.includes(ANNA);
      break;
    case "room.arrived Ben":
      if (scene === null) return link !== "up";
      break;
    case "after endTimeout":
      return !isEnding(leaves, "removing") || (link === "up" && !ledger.isAnnounced);
    default:
      break;
  }
  if (scene !== null && !SCENES[scene].includes(label)) return OTHER_SCENES.includes(label);
  if (scene === null) return link !== "up" || !ledger.members.includes(ANNA) || !mayBegin(label, ledger);
  if (scene !== "host") return isDone(label, ledger);
  if (label.startsWith("groupRoom.setHost")) return host !== "unknown";
  const state = { isGoing: isEnding(leaves, "going"), isChecking: isEnding(leaves, "checking") };
  return isAskedEnough(label, ledger, state);
}

/** The queue of requests stays short, and the end for all comes last. */
function isAskedEnough(
  label: string,
  { moderations, silent }: Ledger,
  { isGoing, isChecking }: { isGoing: boolean; isChecking: boolean },
): boolean {
  switch (label) {
    case "user.muteAll":
      return isGoing || moderations.length > 0;
    case "user.mute":
      return isGoing || moderations.length > 0 || silent.length > 0;
    case "user.remove":
      return isGoing || moderations.length > 1 || silent.length > 0;
    case "user.endForAll":
      return moderations.length > 1;
    case "room.departed":
      return !isChecking;
    default:
      return false;
  }
}

/** Reactions and the host's end take longer than the announcement of this user. */
function mayBegin(label: string, { isAnnounced }: Ledger): boolean {
  const isLong = SCENES.reaction.includes(label) || SCENES.host.includes(label);
  return label !== "packet hello" && (!isLong || isAnnounced);
}

function isDone(label: string, { chat, reactions, link }: Ledger): boolean {
  if (label === "user.say") return chat.some(({ userID }) => userID === ME);
  if (label === "user.react" || label === "packet reaction") return reactions.length > 1;
  return link !== "up" && (label.startsWith("packet") || label.startsWith("room."));
}

function isEnding(leaves: readonly string[], state: string): boolean {
  return leaves.some((leaf) => leaf.startsWith("open.ending.") && leaf.includes(state));
}

/** ---------------------------------------------------------------- expectations */

function readsAfter({ step }: Facts) {
  const { speakers, pinned, hands, reactions, chat, unread, host } = read(step?.around);
  const room = { roomID: ROOM, isMany: true };
  return { room, speakers, pinned, hands, reactions, chat, unread, isHost: host === "me" };
}

function byAnna(target: string): Lead<typeof groupRoomMachine> {
  return (_, page) => (read(page).host === "Anna" ? target : null);
}

function byMe(target: string | ((ledger: Ledger) => string)): Lead<typeof groupRoomMachine> {
  return (_, page) => {
    const ledger = read(page);
    if (ledger.host !== "me") return null;
    return typeof target === "string" ? target : target(ledger);
  };
}

/** The next request, or nothing. The end for all waits for the last request, then checks for remaining members. */
function afterModeration(snapshot: Snapshot, page: string, label: string): string {
  const ledger = read(page);
  if (ledger.moderations.length > 1) return "open.moderation.moderating";
  if (!isEnding(leavesOf(snapshot), "removing")) return "open.moderation.idle";
  const inside = everybodyIn(label === "moderate done" ? withoutRemoved(ledger) : ledger);
  return inside.length === 0 ? "left" : "open.moderation.idle";
}

function afterRemoval(label: string): Lead<typeof groupRoomMachine> {
  return (snapshot, page) =>
    afterModeration(snapshot, page, label) === "open.moderation.idle" ? "open.ending.going.checking" : null;
}

/** Members who stay are removed by the server, after the requests that wait. */
function toRemoving(snapshot: Snapshot, page: string): string {
  const ledger = read(page);
  if (leavesOf(snapshot).includes("open.moderation.moderating")) return "open.ending.going.removing";
  return everybodyIn(ledger).length > 0 ? "open.ending.going.removing, open.moderation.moderating" : "left";
}

function sends(sent: RoomPacket, ...to: readonly string[]): Wire {
  return ["media.command", { type: "packet.send", packet: sent, to }];
}

function over(): Row {
  return { gone: true, holds: { rooms: [] }, asks: [["media.leave", { roomID: ROOM }]] };
}

/** The packets to members, and the events to the meeting. */
function told({ label, aroundBefore, around }: Step<typeof groupRoomMachine>): readonly Wire[] {
  const [before, now] = [read(aroundBefore), read(around)];
  const news: Wire = ["meeting <- groupRoom.members", { members: now.members, since: now.since }];
  const state: RoomPacket = { kind: "state", hand: handOf(now), since: now.since };
  const lines = now.chat
    .filter(({ userID }) => userID === ME)
    .map(({ id, text, at }): RoomPacket => ({ kind: "chat", id, text, at }));
  const own = (...to: readonly string[]) => [state, ...lines].map((one) => sends(one, ...to));
  const [failed] = before.moderations;
  const all: Readonly<Record<string, readonly Wire[]>> = {
    "room.up": [news, sends({ kind: "hello" }), sends(state)],
    "room.up with Anna": [news, sends({ kind: "hello" }), sends(state)],
    "after announceTime": [sends({ kind: "hello" }), ...own()],
    "room.arrived Ben": [news],
    "room.heard": [news],
    "room.departed": [news],
    "room.silent": [news],
    "packet since": [news],
    "packet hand up": [news],
    "packet hand down": [news],
    "packet hello": own(ANNA),
    "packet mute":
      before.host === "Anna" && !before.isMuted
        ? [["media.command", { type: "device.set", source: "microphone", on: false }]]
        : [],
    "call.outputChosen": [["meeting <- call.outputChosen", { outputID: "headset" }]],
    "user.toggleHand": [sends(state)],
    "user.react": [sends({ kind: "reaction", emoji: "👍" })],
    "user.say": lines.map((line) => sends(line)),
    "moderate failed (unknown)": failed
      ? [sends({ kind: "ask", what: failed.what === "mute" ? "mute" : "leave" }, failed.userID)]
      : [],
  };
  return all[label] ?? [];
}
