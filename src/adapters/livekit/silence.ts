import type { Participant, RemoteParticipant, Room } from "livekit-client";
import * as v from "valibot";
import { codeOf, logMedia } from "./report.ts";

/** Detects members who should send media but whose packets stop, because their device or network failed (R21). */
export interface SilenceWatch {
  /** Starts checking. All members count as heard. */
  start(): void;
  stop(): void;
}

export interface SilenceDependencies {
  room: Pick<Room, "remoteParticipants">;
  report(userID: string, isSilent: boolean): void;
  /** Whether the server reports the member's connection as lost. */
  isLost(participant: Participant): boolean;
}

/** Milliseconds between two checks. */
const INTERVAL = 1000;
/** Checks in a row without a packet until a member is silent. A sleeping page makes no checks. */
const LIMIT = 3;
/** The user's own connection counts as up if any data arrived within this many checks. */
const RECENT = 1;

const Packets = v.object({ type: v.literal("inbound-rtp"), packetsReceived: v.number() });
/** All data on the user's own connection, and answers to its connectivity checks. */
const Traffic = v.object({
  type: v.literal("candidate-pair"),
  bytesReceived: v.optional(v.number(), 0),
  responsesReceived: v.optional(v.number(), 0),
});

/** A growing sum, and the number of checks since it last changed. */
interface Count {
  sum: number;
  quietFor: number;
}

interface Member {
  packets: Count;
  isSilent: boolean;
}

/** What arrived from a member. `packets` is null if none are expected. */
interface Received {
  packets: number | null;
  /** Null if the browser does not report it. */
  traffic: number | null;
}

export function createSilenceWatch({ room, report, isLost }: SilenceDependencies): SilenceWatch {
  let timer: ReturnType<typeof setInterval> | undefined;
  let members = new Map<string, Member>();
  let link: Count = { sum: 0, quietFor: 0 };

  const judge = (participant: RemoteParticipant, packets: number | null) => {
    const { identity } = participant;
    const before = members.get(identity) ?? { packets: { sum: Number.NaN, quietFor: 0 }, isSilent: false };
    const isExpected = packets !== null;
    const count = isExpected ? counted(before.packets, packets) : { sum: Number.NaN, quietFor: 0 };
    const isHeard = isExpected && count.quietFor === 0;
    const hasStopped = count.quietFor >= LIMIT && link.quietFor <= RECENT;
    const isSilent = !isHeard && (hasStopped || isLost(participant) || (isExpected && before.isSilent));
    members.set(identity, { packets: count, isSilent });
    if (isSilent !== before.isSilent) report(identity, isSilent);
  };

  const look = async (ownTimer: typeof timer) => {
    const all = await Promise.all(
      [...room.remoteParticipants.values()].map(async (one) => ({ one, came: await receivedOf(one) })),
    );
    if (ownTimer !== timer) return;
    const traffic = all.flatMap(({ came }) => came.traffic ?? []);
    link = traffic.length > 0 ? counted(link, Math.max(...traffic)) : { ...link, quietFor: 0 };
    members = new Map([...members].filter(([identity]) => room.remoteParticipants.has(identity)));
    for (const { one, came } of all) judge(one, came.packets);
  };

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    start() {
      stop();
      members = new Map();
      link = { sum: 0, quietFor: 0 };
      const own = setInterval(() => {
        look(own).catch((error: unknown) => logMedia("no figures of the connection", codeOf(error)));
      }, INTERVAL);
      timer = own;
    },
    stop,
  };
}

function counted(before: Count, sum: number): Count {
  return { sum, quietFor: sum === before.sum ? before.quietFor + 1 : 0 };
}

/** Counts only tracks that are published, not muted and not paused by the server. */
async function receivedOf({ trackPublications }: RemoteParticipant): Promise<Received> {
  const tracks = [...trackPublications.values()].flatMap(({ track, isMuted }) =>
    track && !isMuted && track.streamState === "active" ? [track] : [],
  );
  const reports = await Promise.all(tracks.map((track) => track.getRTCStatsReport()));
  const stats = reports.flatMap((report) => [...(report?.values() ?? [])]);
  const packets = stats.flatMap((one) => (v.is(Packets, one) ? [one.packetsReceived] : []));
  const traffic = stats.flatMap((one) => {
    const pair = v.safeParse(Traffic, one);
    return pair.success ? [pair.output.bytesReceived + pair.output.responsesReceived] : [];
  });
  return {
    packets: packets.length > 0 ? packets.reduce((sum, one) => sum + one, 0) : null,
    traffic: traffic.length > 0 ? Math.max(...traffic) : null,
  };
}
