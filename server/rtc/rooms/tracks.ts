import {
  type AddTrackRequest,
  AudioTrackFeature,
  TimedVersion,
  TrackInfo,
  TrackSource,
  TrackType,
  VideoLayer_Mode,
} from "@livekit/protocol";
import type { Grant } from "../access/access.ts";
import { maxTracks } from "../limits.ts";
import type { MediaSection, OfferedCodec } from "../sdp/offer.ts";
import type { AnnouncedTrack, Participant } from "./participant.ts";

export const publishCodecs = [
  { mime: "audio/opus" },
  { mime: "audio/red" },
  { mime: "video/VP8" },
  { mime: "video/H264" },
];

const sourceNames: Record<TrackSource, string> = {
  [TrackSource.UNKNOWN]: "unknown",
  [TrackSource.CAMERA]: "camera",
  [TrackSource.MICROPHONE]: "microphone",
  [TrackSource.SCREEN_SHARE]: "screen_share",
  [TrackSource.SCREEN_SHARE_AUDIO]: "screen_share_audio",
};

/** Whether the token allows this source, and the participant may publish one more track. */
export function mayPublish(participant: Participant, { source }: AddTrackRequest): boolean {
  const { canPublish, canPublishSources }: Grant = participant.grant;
  const isFull = participant.publications.size + participant.announced.length >= maxTracks;
  const isSourceAllowed =
    canPublishSources.length === 0 || canPublishSources.includes(sourceNames[source] ?? "unknown");
  return canPublish && isSourceAllowed && !isFull;
}

/** The announced track of an offered section: the one of that name, else the first of that kind. */
export function takeAnnounced(
  announced: AnnouncedTrack[],
  section: MediaSection,
): AnnouncedTrack | undefined {
  const type = section.kind === "audio" ? TrackType.AUDIO : TrackType.VIDEO;
  const isNamed = ({ request }: AnnouncedTrack) =>
    request.cid === section.trackId || request.simulcastCodecs.some(({ cid }) => cid === section.trackId);
  const candidates = announced.filter(({ request }) => request.type === type);
  const found = candidates.find(isNamed) ?? candidates[0];
  if (found !== undefined) announced.splice(announced.indexOf(found), 1);
  return found;
}

/** The TrackInfo for the others. `codec` is undefined before an offer. */
export function describeTrack({ sid, request }: AnnouncedTrack, codec?: OfferedCodec): TrackInfo {
  const isAudio = request.type === TrackType.AUDIO;
  const isRed = codec?.redPayloadType !== undefined;
  const mimeType = isAudio ? `audio/${isRed ? "red" : "opus"}` : `video/${codec?.name ?? "VP8"}`;
  const info = new TrackInfo({
    sid,
    type: request.type,
    name: request.name.slice(0, 128),
    source: request.source,
    muted: request.muted,
    width: request.width,
    height: request.height,
    layers: request.layers.slice(0, 3),
    mimeType,
    stream: request.stream.slice(0, 128),
    stereo: request.stereo,
    disableDtx: request.disableDtx || request.audioFeatures.includes(AudioTrackFeature.TF_NO_DTX),
    disableRed: request.disableRed,
    encryption: request.encryption,
    audioFeatures: request.audioFeatures.slice(0, 8),
    codecs: [
      {
        mimeType,
        cid: request.cid.slice(0, 128),
        layers: request.layers.slice(0, 3),
        videoLayerMode: VideoLayer_Mode.ONE_SPATIAL_LAYER_PER_STREAM,
      },
    ],
  });
  touch(info);
  return info;
}

export function touch(info: TrackInfo): void {
  info.version = new TimedVersion({
    unixMicro: BigInt(Date.now()) * 1000n,
    ticks: (info.version?.ticks ?? 0) + 1,
  });
}
