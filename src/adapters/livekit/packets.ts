import * as v from "valibot";
import { MOST_HEARD } from "../../../machines/calls/last-leaver.ts";
import { PACKET_LIMITS, REACTIONS, type RoomPacket } from "../../../machines/calls/media-room.ts";

/** Packets between the members of a room: JSON in a reliable data message with this topic. */
export const PACKET_TOPIC = "parley";

/** A text of the maximum length with every character escaped fits. LiveKit carries 15 KiB reliably. */
const MOST_BYTES = 15_000;

/** `bye`: from a member who leaves; see `Bye`. */
export type WirePacket = RoomPacket | { kind: "bye"; heard: string[] };

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(PACKET_LIMITS.id));
/** Milliseconds since the epoch, as a `Date` can hold them. */
const moment = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));

const Packet = v.variant("kind", [
  v.object({ kind: v.picklist(["hello", "end"]) }),
  v.object({
    kind: v.literal("state"),
    hand: v.nullable(moment),
    since: v.optional(v.nullable(moment), null),
  }),
  v.object({ kind: v.literal("reaction"), emoji: v.picklist(REACTIONS) }),
  v.object({
    kind: v.literal("chat"),
    id,
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(PACKET_LIMITS.text)),
    at: moment,
  }),
  v.object({ kind: v.literal("ask"), what: v.picklist(["mute", "leave"]) }),
  v.object({ kind: v.literal("bye"), heard: v.pipe(v.array(id), v.maxLength(MOST_HEARD)) }),
]) satisfies v.GenericSchema<unknown, WirePacket>;

const Wire = v.pipe(v.string(), v.parseJson(), Packet);

/** Returns null for a packet that exceeds the limits. */
export function writePacket(packet: WirePacket): Uint8Array<ArrayBuffer> | null {
  if (!v.is(Packet, packet)) return null;
  const bytes = new TextEncoder().encode(JSON.stringify(packet));
  return bytes.length > MOST_BYTES ? null : bytes;
}

/** Returns null for anything that is not a packet within the limits. Never throws. */
export function readPacket(bytes: Uint8Array): WirePacket | null {
  if (bytes.length > MOST_BYTES) return null;
  const packet = v.safeParse(Wire, new TextDecoder().decode(bytes));
  return packet.success ? packet.output : null;
}

/** How many packets count at once, and how many more each second. */
interface Rate {
  burst: number;
  aSecond: number;
}

/** The burst holds a member's answers to several newcomers. */
const PACKETS: Rate = { burst: 200, aSecond: 10 };
/** Each hello is answered with up to 51 packets, so it has a lower rate. */
const HELLOS: Rate = { burst: 5, aSecond: 0.2 };

/** Members whose rate is remembered. A room holds fewer. */
const MOST_MEMBERS = 200;

/** Limits the packets of each member, so that a flood costs no more than its arrival. */
export function createPacketThrottle(now: () => number) {
  const all = createRates(PACKETS, now);
  const hellos = createRates(HELLOS, now);
  return {
    /** Whether a packet of this member counts. Asked before any work is done for it. */
    admits: (userID: string): boolean => all.admits(userID),
    /** Parses an admitted packet. Returns null for a broken one, and for one hello too many. */
    read(userID: string, bytes: Uint8Array): WirePacket | null {
      const packet = readPacket(bytes);
      return packet?.kind === "hello" && !hellos.admits(userID) ? null : packet;
    },
  };
}

function createRates({ burst, aSecond }: Rate, now: () => number) {
  const members = new Map<string, { left: number; at: number }>();
  return {
    admits(userID: string): boolean {
      const at = now();
      const before = members.get(userID) ?? { left: burst, at };
      const left = Math.min(burst, before.left + ((at - before.at) / 1000) * aSecond);
      members.delete(userID);
      if (members.size >= MOST_MEMBERS) members.delete([...members.keys()][0] ?? "");
      members.set(userID, { left: left < 1 ? left : left - 1, at });
      return left >= 1;
    },
  };
}
