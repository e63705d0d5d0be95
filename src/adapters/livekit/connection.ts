import type {
  LocalTrack,
  Participant,
  ReconnectPolicy,
  RemoteParticipant,
  RemoteTrack,
  RemoteTrackPublication,
  RoomEventCallbacks,
  RoomOptions,
  TrackPublication,
} from "livekit-client";
import {
  type LinkQuality,
  MOST_SPEAKERS,
  type RoomCommand,
  type RoomEnd,
  type RoomEvent,
  type RoomMember,
  type RoomPacket,
} from "../../../machines/calls/media-room.ts";
import type { Access } from "./access.ts";
import type { Blur } from "./blur.ts";
import type { Encryption } from "./encryption.ts";
import type { LiveKit } from "./library.ts";
import { createOwnDevices } from "./own-devices.ts";
import { createPacketThrottle, PACKET_TOPIC, writePacket } from "./packets.ts";
import { createByes, type Parting, part } from "./parting.ts";
import type { PictureSource, Pictures } from "./pictures.ts";
import { codeOf, logMedia } from "./report.ts";
import { createSilenceWatch } from "./silence.ts";
import { createSound } from "./sound.ts";

export interface Connection {
  obey(command: RoomCommand): void;
  /** Stops capture at once, and nothing is reported afterwards. Returns whether this side was the last: see `MediaPort`. */
  leave(): Promise<boolean>;
  /** Ends a `leave` that still waits. */
  cut(): void;
}

export interface ConnectionDependencies {
  liveKit: LiveKit;
  access: Access;
  pictures: Pictures;
  /** Null in a call of two. */
  blur: Blur | null;
  isMany: boolean;
  isScreenAllowed: boolean;
  /** Null in a room that is not encrypted. */
  encryption: Encryption | null;
  /** Receives all events up to and including `room.closed`. */
  send(event: RoomEvent): void;
}

/** Milliseconds before the first attempts to reconnect to the media server, and before each later attempt. */
const RETRY_PAUSES = [0, 300, 1000];
const LONGEST_RETRY_PAUSE = 2000;
/**
 * Spreads clients that lost the server at the same time: a fraction of each pause, and the maximum milliseconds
 * before the first attempt.
 */
const JITTER = { part: 0.25, first: 500 };

/**
 * The library's own pauses grow to ten seconds. A restarted server refuses the first attempt, which tries to resume,
 * and a call ends after thirty seconds (R17). If the server needs more than ten seconds to start, the library's
 * second attempt would come too late.
 */
const reconnectPolicy: ReconnectPolicy = {
  nextRetryDelayInMs({ retryCount }) {
    const pause = RETRY_PAUSES[retryCount] ?? LONGEST_RETRY_PAUSE;
    if (pause === 0) return Math.random() * JITTER.first;
    return pause * (1 + JITTER.part * (2 * Math.random() - 1));
  },
};

/**
 * One VP8 layer, which every LiveKit-compatible server forwards, and redundant audio: with 5 % packet loss, 0.8 % of
 * the sound is missing instead of 10.6 %.
 */
const OPTIONS: RoomOptions = {
  adaptiveStream: false,
  dynacast: false,
  disconnectOnPageLeave: true,
  publishDefaults: { simulcast: false, videoCodec: "vp8", red: true },
  reconnectPolicy,
};

/**
 * Three VP8 layers for each camera, so that the server gives each viewer what its tile needs. The library asks for
 * no picture that is not on the screen, and stops layers that no subscriber wants.
 */
const optionsOfMany = ({ VideoPreset }: LiveKit): RoomOptions => ({
  ...OPTIONS,
  adaptiveStream: true,
  dynacast: true,
  publishDefaults: {
    ...OPTIONS.publishDefaults,
    simulcast: true,
    videoEncoding: { maxBitrate: 900_000, maxFramerate: 30 },
    videoSimulcastLayers: [new VideoPreset(240, 135, 100_000, 15), new VideoPreset(480, 270, 300_000, 24)],
  },
});

/** Errors of the library about frames that it cannot decrypt. Others are about its own state. */
const WRONG_KEY = /^(InvalidKey|MissingKey)\b/;

/** Milliseconds from the start of page unload until the call counts as lost. A reload waits for the server. */
const FAREWELL = 5000;

/** Milliseconds between two checks for members that the library did not report. */
const LOOKOUT = 1000;

const PICTURE_SOURCES: ReadonlyMap<string, PictureSource> = new Map([
  ["camera", "camera"],
  ["screen_share", "screen"],
]);

/** Joins a room with one `Room` that has all its listeners before it connects (7-41). */
export function connect({
  liveKit,
  access,
  pictures,
  blur,
  send,
  ...kind
}: ConnectionDependencies): Connection {
  const { isMany, isScreenAllowed, encryption } = kind;
  const room = new liveKit.Room({
    ...(isMany ? optionsOfMany(liveKit) : OPTIONS),
    // `encryption` would encrypt data messages, too, but sends those for one member to everybody (2.23).
    ...(encryption && { e2ee: encryption.options }),
  });
  const { userID } = access;
  const packetThrottle = createPacketThrottle(() => performance.now());
  const byes = createByes(() => performance.now());
  let parting: Parting | null = null;
  const sound = createSound(room);
  const drawn = new Set<RemoteTrack | LocalTrack>();
  const adopted = new WeakSet<RemoteParticipant>();
  /**
   * Members whose media connected once. A member who only signals has not joined yet (R16); a returning member has
   * joined at once (R18).
   */
  const met = new Set<string>();
  /** Members in the last report, as reported. */
  const present = new Map<string, RoomMember>();
  const unsubscribe: (() => void)[] = [];
  let lookout: ReturnType<typeof setInterval> | undefined;
  let farewell: ReturnType<typeof setTimeout> | undefined;
  /** Members whose media this user's key does not decrypt. */
  const unreadable = new Set<string>();
  /** Whether a packet of another member was decrypted: then the key is the right one. */
  let isKeyShared = false;
  let isUnreadable = false;
  let phase: "connecting" | "up" | "down" | "closed" = "connecting";
  let waiting: RoomEvent[] = [];
  /** Packets are encrypted and decrypted one after another, so that they keep their order. */
  let sealing: Promise<void> = Promise.resolve();
  let opening: Promise<void> = Promise.resolve();

  const on = <Name extends keyof RoomEventCallbacks>(name: Name, listener: RoomEventCallbacks[Name]) => {
    room.on(name, listener);
    unsubscribe.push(() => room.off(name, listener));
  };

  const draw = (owner: string, source: PictureSource, track: RemoteTrack | LocalTrack) => {
    drawn.add(track);
    pictures.put(owner, source, track);
  };
  const erase = (track: RemoteTrack | LocalTrack) => {
    drawn.delete(track);
    pictures.drop(track);
  };

  const devices = createOwnDevices({
    localParticipant: room.localParticipant,
    isMany,
    isScreenAllowed,
    blur,
    report(event) {
      send(event);
      // device names are available only after this
      if (event.type === "device.on" && event.source === "microphone") void tellOutputs();
    },
    onPicture: (source, track) => draw(userID, source, track),
    onPictureGone: erase,
  });

  /** Media with another kind of encryption than the room's count as not published. */
  const isReadable = ({ isEncrypted }: TrackPublication) => isEncrypted === (encryption !== null);
  const asMember = (participant: RemoteParticipant) => memberOf(participant, isReadable, liveKit);
  const isThere = ({ isActive, identity, sid }: RemoteParticipant) =>
    (isActive || met.has(identity)) && !byes.isGone(sid);
  const members = () => {
    const those = [...room.remoteParticipants.values()].filter(isThere);
    present.clear();
    return those.map((participant) => {
      met.add(participant.identity);
      const member = asMember(participant);
      present.set(member.userID, member);
      return member;
    });
  };

  /**
   * Reports a member's event after all events of the same turn: in a full reconnect all members leave before the
   * library reports the reconnect. While the connection is down nothing is reported; `members` reports it later.
   */
  const tell = (event: RoomEvent) => {
    if (phase !== "up") return;
    waiting.push(event);
    if (waiting.length === 1) queueMicrotask(flush);
  };
  const flush = () => {
    const events = waiting;
    waiting = [];
    for (const event of events) if (phase === "up") send(event);
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

  const tellReadable = () => {
    if (phase !== "up" || !isMany) return;
    const participants = [...room.remoteParticipants.values()];
    const isNow = encryption
      ? !isKeyShared && participants.some(({ identity }) => unreadable.has(identity))
      : participants.some(hasEncrypted);
    if (isNow === isUnreadable) return;
    isUnreadable = isNow;
    tell({ type: isNow ? "room.unreadable" : "room.readable" });
  };

  const welcome = (participant: RemoteParticipant) => {
    const { identity, sid } = participant;
    if (present.has(identity) || byes.isGone(sid)) return;
    met.add(identity);
    const member = asMember(participant);
    present.set(identity, member);
    tell({ type: "room.memberJoined", member });
  };

  const silence = createSilenceWatch({
    room,
    countsPackets: !isMany,
    isLost: ({ connectionQuality }) => connectionQuality === liveKit.ConnectionQuality.Lost,
    report: (userID, isSilent) => tell({ type: isSilent ? "room.memberSilent" : "room.memberHeard", userID }),
  });

  const goDown = () => {
    if (phase !== "up") return;
    phase = "down";
    silence.stop();
    clearInterval(lookout);
    waiting = [];
    send({ type: "room.reconnecting" });
  };

  const tellSound = () => {
    if (phase === "up" || phase === "down")
      send({ type: room.canPlaybackAudio ? "sound.playing" : "sound.blocked" });
  };
  const tellOutputs = async () => {
    const outputs = await sound.outputs();
    if (phase === "up" || phase === "down") send({ type: "outputs.changed", outputs });
  };

  const release = () => {
    phase = "closed";
    waiting = [];
    for (const stop of unsubscribe) stop();
    silence.stop();
    clearInterval(lookout);
    clearTimeout(farewell);
    devices.close();
    sound.close();
    drawn.forEach(erase);
  };
  const close = () => {
    if (phase === "closed") return;
    const isJoined = phase !== "connecting";
    release();
    // If livekit-client 2.23 leaves before it has joined, it leaks a peer connection, and Chromium prints the
    // address with the token. So leaving waits for the join. Nothing is sent or played meanwhile.
    const leave = () => room.disconnect();
    finish(isJoined ? leave() : joining.then(leave, leave));
  };
  const finish = (left: Promise<void>) => {
    left
      .catch((error: unknown) => logMedia("not left properly", codeOf(error)))
      .finally(() => encryption?.close());
  };
  const end = (cause: RoomEnd, code: string) => {
    if (phase === "closed") return;
    logMedia(phase === "connecting" ? "not joined" : "the connection ended", code);
    close();
    send({ type: "room.closed", cause });
  };

  /**
   * Listens to a member's tracks on the participant: after a full reconnect, livekit-client 2.23 may hold back the
   * room's own events forever (see `lookAround`).
   */
  const adopt = (participant: RemoteParticipant) => {
    if (adopted.has(participant)) return;
    adopted.add(participant);
    const take = (track: RemoteTrack, publication: RemoteTrackPublication) => {
      if (!isReadable(publication)) return;
      const source = PICTURE_SOURCES.get(publication.source);
      if (track.kind === "audio") sound.play(track);
      else if (source) draw(participant.identity, source, track);
      tellChange(publication, participant);
    };
    const drop = (track: RemoteTrack) => {
      sound.silence(track);
      erase(track);
    };
    const meet = () => welcome(participant);
    participant.on("trackSubscribed", take);
    participant.on("trackUnsubscribed", drop);
    participant.on("active", meet);
    unsubscribe.push(() => {
      participant.off("trackSubscribed", take);
      participant.off("trackUnsubscribed", drop);
      participant.off("active", meet);
    });
    for (const publication of participant.trackPublications.values())
      if (publication.track) take(publication.track, publication);
  };
  const adoptAll = () => room.remoteParticipants.forEach(adopt);
  /**
   * Finds members without "participantConnected". The library does not emit it for a member who joins shortly after
   * a full reconnect. Two users who both reconnect after a server restart would wait for each other until the call
   * is lost.
   */
  const lookAround = () => {
    adoptAll();
    for (const participant of room.remoteParticipants.values())
      if (isThere(participant)) welcome(participant);
    tellReadable();
  };
  const startLooking = () => {
    silence.start();
    tellReadable();
    clearInterval(lookout);
    lookout = setInterval(lookAround, LOOKOUT);
  };

  on("connected", () => {
    phase = "up";
    adoptAll();
    send({ type: "room.connected", members: members() });
    startLooking();
    if (!room.canPlaybackAudio) tellSound();
    void tellOutputs();
  });
  on("signalReconnecting", goDown);
  on("reconnecting", goDown);
  on("reconnected", () => {
    if (phase !== "down") return;
    phase = "up";
    adoptAll();
    send({ type: "room.reconnected", members: members() });
    startLooking();
  });
  on("disconnected", (reason) => {
    // The library leaves by itself when page unload starts. This must not count as a loss: the screen for a lost
    // call goes back, which would cancel a reload, and the call record would say "failed".
    if (reason === liveKit.DisconnectReason.CLIENT_INITIATED) {
      if (phase === "closed") return;
      phase = "down";
      waiting = [];
      silence.stop();
      clearInterval(lookout);
      farewell = setTimeout(() => end("lost", reasonName(liveKit, reason)), FAREWELL);
      return;
    }
    end(causeOf(liveKit, reason), reasonName(liveKit, reason));
  });

  on("participantConnected", (participant) => {
    adopt(participant);
    if (isThere(participant)) welcome(participant);
  });
  on("participantDisconnected", (participant: RemoteParticipant, reason) => {
    if (!isThere(participant)) return;
    present.delete(participant.identity);
    unreadable.delete(participant.identity);
    tell({
      type: "room.memberLeft",
      userID: participant.identity,
      isDropped: reason !== liveKit.DisconnectReason.CLIENT_INITIATED,
    });
  });
  on("trackPublished", (publication, participant) => {
    tellChange(publication, participant);
    tellReadable();
  });
  on("trackUnpublished", tellChange);
  on("trackMuted", tellChange);
  on("trackUnmuted", tellChange);
  on("audioPlaybackChanged", tellSound);
  on("mediaDevicesChanged", () => void tellOutputs());

  const sendPacket = (packet: RoomPacket, to: readonly string[]) => {
    const bytes = writePacket(packet);
    if (phase !== "up" || !bytes) return;
    const publish = (data: Uint8Array<ArrayBuffer>) =>
      room.localParticipant.publishData(data, {
        reliable: true,
        topic: PACKET_TOPIC,
        destinationIdentities: [...to],
      });
    const sent = encryption
      ? sealing.then(() => encryption.seal(bytes, userID)).then(publish)
      : publish(bytes);
    sealing = sent.catch((error: unknown) => logMedia("packet not sent", codeOf(error)));
  };

  const takeBye = ({ sid, identity }: RemoteParticipant, heard: readonly string[]) => {
    if (!byes.add({ id: sid, heard }) || !present.delete(identity)) return;
    tell({ type: "room.memberLeft", userID: identity, isDropped: false });
  };
  const takePacket = (participant: RemoteParticipant, bytes: Uint8Array) => {
    const packet = packetThrottle.read(participant.identity, bytes);
    if (!packet || byes.isGone(participant.sid)) return;
    if (packet.kind === "bye") {
      if (!encryption) takeBye(participant, packet.heard);
      return;
    }
    welcome(participant); // its media is connected, or the packet could not have come
    tell({ type: "room.packet", userID: participant.identity, packet });
  };
  const openPacket = async (participant: RemoteParticipant, bytes: Uint8Array) => {
    const opened = await encryption?.open(bytes, participant.identity);
    // The member may have left meanwhile.
    if (!opened || room.remoteParticipants.get(participant.identity) !== participant) return;
    isKeyShared = true;
    tellReadable();
    takePacket(participant, opened);
  };

  if (isMany) {
    on("activeSpeakersChanged", (speakers) =>
      tell({
        type: "room.speakers",
        userIDs: speakers.slice(0, MOST_SPEAKERS).map(({ identity }) => identity),
      }),
    );
    on("connectionQualityChanged", tellChange);
    on("dataReceived", (bytes, participant, _kind, topic) => {
      if (!participant || topic !== PACKET_TOPIC || !packetThrottle.admits(participant.identity)) return;
      if (encryption) opening = opening.then(() => openPacket(participant, bytes));
      else takePacket(participant, bytes);
    });
    // The library has no error to tell if its worker fails.
    on("encryptionError", (error: Error | undefined, participant) => {
      const member = room.remoteParticipants.get(participant?.identity ?? "");
      if (!member || !WRONG_KEY.test(error?.message ?? "") || !hasEncrypted(member)) return;
      unreadable.add(member.identity);
      tellReadable();
    });
  }

  const start = () => room.connect(access.serverUrl, access.token.reveal());
  const joining = encryption ? room.setE2EEEnabled(true).then(start) : start();
  joining.catch((error: unknown) => end("lost", codeOf(error)));
  void encryption?.failed.then(() => end("lost", "the encryption failed"));

  return {
    obey(command) {
      if (phase === "closed") return;
      switch (command.type) {
        case "device.set":
          devices.obey(command);
          break;
        case "sound.start":
          // still inside the tap handler, which the browser requires
          room.startAudio().then(tellSound, (error: unknown) => logMedia("no sound", codeOf(error)));
          break;
        case "output.set":
          sound.choose(command.outputID);
          break;
        case "packet.send":
          if (isMany) sendPacket(command.packet, command.to);
          break;
      }
    },
    async leave() {
      const isOpen = phase === "up" && isMany && !encryption;
      if (!isOpen || room.remoteParticipants.size === 0) {
        close();
        return isOpen;
      }
      release();
      parting = part({
        room,
        byes,
        isLost: ({ connectionQuality }) => connectionQuality === liveKit.ConnectionQuality.Lost,
        read: ({ identity }, bytes) =>
          packetThrottle.admits(identity) ? packetThrottle.read(identity, bytes) : null,
      });
      finish(parting.left);
      return parting.wasLast;
    },
    cut: () => parting?.end(),
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

function hasEncrypted({ trackPublications }: RemoteParticipant): boolean {
  return [...trackPublications.values()].some(({ isEncrypted }) => isEncrypted);
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

function causeOf({ DisconnectReason }: LiveKit, reason: number | undefined): RoomEnd {
  if (reason === DisconnectReason.DUPLICATE_IDENTITY) return "duplicate";
  const isRemoved =
    reason === DisconnectReason.PARTICIPANT_REMOVED || reason === DisconnectReason.ROOM_DELETED;
  return isRemoved ? "removed" : "lost";
}

function reasonName({ DisconnectReason }: LiveKit, reason: number | undefined): string {
  return (reason === undefined ? undefined : DisconnectReason[reason]) ?? "unknown";
}
