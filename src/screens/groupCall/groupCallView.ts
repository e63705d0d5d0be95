import type { PersonStatus } from "../../../machines/calls/group-rules.ts";
import type { REACTIONS as KNOWN, LinkQuality } from "../../../machines/calls/media-room.ts";
import type { CallMedia } from "../../../machines/domain/call.ts";
import "../../i18n/talk.ts";
import type { Translate } from "../../i18n/text.ts";
import type { MediaSessionActor } from "../../shell/actors.tsx";

/** "ringing": it rings here. "calling": no other user is in yet. */
export type GroupCallPhase = "lobby" | "connecting" | "calling" | "ringing" | "connected";

/** A person of a group call or meeting, as screens show them. */
export interface PersonView {
  userID: string;
  /** "You" for the user. */
  name: string;
  /** The name whose letter stands for a missing picture. */
  ownName: string;
  faceURL: string;
  isSelf: boolean;
  status: PersonStatus;
  microphone: boolean;
  camera: boolean;
  screen: boolean;
  isSpeaking: boolean;
  quality: LinkQuality;
  hasHandUp: boolean;
}

export interface ReactionView {
  id: number;
  name: string;
  emoji: string;
}

export interface ChatLineView {
  id: string;
  name: string;
  isOwn: boolean;
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface GroupCallView {
  kind: "group" | "meeting";
  phase: GroupCallPhase;
  roomID: string;
  mediaType: CallMedia;
  /** The group's name. Empty for a meeting. */
  title: string;
  faceURL: string;
  /** Empty for a meeting. */
  groupID: string;
  selfID: string;
  inviterID: string;
  /** The link of a meeting, with its key. Empty for a group call. */
  link: string;
  isEncrypted: boolean;
  /** Whether this browser can share a screen. */
  canShare: boolean;
  /** True for the user who made the meeting. */
  isHost: boolean;
  /** This user first, then everybody else: in the room, ringing, or gone. */
  people: readonly PersonView[];
  /** Null shows the grid, or a shared screen. */
  pinned: string | null;
  /** Loudest first. */
  speakers: readonly string[];
  reactions: readonly ReactionView[];
  chat: readonly ChatLineView[];
  unread: number;
  /** Milliseconds since the epoch. Null until the call is connected. */
  startedAt: number | null;
  room: MediaSessionActor | undefined;
}

export interface GroupCallActions {
  accept: () => void;
  hangUp: () => void;
  minimise: () => void;
  pin: (userID: string | null) => void;
  toggleHand: () => void;
  react: (emoji: string) => void;
  say: (text: string) => void;
  openChat: () => void;
  closeChat: () => void;
  ringAgain: (userID: string) => void;
  addPeople: () => void;
  mute: (userID: string) => void;
  muteAll: () => void;
  remove: (userID: string) => void;
  endForAll: () => void;
}

/** A quick answer without words, in the order of the panel. */
export const REACTIONS = [
  { emoji: "👍", key: "talk.thumbsUp" },
  { emoji: "❤️", key: "talk.heart" },
  { emoji: "😂", key: "talk.laugh" },
  { emoji: "👏", key: "talk.clap" },
  { emoji: "🎉", key: "talk.party" },
  { emoji: "😮", key: "talk.wow" },
] as const satisfies readonly { emoji: (typeof KNOWN)[number]; key: string }[];

export function peopleIn({ people }: Pick<GroupCallView, "people">): readonly PersonView[] {
  return people.filter(({ status }) => status === "joined");
}

/** Who invites the user to a call that rings, and to which kind of call. */
export function invitationText(
  view: Pick<GroupCallView, "people" | "inviterID" | "mediaType">,
  t: Translate,
): string {
  const inviter = view.people.find(({ userID }) => userID === view.inviterID);
  return t(view.mediaType === "video" ? "groupCall.invitesVideo" : "groupCall.invitesVoice", {
    name: inviter?.name ?? t("common.someone"),
  });
}

/** The users of a call that rings, without this user and the inviter: those who are in, and those who are invited. */
export function othersOf({ people, inviterID }: Pick<GroupCallView, "people" | "inviterID">): {
  inside: readonly PersonView[];
  invited: readonly PersonView[];
} {
  const others = people.filter(({ userID, isSelf }) => !isSelf && userID !== inviterID);
  return {
    inside: peopleIn({ people: others }),
    invited: others.filter(({ status }) => status === "ringing"),
  };
}

/** Most names where the system shows the call. */
const NAMED = 4;

/** The names of the others in the call, for the system's own controls. */
export function namesIn(view: Pick<GroupCallView, "people">, t: Translate): string {
  const others = peopleIn(view).filter(({ isSelf }) => !isSelf);
  return others
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(t("preview.nameSeparator"));
}

/** Tiles of the grid: the users who are in, then those who are being rung. */
export function tilesOf({ people }: Pick<GroupCallView, "people">): readonly PersonView[] {
  return [...peopleIn({ people }), ...people.filter(({ status }) => status === "ringing")];
}

export interface StageView {
  person: PersonView;
  source: "camera" | "screen";
}

/** The large picture: the pinned person, else the first screen that another person shares. Null for the grid. */
export function stageOf({ people, pinned }: Pick<GroupCallView, "people" | "pinned">): StageView | null {
  const inside = peopleIn({ people });
  const chosen = inside.find(({ userID }) => userID === pinned);
  if (chosen) return { person: chosen, source: chosen.screen && !chosen.isSelf ? "screen" : "camera" };
  const sharing = inside.find(({ screen, isSelf }) => screen && !isSelf);
  return sharing ? { person: sharing, source: "screen" } : null;
}

/** The small picture of a call of many: the stage or the loudest of the others, and what they send; null for none. */
export function pictureOf(view: Pick<GroupCallView, "people" | "pinned" | "speakers" | "phase">): {
  person: PersonView | undefined;
  source: StageView["source"] | null;
} {
  const others = peopleIn(view).filter(({ isSelf }) => !isSelf);
  const stage = stageOf(view);
  const loudest = view.speakers
    .map((speaker) => others.find(({ userID }) => userID === speaker))
    .find((person) => person !== undefined);
  const person = stage?.person ?? loudest ?? others[0];
  const source = stage?.source ?? "camera";
  const hasPicture = view.phase === "connected" && person?.[source] === true && !person.isSelf;
  return { person, source: hasPicture ? source : null };
}
