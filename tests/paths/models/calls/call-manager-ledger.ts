/**
 * The expected state of the call manager after each label, by the rules R1 to R8 alone. It reads nothing from
 * the chart.
 */
import type { CallMedia, Invitation } from "../../../../machines/domain/call.ts";
import { anInvitation, ROOM } from "../../../fakes/signals.ts";
import { ANNA, ME } from "../../../fakes/world.ts";

/** Anna's calls: the smaller room wins against the user's call (R7), the larger one loses and comes later. */
export const SMALLER = "1".repeat(32);
export const LARGER = "9".repeat(32);
/** Anna's call from before she accepted the user's call, or before she called again. */
export const OVERTAKEN = "3".repeat(32);
export const BENS = "b".repeat(32);
/** Ben calls again at once and gets a busy signal again, because it is another call (4-87). */
export const BENS_NEXT = "e".repeat(31).concat("0");

export type LineState = "free" | "calling" | "talking" | "ringing" | "accepted";

export type Refused = "busy" | "declined";

export interface Ledger {
  line: LineState;
  /** The room of the current call, or of the user's last call. */
  room: string;
  mediaType: CallMedia;
  camera: boolean;
  /** Ended rooms, and which of them were answered late (R4, R5). */
  endedRooms: Readonly<Record<string, "ended" | "answered">>;
  /** Rooms that this user rejected, and why (R4). */
  refused: Readonly<Record<string, Refused>>;
  /** Whether the media library still loads for the current call (7-41). */
  isLoading: boolean;
  isLeft: boolean;
  /** Whether the user has answered Anna's call to the smaller room in its notification, before it came (11-25). */
  isAnswered: boolean;
}

const AT_FIRST: Ledger = {
  line: "free",
  room: ROOM,
  mediaType: "voice",
  camera: false,
  endedRooms: {},
  refused: {},
  isLoading: false,
  isLeft: false,
  isAnswered: false,
};

export const BLANK = write(AT_FIRST);

export function read(page: string): Ledger {
  const ledger: Ledger = JSON.parse(page);
  return ledger;
}

export function follow(page: string, label: string): string {
  return write(after(read(page), label));
}

export function invitationOf({ room, mediaType }: Ledger): Invitation {
  const isMine = room === ROOM;
  return anInvitation({
    roomID: room,
    mediaType,
    ...(isMine ? { inviterUserID: ME, inviteeUserIDList: [ANNA] } : {}),
  });
}

/** R7, R8: another call of Anna's replaces this one. An invitation that she sent earlier does not. */
export function replaces(label: string, { line, room, endedRooms }: Ledger): boolean {
  if (line === "free") return false;
  switch (label) {
    case "signal.invite":
      return room === ROOM && !(SMALLER in endedRooms);
    case "signal.invite to a larger room":
      return room !== LARGER && line !== "calling" && !(LARGER in endedRooms);
    default:
      return false;
  }
}

/** The room that an invitation of Anna's or Ben's is for. */
const INVITED: Readonly<Record<string, string>> = {
  "signal.invite by Ben": BENS,
  "signal.invite by Ben once more": BENS_NEXT,
  "signal.invite that was overtaken": OVERTAKEN,
  "signal.invite": SMALLER,
  "signal.invite to a larger room": LARGER,
};

/** R4: why the call that an invitation repeats was rejected; null if it repeats none, or was not rejected. */
export function refusedBefore(label: string, { line, room, refused }: Ledger): Refused | null {
  const invited = INVITED[label];
  if (invited === undefined || (line !== "free" && room === invited)) return null;
  return refused[invited] ?? null;
}

/** R2, R4, 4-86: an invitation without any answer. */
export function isDropped(label: string, ledger: Ledger): boolean {
  const { line, room, endedRooms } = ledger;
  if (refusedBefore(label, ledger)) return false;
  switch (label) {
    case "signal.invite that is too old":
    case "signal.invite in another's name":
      return true;
    case "signal.invite by Ben":
      return BENS in endedRooms;
    case "signal.invite by Ben once more":
      return BENS_NEXT in endedRooms;
    case "signal.invite that was overtaken":
      return OVERTAKEN in endedRooms;
    case "signal.invite":
    case "signal.invite to a larger room": {
      const invited = label === "signal.invite" ? SMALLER : LARGER;
      return invited in endedRooms && (line === "free" || room !== invited);
    }
    default:
      return false;
  }
}

/** R5: Anna accepted the user's last call after its end, and does not know yet. */
export function isLate({ line, room, endedRooms }: Ledger): boolean {
  return line === "free" && endedRooms[room] === "ended";
}

/** The remembered rooms as text: "1, 5 answered". */
export function endedRoomsIn({ endedRooms }: Ledger): string {
  return nameEndedRooms(
    Object.entries(endedRooms).map(([roomID, state]) => ({ roomID, isAnswered: state === "answered" })),
  );
}

export function nameEndedRooms(endedRooms: readonly { roomID: string; isAnswered: boolean }[]): string {
  return endedRooms
    .map(({ roomID, isAnswered }) => `${roomID[0]}${isAnswered ? " answered" : ""}`)
    .sort()
    .join(", ");
}

function after(ledger: Ledger, label: string): Ledger {
  if (label.includes("is left")) return { ...ledger, isLeft: true };
  if (label.startsWith("prepareMedia")) return { ...ledger, isLoading: false };
  if (isDropped(label, ledger) || refusedBefore(label, ledger)) return ledger;
  return ledger.line === "free" ? afterwardsFrom(ledger, label) : during(ledger, label);
}

function afterwardsFrom(ledger: Ledger, label: string): Ledger {
  const begun = { ...ledger, isLoading: true };
  switch (label) {
    case "user.call":
      return { ...begun, line: "calling", room: ROOM, mediaType: "voice", camera: false };
    case "user.call with video":
      return { ...begun, line: "calling", room: ROOM, mediaType: "video", camera: true };
    case "push.answered":
      return { ...ledger, isAnswered: true };
    case "signal.invite": {
      const line = ledger.isAnswered ? "accepted" : "ringing";
      return { ...begun, line, room: SMALLER, mediaType: "video", camera: true, isAnswered: false };
    }
    case "signal.invite to a larger room":
      return { ...begun, line: "ringing", room: LARGER, mediaType: "voice", camera: false };
    case "signal.accept":
      return isLate(ledger) ? ended(ledger, ledger.room, "answered") : ledger;
    case "signal.reject":
    case "signal.cancel":
    case "signal.hungup":
      return ended(ledger, ledger.room);
    case "signal.cancel ahead of its call":
      return ended(ledger, SMALLER);
    default:
      return ledger;
  }
}

function during(ledger: Ledger, label: string): Ledger {
  const { line, room } = ledger;
  if (replaces(label, ledger)) {
    const [next, mediaType] =
      label === "signal.invite" ? ([SMALLER, "video"] as const) : ([LARGER, "voice"] as const);
    const isVideo = mediaType === "video";
    // R7: a crossing call is accepted without asking, and never with a camera that the user did not choose.
    const camera = line === "calling" ? ledger.camera && isVideo : isVideo;
    const taken = line === "calling" ? "accepted" : "ringing";
    return { ...ended(ledger, room), line: taken, room: next, mediaType, camera, isLoading: true };
  }
  if (ends(label, line)) {
    const isDeclined = label.startsWith("call done") && (line === "ringing" || line === "accepted");
    const after = isDeclined ? refusing(ledger, room, "declined") : ledger;
    return { ...ended(after, room), line: "free", room: ROOM, isLoading: false };
  }
  switch (label) {
    case "push.answered":
      return line === "ringing" && room === SMALLER ? { ...ledger, line: "accepted" } : ledger;
    case "signal.accept":
      return line === "calling" ? { ...ledger, line: "talking" } : ledger;
    case "signal.invite":
      // It was sent before the call to the larger room, so it replaces nothing and gets a busy signal.
      return room === LARGER ? busy(ledger, SMALLER) : ledger;
    case "signal.invite by Ben":
      return busy(ledger, BENS);
    case "signal.invite by Ben once more":
      return busy(ledger, BENS_NEXT);
    case "signal.invite that was overtaken":
      return busy(ledger, OVERTAKEN);
    default:
      return ledger;
  }
}

function ends(label: string, line: LineState): boolean {
  if (label.startsWith("call done")) return true;
  switch (label) {
    case "signal.hungup":
      return true;
    case "signal.reject":
      return line === "calling";
    case "signal.cancel":
      return line === "ringing" || line === "accepted";
    case "signal.cancel taken elsewhere":
      return line === "ringing";
    default:
      return false;
  }
}

/** A room that was answered stays so, and is not answered twice. */
function ended(ledger: Ledger, room: string, state: "ended" | "answered" = "ended"): Ledger {
  const known = ledger.endedRooms[room];
  const endedRooms = { ...ledger.endedRooms, [room]: known === "answered" ? known : state };
  return { ...ledger, endedRooms: Object.fromEntries(Object.entries(endedRooms).sort()) };
}

function busy(ledger: Ledger, room: string): Ledger {
  return ended(refusing(ledger, room, "busy"), room);
}

function refusing(ledger: Ledger, room: string, why: Refused): Ledger {
  const refused = { ...ledger.refused, [room]: why };
  return { ...ledger, refused: Object.fromEntries(Object.entries(refused).sort()) };
}

function write(ledger: Ledger): string {
  return JSON.stringify(ledger);
}
