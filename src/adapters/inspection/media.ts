import * as v from "valibot";
import type { MediaSample, MediaTrack } from "../../../tools/charts/inspector/messages.ts";

/** Milliseconds between two samples of a connection. */
const PAUSE = 1000;
/** Maximum tracks of a sample. */
const TRACKS = 40;

/**
 * Watches every WebRTC connection of a page from its creation to its end. Samples have no addresses: they show where a
 * user is.
 */
export function watchMedia(
  scope: { RTCPeerConnection: typeof RTCPeerConnection },
  note: (sample: MediaSample) => void,
): void {
  const Original = scope.RTCPeerConnection;
  if (typeof Original !== "function") return;
  let count = 0;
  scope.RTCPeerConnection = class extends Original {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given);
      count += 1;
      follow(this, count, note);
    }
  };
}

function follow(connection: RTCPeerConnection, number: number, note: (sample: MediaSample) => void): void {
  let isOver = false;
  const bytes = new Map<string, { sum: number; at: number }>();
  const take = async () => {
    if (isOver) return;
    isOver = connection.connectionState === "closed";
    if (isOver) clearInterval(timer);
    const states = {
      connection: number,
      ice: connection.iceConnectionState,
      state: connection.connectionState,
      signaling: connection.signalingState,
    };
    const report = isOver ? null : await connection.getStats().catch(() => null);
    note({ ...states, ...(report ? read(connection, report, bytes) : { pair: null, tracks: [] }) });
  };
  const timer = setInterval(() => void take(), PAUSE);
  for (const type of ["iceconnectionstatechange", "connectionstatechange", "signalingstatechange"])
    connection.addEventListener(type, () => void take());
}

const number = v.optional(v.number());
const stream = v.object({
  type: v.picklist(["inbound-rtp", "outbound-rtp"]),
  id: v.string(),
  kind: v.string(),
  timestamp: v.number(),
  mid: v.optional(v.string()),
  trackIdentifier: v.optional(v.string()),
  bytesReceived: number,
  bytesSent: number,
  packetsLost: number,
  jitter: number,
  framesPerSecond: number,
  frameWidth: number,
  frameHeight: number,
});
const pair = v.object({
  type: v.literal("candidate-pair"),
  nominated: v.literal(true),
  state: v.literal("succeeded"),
  localCandidateId: v.string(),
  remoteCandidateId: v.string(),
  currentRoundTripTime: number,
});
const candidate = v.object({ candidateType: v.string(), protocol: v.optional(v.string()) });

function read(
  connection: RTCPeerConnection,
  report: RTCStatsReport,
  bytes: Map<string, { sum: number; at: number }>,
): Pick<MediaSample, "pair" | "tracks"> {
  const all: unknown[] = [...report.values()];
  const chosen = all.flatMap((one) => outputOf(pair, one)).at(-1);
  const local = chosen && outputOf(candidate, report.get(chosen.localCandidateId))[0];
  const remote = chosen && outputOf(candidate, report.get(chosen.remoteCandidateId))[0];
  const live = new Map(
    connection.getTransceivers().map(({ mid, sender, receiver }) => [mid, { sender, receiver }] as const),
  );
  const tracks = all
    .flatMap((one) => outputOf(stream, one))
    .map((one): MediaTrack => {
      const isIn = one.type === "inbound-rtp";
      const sum = (isIn ? one.bytesReceived : one.bytesSent) ?? 0;
      const last = bytes.get(one.id);
      bytes.set(one.id, { sum, at: one.timestamp });
      const place = live.get(one.mid ?? null);
      const track = isIn ? place?.receiver.track : place?.sender.track;
      const isLater = last !== undefined && one.timestamp > last.at;
      return {
        direction: isIn ? "in" : "out",
        kind: one.kind,
        state: !track
          ? "none"
          : track.readyState === "ended"
            ? "ended"
            : !track.enabled || track.muted
              ? "muted"
              : "live",
        kilobits: isLater ? Math.max(0, Math.round((8 * (sum - last.sum)) / (one.timestamp - last.at))) : 0,
        lost: one.packetsLost ?? null,
        jitter: one.jitter === undefined ? null : Math.round(one.jitter * 1000),
        frames: one.framesPerSecond ?? null,
        size: one.frameWidth === undefined ? null : `${one.frameWidth}x${one.frameHeight}`,
      };
    });
  return {
    pair: chosen
      ? {
          local: local?.candidateType ?? "?",
          remote: remote?.candidateType ?? "?",
          protocol: local?.protocol ?? "?",
          roundTrip:
            chosen.currentRoundTripTime === undefined ? null : Math.round(chosen.currentRoundTripTime * 1000),
        }
      : null,
    tracks: tracks.slice(0, TRACKS),
  };
}

function outputOf<Output>(schema: v.GenericSchema<unknown, Output>, given: unknown): Output[] {
  const parsed = v.safeParse(schema, given);
  return parsed.success ? [parsed.output] : [];
}
