import type { RemoteParticipant, Room } from "livekit-client";
import { type Bye, MOST_HEARD, wasLast } from "../../../machines/calls/last-leaver.ts";
import { PACKET_TOPIC, type WirePacket, writePacket } from "./packets.ts";
import { createRoomListeners } from "./room-listeners.ts";

/**
 * Milliseconds that a user who left stays connected, to receive the byes of users who leave at the same time. On a busy
 * device a bye takes seconds.
 */
const PARTING = 6000;
/**
 * Milliseconds from a bye until the connection closes, when all others have left too. The bye must reach them first. A
 * packet that is lost is repeated after a second, and LiveKit's client drops a packet whose sender has disconnected.
 */
const DELIVERY = 3000;
/** Milliseconds after a bye in which its sender counts as gone. A sender who stays longer is shown again. */
const GONE = 10_000;

/** The byes that this side received in a room. */
export interface Byes {
  /** Returns false for a participant that said bye before: only the first bye counts. */
  add(bye: Bye): boolean;
  /** The newest ones, oldest first. */
  all(): readonly Bye[];
  /** Whether this participant said bye, and may still be in the room because it waits for others' byes. */
  isGone(id: string): boolean;
}

/** `now`: milliseconds. */
export function createByes(now: () => number): Byes {
  const byes = new Map<string, { bye: Bye; at: number }>();
  return {
    add(bye) {
      if (byes.has(bye.id)) return false;
      if (byes.size >= MOST_HEARD) byes.delete([...byes.keys()][0] ?? "");
      byes.set(bye.id, { bye, at: now() });
      return true;
    },
    all: () => [...byes.values()].map(({ bye }) => bye),
    isGone(id) {
      const at = byes.get(id)?.at;
      return at !== undefined && now() - at < GONE;
    },
  };
}

export interface PartingDependencies {
  room: Pick<Room, "on" | "off" | "remoteParticipants" | "localParticipant" | "disconnect">;
  byes: Byes;
  /** Whether the server lost the connection of this participant: it may have crashed. */
  isLost(participant: RemoteParticipant): boolean;
  /** Parses a packet within its sender's rate. Null for all others. */
  read(participant: RemoteParticipant, bytes: Uint8Array): WirePacket | null;
}

export interface Parting {
  /** Resolves within six seconds. */
  wasLast: Promise<boolean>;
  /** Leaves at once; this side was then not the last. */
  end(): void;
  left: Promise<void>;
}

/** Sends a bye to the others of a room, and leaves it a moment later. */
export function part({ room, byes, isLost, read }: PartingDependencies): Parting {
  const own: Bye = { id: room.localParticipant.sid, heard: byes.all().map(({ id }) => id) };
  const others = new Set<string>();
  for (const participant of room.remoteParticipants.values())
    if (!isLost(participant)) others.add(participant.sid);
  const listeners = createRoomListeners(room);
  const { on } = listeners;
  const after = (milliseconds: number, act: () => void) => {
    const timer = setTimeout(act, milliseconds);
    listeners.add(() => clearTimeout(timer));
  };

  const { promise: decided, resolve: decide } = open<boolean>();
  const { promise: over, resolve: finish } = open<void>();
  const left = over.then(() => {
    listeners.removeAll();
    return room.disconnect();
  });
  const look = () => {
    const answer = wasLast(own, { byes: byes.all(), others: [...others] });
    if (answer !== null) decide(answer);
  };
  /** The call goes on, or nothing more is heard of it. */
  const giveUp = () => decide(false);
  const end = () => {
    giveUp();
    finish();
  };

  on("dataReceived", (bytes, participant, _kind, topic) => {
    const packet = participant && topic === PACKET_TOPIC ? read(participant, bytes) : null;
    if (!participant || packet?.kind !== "bye") return;
    byes.add({ id: participant.sid, heard: packet.heard });
    look();
  });
  on("participantDisconnected", ({ sid }) => {
    others.delete(sid);
    // In a full reconnect all members leave before the library reports it.
    queueMicrotask(look);
  });
  on("participantConnected", giveUp);
  on("signalReconnecting", giveUp);
  on("reconnecting", giveUp);
  on("disconnected", end);
  after(PARTING, end);
  Promise.all([decided, sayBye(room, own)]).then(() => after(DELIVERY, finish), end);
  look();
  return { wasLast: decided, end, left };
}

async function sayBye({ localParticipant }: Pick<Room, "localParticipant">, { heard }: Bye): Promise<void> {
  const bytes = writePacket({ kind: "bye", heard: [...heard] });
  if (bytes) await localParticipant.publishData(bytes, { reliable: true, topic: PACKET_TOPIC });
}

function open<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
