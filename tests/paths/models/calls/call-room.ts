import { callRoomMachine } from "../../../../machines/calls/call-room.ts";
import { anAccept, anInvitation, aRoomMember, ROOM } from "../../../fakes/signals.ts";
import { ANNA, aParticipant, aWorld, BEN, ME } from "../../../fakes/world.ts";
import type { SnapshotOf } from "../../graph.ts";
import type { ChartModel, Moment, Row, Wire } from "../../model.ts";
import { STAYS } from "../../transition-table.ts";
import { chartsDoNotFail } from "../excuses.ts";
import { ignoringParent } from "../parents.ts";
import {
  arrive,
  callManagerOf,
  comeAndGo,
  depart,
  linkDown,
  linkUp,
  nameEverything,
  roomOf,
  TALK_ENDS,
} from "./call-parts.ts";

const MINE = anInvitation({ inviterUserID: ME, inviteeUserIDList: [ANNA] });

const OVER: Row = { asks: [["media.leave", { roomID: ROOM }]], gone: true, holds: { rooms: [] } };

type Snapshot = SnapshotOf<typeof callRoomMachine>;
type Facts = Moment<typeof callRoomMachine>;

export const callRoomModel: ChartModel<typeof callRoomMachine> = {
  chart: "callRoom",
  machine: callRoomMachine,
  input: { parent: ignoringParent, roomID: ROOM, peerID: ANNA, outputID: "", camera: false },
  events: {
    "callRoom.begin": (snapshot) =>
      leafOf(snapshot) === "waiting.taken" ? null : { type: "callRoom.begin" },
    "room.up": (snapshot) => (isLinkUp(snapshot) ? null : { type: "room.up", members: [BEN] }),
    "room.up with Anna": (snapshot) =>
      isLinkUp(snapshot) ? null : { type: "room.up", members: [ANNA, BEN] },
    "room.down": (snapshot) => (isLinkUp(snapshot) ? { type: "room.down" } : null),
    "room.arrived": ({ context }) =>
      context.members?.includes(ANNA) === false ? { type: "room.arrived", userID: ANNA } : null,
    "room.departed": ({ context }) =>
      context.members?.includes(ANNA) ? { type: "room.departed", userID: ANNA, isDropped: false } : null,
    "room.departed dropped": ({ context }) =>
      context.members?.includes(ANNA) ? { type: "room.departed", userID: ANNA, isDropped: true } : null,
    // A dropped peer has left by now (R18).
    "room.departed for good": (snapshot) =>
      leafOf(snapshot) === "talking.apart" && isLinkUp(snapshot)
        ? { type: "room.departed", userID: ANNA, isDropped: false }
        : null,
    "room.departed somebody else": (snapshot) =>
      isLinkUp(snapshot) ? { type: "room.departed", userID: BEN, isDropped: false } : null,
    "call.outputChosen": (snapshot) =>
      isLinkUp(snapshot) ? { type: "call.outputChosen", outputID: "headset" } : null,
  },
  answers: {
    mediaSession: { done: { lost: () => ({ cause: "lost" }), duplicate: () => ({ cause: "duplicate" }) } },
  },
  key: ({ context }) => `${context.members?.join()}`,
  isRest: ({ status }) => status === "done",

  opens: () => ({ world: aWorld() }),
  prepare: (ports) => nameEverything(ports, ROOM),
  begin: (stage) =>
    stage.act(() =>
      callManagerOf(stage.app)?.send({ type: "user.call", participant: aParticipant(), mediaType: "voice" }),
    ),
  actor: (app) => callManagerOf(app, "call", "callRoom"),
  calls: {},
  tells: [
    "caller <- callRoom.linked",
    "caller <- callRoom.unlinked",
    "caller <- callRoom.met",
    "caller <- callRoom.parted",
    "caller <- call.outputChosen",
    "media.leave",
  ],
  delays: { peerTimeout: 30_000, returnTimeout: 3000 },
  stimuli: {
    "callRoom.begin": ({ ports }) => ports.emit.signals(anAccept({ invitation: MINE })),
    "room.up": (stage) => linkUp(stage, aRoomMember({ userID: BEN })),
    "room.up with Anna": (stage) => linkUp(stage, aRoomMember(), aRoomMember({ userID: BEN })),
    "room.down": linkDown,
    "room.arrived": arrive,
    "room.departed": (stage) => depart(stage, false),
    "room.departed dropped": (stage) => depart(stage, true),
    "room.departed for good": (stage) => depart(stage, false),
    "room.departed somebody else": ({ ports }) =>
      ports.emit.room({ type: "room.memberLeft", userID: BEN, isDropped: false }),
    "call.outputChosen": ({ app }) => roomOf(app)?.send({ type: "user.chooseOutput", outputID: "headset" }),
    "mediaSession done (lost)": TALK_ENDS.lost,
    "mediaSession done (duplicate)": TALK_ENDS.duplicate,
  },
  reads: (snapshot) => ({
    is: leafOf(snapshot),
    members: snapshot.context.members,
    shows: [...snapshot.tags].join(),
  }),
  rows: {
    "waiting.untaken": (moment) => ({ reads: reads("waiting.untaken", moment) }),
    "waiting.taken": (moment) => ({ reads: reads("waiting.taken", moment) }),
    "talking.together": (moment) => ({
      asks: ["caller <- callRoom.met"],
      reads: reads("talking.together", moment),
    }),
    "talking.apart": (moment) => ({
      asks: ["caller <- callRoom.parted"],
      reads: { ...reads("talking.apart", moment), shows: "peerAway" },
    }),
    "talking.leaving": (moment) => ({
      asks: ["caller <- callRoom.parted"],
      reads: reads("talking.leaving", moment),
    }),
    "talking.unlinked": (moment) => ({
      asks: ["caller <- callRoom.parted"],
      reads: reads("talking.unlinked", moment),
    }),
    left: OVER,
    peerLost: OVER,
    lost: OVER,
    duplicate: OVER,
  },
  leads: {
    "*": {
      "mediaSession done (lost)": "lost",
      "mediaSession done (duplicate)": "duplicate",
      "call.outputChosen": STAYS,
      "room.departed somebody else": STAYS,
    },
    // Before the call is accepted, members may come and go.
    "waiting.*": {
      "room.down": STAYS,
      "room.departed": STAYS,
      "room.departed dropped": STAYS,
    },
    "waiting.untaken": {
      "room.up": STAYS,
      "room.up with Anna": STAYS,
      "room.arrived": STAYS,
      "callRoom.begin": (snapshot) =>
        snapshot.context.members?.includes(ANNA) ? "talking.together" : "waiting.taken",
    },
    "waiting.taken": {
      "room.up": STAYS,
      "room.up with Anna": "talking.together",
      "room.arrived": "talking.together",
    },
    "talking.*": {
      "room.down": "talking.unlinked",
      "room.departed": "talking.leaving",
      "room.departed dropped": "talking.apart",
    },
    "talking.together": {},
    "talking.apart": {
      "room.arrived": "talking.together",
      "room.departed for good": "talking.leaving",
      "after peerTimeout": "peerLost",
    },
    "talking.leaving": {
      "room.arrived": "talking.together",
      "after returnTimeout": "left",
    },
    "talking.unlinked": {
      "room.up": "talking.apart",
      "room.up with Anna": "talking.together",
    },
    left: {},
    peerLost: {},
    lost: {},
    duplicate: {},
  },
  told({ label, before, after }): readonly Wire[] {
    const wasWaiting = leafOf(before).startsWith("waiting");
    if (label === "call.outputChosen") return [["caller <- call.outputChosen", { outputID: "headset" }]];
    if (label === "callRoom.begin") return isLinkUp(before) ? ["caller <- callRoom.linked"] : [];
    if (label === "room.down" && wasWaiting) return ["caller <- callRoom.unlinked"];
    if (label.startsWith("room.up") && wasWaiting) return ["caller <- callRoom.linked"];
    // The user's connection is back, and only now it is known that she is there.
    if (label === "room.up with Anna" && leafOf(after) === "talking.together")
      return ["caller <- callRoom.parted"];
    return [];
  },
  noise: {
    "4-100 another user joins and leaves": {
      when: ({ context }) => context.members?.includes(BEN) === false,
      make: ({ ports }) => comeAndGo(ports, BEN),
    },
    "an accept by another user": ({ ports }) => ports.emit.signals(anAccept({ from: BEN, invitation: MINE })),
  },
  excused: chartsDoNotFail("mediaSession"),
};

function reads(is: string, { step }: Facts) {
  return { is, members: membersAfter(step), shows: "" };
}

/** The members, as far as known; null while the user's connection is down. */
function membersAfter(step: Facts["step"]): readonly string[] | null {
  const before = step?.before.context.members ?? null;
  switch (step?.label) {
    case "room.up":
      return [BEN];
    case "room.up with Anna":
      return [ANNA, BEN];
    case "room.down":
      return null;
    case "room.arrived":
      return [...(before ?? []), ANNA];
    case "room.departed":
    case "room.departed dropped":
    case "room.departed for good":
      return (before ?? []).filter((userID) => userID !== ANNA);
    case "room.departed somebody else":
      return (before ?? []).filter((userID) => userID !== BEN);
    default:
      return before;
  }
}

function leafOf({ value }: Snapshot): string {
  return typeof value === "string" ? value : Object.entries(value).flat().join(".");
}

function isLinkUp({ context }: Snapshot): boolean {
  return context.members !== null;
}
