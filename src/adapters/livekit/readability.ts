import type { RemoteParticipant, Room } from "livekit-client";
import type { RoomEvent } from "../../../machines/calls/media-room.ts";
import type { Encryption } from "./encryption.ts";
import type { RoomListeners } from "./room-listeners.ts";

/** Whether this device has the key with which the members of a room of many encrypt (11-44). */
export interface Readability {
  /** Reports a change of it. */
  check(): void;
  /** A packet of another member was decrypted: then the key is the right one. */
  confirmKey(): void;
}

export interface ReadabilityDependencies {
  room: Pick<Room, "remoteParticipants">;
  listeners: RoomListeners;
  /** Null in a room that is not encrypted. */
  encryption: Encryption | null;
  isUp(): boolean;
  tell(event: RoomEvent): void;
}

/** Errors of the library about frames that it cannot decrypt. Others are about its own state. */
const WRONG_KEY = /^(InvalidKey|MissingKey)\b/;

/** Reports `room.unreadable` and `room.readable`. */
export function createReadability(dependencies: ReadabilityDependencies): Readability {
  const { room, listeners, encryption, isUp, tell } = dependencies;
  /** Members whose media this user's key does not decrypt. */
  const unreadable = new WeakSet<RemoteParticipant>();
  let isKeyShared = false;
  let isUnreadable = false;

  const check = () => {
    if (!isUp()) return;
    const participants = [...room.remoteParticipants.values()];
    const isNow = encryption
      ? !isKeyShared && participants.some((one) => unreadable.has(one))
      : participants.some(hasEncrypted);
    if (isNow === isUnreadable) return;
    isUnreadable = isNow;
    tell({ type: isNow ? "room.unreadable" : "room.readable" });
  };

  listeners.on("trackPublished", check);
  // The library has no error to tell if its worker fails.
  listeners.on("encryptionError", (error: Error | undefined, participant) => {
    const member = room.remoteParticipants.get(participant?.identity ?? "");
    if (!member || !WRONG_KEY.test(error?.message ?? "") || !hasEncrypted(member)) return;
    unreadable.add(member);
    check();
  });

  return {
    check,
    confirmKey() {
      isKeyShared = true;
      check();
    },
  };
}

function hasEncrypted({ trackPublications }: RemoteParticipant): boolean {
  return [...trackPublications.values()].some(({ isEncrypted }) => isEncrypted);
}
