import type {
  Participant,
  RemoteParticipant,
  RemoteTrack,
  RemoteTrackPublication,
  Room,
  TrackPublication,
} from "livekit-client";
import {
  type LinkQuality,
  MOST_SPEAKERS,
  type RoomEvent,
  type RoomMember,
} from "../../../machines/calls/media-room.ts";
import type { Encryption } from "./encryption.ts";
import type { LiveKit } from "./library.ts";
import type { Byes } from "./parting.ts";
import type { PictureSource, Pictures } from "./pictures.ts";
import type { RoomListeners } from "./room-listeners.ts";
import type { Sound } from "./sound.ts";

/** Who is in a room, what they publish, who speaks, how good their connections are. Reports each change. */
export interface Members {
  /** Returns the members who are there. Later changes are reported against this list. */
  list(): RoomMember[];
  /**
   * Finds members without "participantConnected". The library does not emit it for a member who joins shortly after
   * a full reconnect. Two users who both reconnect after a server restart would wait for each other until the call
   * is lost.
   */
  lookAround(): void;
  /** Reports a member whose media is connected, unless it is reported already or said bye. */
  welcome(participant: RemoteParticipant): void;
  /** Reports that a member left who may still be in the room. `heard`: see `Bye`. */
  takeBye(participant: RemoteParticipant, heard: readonly string[]): void;
}

export interface MembersDependencies {
  liveKit: LiveKit;
  room: Pick<Room, "remoteParticipants">;
  listeners: RoomListeners;
  byes: Byes;
  isMany: boolean;
  /** Null in a room that is not encrypted. */
  encryption: Encryption | null;
  /** Where the members' tracks are played and shown. */
  sound: Pick<Sound, "play" | "silence">;
  pictures: Pick<Pictures, "put" | "drop">;
  tell(event: RoomEvent): void;
}

const PICTURE_SOURCES: ReadonlyMap<string, PictureSource> = new Map([
  ["camera", "camera"],
  ["screen_share", "screen"],
]);

/** Listens to the members of a room and to their tracks. */
export function createMembers(dependencies: MembersDependencies): Members {
  const { liveKit, room, listeners, byes, isMany, encryption, sound, pictures, tell } = dependencies;
  const { on } = listeners;
  /** What removes the listeners of each member. */
  const adopted = new Map<RemoteParticipant, () => void>();
  /**
   * Members whose media connected once. A member who only signals has not joined yet (R16); a returning member has
   * joined at once (R18).
   */
  const met = new Set<string>();
  /** Members in the last report, as reported. */
  const present = new Map<string, RoomMember>();

  /** Media with another kind of encryption than the room's count as not published. */
  const isReadable = ({ isEncrypted }: TrackPublication) => isEncrypted === (encryption !== null);
  const asMember = (participant: RemoteParticipant) => memberOf(participant, isReadable, liveKit);
  const isThere = ({ isActive, identity, sid }: RemoteParticipant) =>
    (isActive || met.has(identity)) && !byes.isGone(sid);

  const welcome = (participant: RemoteParticipant) => {
    const { identity, sid } = participant;
    if (present.has(identity) || byes.isGone(sid)) return;
    met.add(identity);
    const member = asMember(participant);
    present.set(identity, member);
    tell({ type: "room.memberJoined", member });
  };
  const tellChange = (_: unknown, participant: Participant) => {
    const known = room.remoteParticipants.get(participant.identity);
    if (!known || known !== participant || !isThere(known)) return;
    const member = asMember(known);
    const before = present.get(member.userID);
    if (before) {
      if (isSameMember(before, member)) return; // the library has several events for one change
      present.set(member.userID, member);
    }
    tell({ type: "room.memberChanged", member });
  };

  /**
   * Listens to a member's tracks on the participant: after a full reconnect, livekit-client 2.23 may hold back the
   * room's own events forever (see `lookAround`).
   */
  const adopt = (participant: RemoteParticipant) => {
    if (adopted.has(participant)) return;
    const take = (track: RemoteTrack, publication: RemoteTrackPublication) => {
      if (!isReadable(publication)) return;
      const source = PICTURE_SOURCES.get(publication.source);
      if (track.kind === "audio") sound.play(track);
      else if (source) pictures.put(participant.identity, source, track);
      tellChange(publication, participant);
    };
    const drop = (track: RemoteTrack) => {
      sound.silence(track);
      pictures.drop(track);
    };
    const meet = () => welcome(participant);
    participant.on("trackSubscribed", take);
    participant.on("trackUnsubscribed", drop);
    participant.on("active", meet);
    adopted.set(participant, () => {
      participant.off("trackSubscribed", take);
      participant.off("trackUnsubscribed", drop);
      participant.off("active", meet);
    });
    for (const publication of participant.trackPublications.values())
      if (publication.track) take(publication.track, publication);
  };
  const adoptAll = () => room.remoteParticipants.forEach(adopt);

  const release = (participant: RemoteParticipant) => {
    adopted.get(participant)?.();
    adopted.delete(participant);
  };
  listeners.add(() => [...adopted.keys()].forEach(release));

  on("participantConnected", (participant) => {
    adopt(participant);
    if (isThere(participant)) welcome(participant);
  });
  on("participantDisconnected", (participant: RemoteParticipant, reason) => {
    release(participant);
    if (!isThere(participant)) return;
    present.delete(participant.identity);
    tell({
      type: "room.memberLeft",
      userID: participant.identity,
      isDropped: reason !== liveKit.DisconnectReason.CLIENT_INITIATED,
    });
  });
  on("trackPublished", tellChange);
  on("trackUnpublished", tellChange);
  on("trackMuted", tellChange);
  on("trackUnmuted", tellChange);
  if (isMany) {
    on("connectionQualityChanged", tellChange);
    on("activeSpeakersChanged", (speakers) =>
      tell({
        type: "room.speakers",
        userIDs: speakers.slice(0, MOST_SPEAKERS).map(({ identity }) => identity),
      }),
    );
  }

  return {
    list() {
      adoptAll();
      const those = [...room.remoteParticipants.values()].filter(isThere);
      present.clear();
      return those.map((participant) => {
        met.add(participant.identity);
        const member = asMember(participant);
        present.set(member.userID, member);
        return member;
      });
    },
    lookAround() {
      adoptAll();
      for (const participant of room.remoteParticipants.values())
        if (isThere(participant)) welcome(participant);
    },
    welcome,
    takeBye({ sid, identity }, heard) {
      if (!byes.add({ id: sid, heard }) || !present.delete(identity)) return;
      tell({ type: "room.memberLeft", userID: identity, isDropped: false });
    },
  };
}

function memberOf(
  {
    identity,
    isMicrophoneEnabled,
    isCameraEnabled,
    isScreenShareEnabled,
    connectionQuality,
    trackPublications,
  }: RemoteParticipant,
  isReadable: (publication: TrackPublication) => boolean,
  liveKit: LiveKit,
): RoomMember {
  const hidden = new Set<string>(
    [...trackPublications.values()].filter((one) => !isReadable(one)).map(({ source }) => source),
  );
  return {
    userID: identity,
    microphone: isMicrophoneEnabled && !hidden.has("microphone"),
    camera: isCameraEnabled && !hidden.has("camera"),
    screen: isScreenShareEnabled && !hidden.has("screen_share"),
    quality: qualityOf(connectionQuality, liveKit),
  };
}

function isSameMember(a: RoomMember, b: RoomMember): boolean {
  return (
    a.microphone === b.microphone && a.camera === b.camera && a.screen === b.screen && a.quality === b.quality
  );
}

function qualityOf(
  quality: RemoteParticipant["connectionQuality"],
  { ConnectionQuality }: LiveKit,
): LinkQuality {
  switch (quality) {
    case ConnectionQuality.Excellent:
    case ConnectionQuality.Good:
      return "good";
    case ConnectionQuality.Poor:
      return "poor";
    case ConnectionQuality.Lost:
      return "lost";
    default:
      return "unknown";
  }
}
