import type { Participant, RemoteParticipant, Room } from "livekit-client";
import * as v from "valibot";
import { checkedSilence, NO_CHECK, type Received } from "../../../machines/calls/silent-members.ts";
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
  /**
   * False in a room where the server sends only what is on the screen and the loudest voices: there, only the server
   * knows who is silent.
   */
  countsPackets: boolean;
  /** Whether the server reports the member's connection as lost. */
  isLost(participant: Participant): boolean;
}

/** Milliseconds between two checks. */
const INTERVAL = 1000;

const Packets = v.object({ type: v.literal("inbound-rtp"), packetsReceived: v.number() });
/** All data on the user's own connection, and answers to its connectivity checks. */
const Traffic = v.object({
  type: v.literal("candidate-pair"),
  bytesReceived: v.optional(v.number(), 0),
  responsesReceived: v.optional(v.number(), 0),
});

const NOTHING_EXPECTED = { packets: null, traffic: null };

export function createSilenceWatch({
  room,
  report,
  countsPackets,
  isLost,
}: SilenceDependencies): SilenceWatch {
  let timer: ReturnType<typeof setInterval> | undefined;
  let check = NO_CHECK;

  const look = async (ownTimer: typeof timer) => {
    const members = [...room.remoteParticipants.values()];
    const all = await Promise.all(
      members.map(async (one) => {
        const received = countsPackets ? await receivedOf(one) : NOTHING_EXPECTED;
        return { ...received, userID: one.identity, one };
      }),
    );
    if (ownTimer !== timer) return;
    const after = checkedSilence(
      check,
      all.map(({ one, ...received }) => ({ ...received, isLost: isLost(one) })),
    );
    check = after.check;
    for (const { userID, isSilent } of after.changes) report(userID, isSilent);
  };

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    start() {
      stop();
      check = NO_CHECK;
      const own = setInterval(() => {
        look(own).catch((error: unknown) => logMedia("no figures of the connection", codeOf(error)));
      }, INTERVAL);
      timer = own;
    },
    stop,
  };
}

/** Counts only tracks that are published, not muted and not paused by the server. */
async function receivedOf({
  trackPublications,
}: RemoteParticipant): Promise<Pick<Received, "packets" | "traffic">> {
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
