import type { RemoteParticipant, Room } from "livekit-client";
import type { RoomEvent, RoomPacket } from "../../../machines/calls/media-room.ts";
import type { Encryption } from "./encryption.ts";
import type { Members } from "./members.ts";
import { createPacketThrottle, PACKET_TOPIC, type WirePacket, writePacket } from "./packets.ts";
import type { Byes } from "./parting.ts";
import type { Readability } from "./readability.ts";
import { codeOf, logMedia } from "./report.ts";
import type { RoomListeners } from "./room-listeners.ts";

/** Exchanges packets with the members of a room of many: reactions, hands, chat, requests, byes. */
export interface DataChannel {
  /** `to`: user ids; empty for everybody. What cannot be sent is dropped. */
  send(packet: RoomPacket, to: readonly string[]): void;
  /** Parses a packet within its sender's rate. Null for all others. */
  read(participant: RemoteParticipant, bytes: Uint8Array): WirePacket | null;
}

export interface DataChannelDependencies {
  room: Pick<Room, "localParticipant" | "remoteParticipants">;
  listeners: RoomListeners;
  userID: string;
  /** Null in a room that is not encrypted. */
  encryption: Encryption | null;
  byes: Pick<Byes, "isGone">;
  members: Pick<Members, "welcome" | "takeBye">;
  readability: Pick<Readability, "confirmKey">;
  isUp(): boolean;
  tell(event: RoomEvent): void;
}

/** Packets are encrypted and decrypted one after another, so that they keep their order. */
export function createDataChannel(dependencies: DataChannelDependencies): DataChannel {
  const { room, listeners, userID, encryption, byes, members, readability, isUp, tell } = dependencies;
  const throttle = createPacketThrottle(() => performance.now());
  let sealing: Promise<void> = Promise.resolve();
  let opening: Promise<void> = Promise.resolve();

  const take = (participant: RemoteParticipant, bytes: Uint8Array) => {
    const packet = throttle.read(participant.identity, bytes);
    if (!packet || byes.isGone(participant.sid)) return;
    if (packet.kind === "bye") {
      if (!encryption) members.takeBye(participant, packet.heard);
      return;
    }
    members.welcome(participant); // its media is connected, or the packet could not have come
    tell({ type: "room.packet", userID: participant.identity, packet });
  };
  const open = async (participant: RemoteParticipant, bytes: Uint8Array) => {
    const opened = await encryption?.open(bytes, participant.identity);
    // The member may have left meanwhile.
    if (!opened || room.remoteParticipants.get(participant.identity) !== participant) return;
    readability.confirmKey();
    take(participant, opened);
  };

  listeners.on("dataReceived", (bytes, participant, _kind, topic) => {
    if (!participant || topic !== PACKET_TOPIC || !throttle.admits(participant.identity)) return;
    if (encryption) opening = opening.then(() => open(participant, bytes));
    else take(participant, bytes);
  });

  return {
    send(packet, to) {
      const bytes = writePacket(packet);
      if (!isUp() || !bytes) return;
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
    },
    read: ({ identity }, bytes) => (throttle.admits(identity) ? throttle.read(identity, bytes) : null),
  };
}
