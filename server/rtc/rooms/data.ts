import { DataPacket, DataPacket_Kind } from "@livekit/protocol";
import { readMessage } from "../fields.ts";
import { fieldsOfPart, maxDataFields } from "../limits.ts";
import type { Participant } from "./participant.ts";

/** Labels of the data channels a client opens (LiveKit protocol). */
const channelLabels = { reliable: "_reliable", lossy: "_lossy" } as const;

interface DataPeer {
  sid: string;
  identity: string;
}

interface OutgoingData {
  bytes: Buffer;
  isFor(peer: DataPeer): boolean;
  /** The sender's sequence number, or 0. */
  sequence: number;
  fields: number;
}

/**
 * Relays a data message to its recipients if the sender may send data.
 * @param mayTake counts further parts of data messages, and says whether the sender may send them now
 */
export function relayData(
  sender: Participant,
  label: string,
  message: Buffer,
  peers: readonly Participant[],
  mayTake: (parts: number) => boolean,
): void {
  const isReliable = label === channelLabels.reliable;
  if (!sender.grant.canPublishData || !(isReliable || label === channelLabels.lossy)) return;
  const data = stampDataPacket(message, label, sender);
  if (data === undefined) return;
  const further = Math.floor(data.fields / fieldsOfPart);
  if (further > 0 && !mayTake(further)) return;
  if (isReliable && data.sequence > 0) {
    // After a resume the client repeats messages that may have arrived.
    if (data.sequence <= sender.lastDataSequence) return;
    sender.lastDataSequence = data.sequence;
  }
  for (const peer of peers) if (data.isFor(peer)) peer.transport.sendData(label, data.bytes, isReliable);
}

/**
 * Parses a DataPacket and sets the real sender, because the packet's own sender is not trusted. Undefined when
 * malformed, of too many fields, or not for a client to send.
 */
function stampDataPacket(message: Buffer, label: string, sender: DataPeer): OutgoingData | undefined {
  let packet: DataPacket;
  let fields: number;
  try {
    ({ message: packet, fields } = readMessage(DataPacket, message, maxDataFields));
  } catch {
    return undefined;
  }
  // Only a server says who speaks. Clients do not look at the sender.
  if (packet.value.case === "speaker") return undefined;
  packet.participantSid = sender.sid;
  packet.participantIdentity = sender.identity;
  packet.kind = label === channelLabels.lossy ? DataPacket_Kind.LOSSY : DataPacket_Kind.RELIABLE;
  const identities = new Set(packet.destinationIdentities);
  const sids = new Set<string>();
  if (packet.value.case === "user") {
    // Older clients read sender and recipients here.
    const user = packet.value.value;
    user.participantSid = sender.sid;
    user.participantIdentity = sender.identity;
    for (const identity of user.destinationIdentities) identities.add(identity);
    for (const sid of user.destinationSids) sids.add(sid);
  }
  const isForAll = identities.size === 0 && sids.size === 0;
  return {
    bytes: Buffer.from(packet.toBinary()),
    sequence: packet.sequence,
    fields,
    isFor: (peer) =>
      peer.sid !== sender.sid && (isForAll || identities.has(peer.identity) || sids.has(peer.sid)),
  };
}
