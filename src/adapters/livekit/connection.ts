import type { Participant } from "livekit-client";
import type { RoomCommand, RoomEnd, RoomEvent } from "../../../machines/calls/media-room.ts";
import type { Access } from "./access.ts";
import type { Blur } from "./blur.ts";
import { createDataChannel } from "./data-channel.ts";
import type { Encryption } from "./encryption.ts";
import { createEventQueue } from "./event-queue.ts";
import type { LiveKit } from "./library.ts";
import { createMembers } from "./members.ts";
import { createOwnDevices } from "./own-devices.ts";
import { createByes, type Parting, part } from "./parting.ts";
import type { Pictures } from "./pictures.ts";
import { createReadability } from "./readability.ts";
import { codeOf, logMedia } from "./report.ts";
import { createRoomListeners } from "./room-listeners.ts";
import { roomOptions } from "./room-options.ts";
import { createRoomPictures } from "./room-pictures.ts";
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

/** Milliseconds from the start of page unload until the call counts as lost. A reload waits for the server. */
const FAREWELL = 5000;

/** Milliseconds between two checks for members that the library did not report. */
const LOOKOUT = 1000;

/** Joins a room with one `Room` that has all its listeners before it connects (7-41). */
export function connect(dependencies: ConnectionDependencies): Connection {
  const { liveKit, access, isMany, encryption, send } = dependencies;
  const { userID } = access;
  const room = new liveKit.Room(roomOptions(liveKit, { isMany, encryption }));
  const listeners = createRoomListeners(room);
  const { on } = listeners;
  let phase: "connecting" | "up" | "down" | "closed" = "connecting";
  let lookout: ReturnType<typeof setInterval> | undefined;
  let farewell: ReturnType<typeof setTimeout> | undefined;
  let parting: Parting | null = null;

  const isUp = () => phase === "up";
  const isLost = ({ connectionQuality }: Participant) => connectionQuality === liveKit.ConnectionQuality.Lost;
  const { tell, clear } = createEventQueue(isUp, send);
  const byes = createByes(() => performance.now());
  const common = { liveKit, room, listeners, isMany, encryption, byes, isUp, tell };

  const pictures = createRoomPictures(dependencies.pictures);
  const sound = createSound({
    room,
    listeners,
    report(event) {
      if (phase === "up" || phase === "down") send(event);
    },
  });
  const devices = createOwnDevices({
    localParticipant: room.localParticipant,
    isMany,
    isScreenAllowed: dependencies.isScreenAllowed,
    blur: dependencies.blur,
    report(event) {
      send(event);
      // device names are available only after this
      if (event.type === "device.on" && event.source === "microphone") void sound.tellOutputs();
    },
    onPicture: (source, track) => pictures.put(userID, source, track),
    onPictureGone: pictures.drop,
  });
  const members = createMembers({ ...common, sound, pictures });
  const readability = isMany ? createReadability(common) : null;
  const data = readability && createDataChannel({ ...common, userID, members, readability });
  const silence = createSilenceWatch({
    room,
    countsPackets: !isMany,
    isLost,
    report: (userID, isSilent) => tell({ type: isSilent ? "room.memberSilent" : "room.memberHeard", userID }),
  });

  const startChecks = () => {
    silence.start();
    readability?.check();
    clearInterval(lookout);
    lookout = setInterval(() => {
      members.lookAround();
      readability?.check();
    }, LOOKOUT);
  };
  const stopReports = () => {
    clear();
    silence.stop();
    clearInterval(lookout);
  };
  const goDown = () => {
    if (phase !== "up") return;
    phase = "down";
    stopReports();
    send({ type: "room.reconnecting" });
  };

  const release = () => {
    phase = "closed";
    stopReports();
    listeners.removeAll();
    clearTimeout(farewell);
    devices.close();
    sound.close();
    pictures.dropAll();
  };
  const finish = (left: Promise<void>) => {
    left
      .catch((error: unknown) => logMedia("not left properly", codeOf(error)))
      .finally(() => encryption?.close());
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
  const end = (cause: RoomEnd, code: string) => {
    if (phase === "closed") return;
    logMedia(phase === "connecting" ? "not joined" : "the connection ended", code);
    close();
    send({ type: "room.closed", cause });
  };

  on("connected", () => {
    phase = "up";
    send({ type: "room.connected", members: members.list() });
    startChecks();
    sound.join();
  });
  on("signalReconnecting", goDown);
  on("reconnecting", goDown);
  on("reconnected", () => {
    if (phase !== "down") return;
    phase = "up";
    send({ type: "room.reconnected", members: members.list() });
    startChecks();
  });
  on("disconnected", (reason) => {
    // The library leaves by itself when page unload starts. This must not count as a loss: the screen for a lost
    // call goes back, which would cancel a reload, and the call record would say "failed".
    if (reason === liveKit.DisconnectReason.CLIENT_INITIATED) {
      if (phase === "closed") return;
      phase = "down";
      stopReports();
      farewell = setTimeout(() => end("lost", reasonName(liveKit, reason)), FAREWELL);
      return;
    }
    end(causeOf(liveKit, reason), reasonName(liveKit, reason));
  });

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
          sound.start();
          break;
        case "output.set":
          sound.choose(command.outputID);
          break;
        case "packet.send":
          data?.send(command.packet, command.to);
          break;
      }
    },
    async leave() {
      const isOpen = phase === "up" && data !== null && !encryption;
      if (!isOpen || room.remoteParticipants.size === 0) {
        close();
        return isOpen;
      }
      release();
      parting = part({ room, byes, isLost, read: data.read });
      finish(parting.left);
      return parting.wasLast;
    },
    cut: () => parting?.end(),
  };
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
