import { parse } from "sdp-transform";
import * as v from "valibot";

/** Header extensions by URI. The ids differ between peers. */
export const extensionUris = {
  mid: "urn:ietf:params:rtp-hdrext:sdes:mid",
  rid: "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
  repairedRid: "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
  audioLevel: "urn:ietf:params:rtp-hdrext:ssrc-audio-level",
  transportCc: "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01",
  absSendTime: "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
  videoOrientation: "urn:3gpp:video-orientation",
} as const;
export type ExtensionName = keyof typeof extensionUris;

/**
 * Extensions that every section accepts, in any direction: Chromium offers later sections only the extensions of the
 * first answer.
 */
const acceptedExtensions: Record<MediaKind, readonly ExtensionName[]> = {
  audio: ["mid", "audioLevel"],
  video: ["mid", "rid", "repairedRid", "transportCc", "absSendTime", "videoOrientation"],
};

export type MediaKind = "audio" | "video";
export type CodecName = "opus" | "VP8" | "H264";

export interface OfferedCodec {
  name: CodecName;
  payloadType: number;
  clockRate: number;
  /** Payload type of its retransmissions (RFC 4588). */
  rtxPayloadType?: number;
  /** Payload type of its redundant form (RFC 2198). */
  redPayloadType?: number;
  /** The offer's parameters, returned only to the peer that wrote them. */
  parameters: string;
}

export interface MediaSection {
  kind: MediaKind;
  mid: string;
  /** From the offerer's point of view. */
  sends: boolean;
  receives: boolean;
  codecs: OfferedCodec[];
  /** Payload types of the section, as written; needed to decline it. */
  payloadTypes: string;
  extensions: ReadonlyMap<ExtensionName, number>;
  /** The second part of a=msid: livekit-client and the native SDKs put the AddTrackRequest's cid there. */
  trackId: string;
  /** Stream identifiers of simulcast layers (RFC 8853). */
  rids: string[];
  /** Primary streams with their retransmission streams (a=ssrc-group:FID). */
  streams: { ssrc: number; rtxSsrc?: number }[];
}

export interface DataSection {
  kind: "application";
  mid: string;
}

export interface Offer {
  sections: (MediaSection | DataSection)[];
  /** Changes when the peer restarts ICE. */
  iceFragment: string;
  fingerprints: { algorithm: string; value: string }[];
}

const maxSections = 64;
/** A browser's section has up to 150. */
const maxLines = 16_000;
/** As in the parser: a carriage return alone ends a line too. */
const lineEnd = /\r\n|\r|\n/;
/** Payload types are 0 to 127. They are compared with each other. */
const maxPayloads = 128;
const maxPayloadType = 127;
/** Characters of a codec's parameters. H.264's may hold its parameter sets. */
const maxParameters = 1024;
const token = /^[A-Za-z0-9._{}+-]{1,64}$/;
const clockRates: Record<CodecName, number> = { opus: 48_000, VP8: 90_000, H264: 90_000 };

/** Parses an offer. Undefined when it is malformed, too large, or cannot be bundled. */
export function parseOffer(sdp: string): Offer | undefined {
  try {
    if (sdp.split(lineEnd, maxLines + 1).length > maxLines) return undefined;
    return readOffer(parse(sdp));
  } catch {
    return undefined;
  }
}

type Parsed = ReturnType<typeof parse>;
type ParsedMedia = Parsed["media"][number];

function readOffer(parsed: Parsed): Offer | undefined {
  if (parsed.media.length === 0 || parsed.media.length > maxSections) return undefined;
  const isTooLong = ({ rtp, fmtp }: ParsedMedia) =>
    rtp.length > maxPayloads ||
    fmtp.length > maxPayloads ||
    fmtp.some(({ config }) => config.length > maxParameters);
  if (parsed.media.some(isTooLong)) return undefined;
  const sections: Offer["sections"] = [];
  const mids = new Set<string>();
  for (const media of parsed.media) {
    const mid = String(media.mid ?? "");
    if (!token.test(mid) || mids.has(mid)) return undefined;
    mids.add(mid);
    if (media.type === "application") sections.push({ kind: "application", mid });
    else if (media.type === "audio" || media.type === "video")
      sections.push(readMedia(media, media.type, mid));
    else return undefined;
  }
  const [first] = parsed.media;
  const iceFragment = String(first?.iceUfrag ?? parsed.iceUfrag ?? "");
  const fingerprints = [parsed, ...parsed.media]
    .flatMap(({ fingerprint }) => fingerprint ?? [])
    .map(({ type, hash }) => ({ algorithm: String(type), value: String(hash) }));
  if (iceFragment === "" || fingerprints.length === 0) return undefined;
  return { sections, iceFragment, fingerprints };
}

function readMedia(media: ParsedMedia, kind: MediaKind, mid: string): MediaSection {
  const direction = media.direction ?? "sendrecv";
  const extensions = new Map<ExtensionName, number>();
  for (const { uri, value } of media.ext ?? []) {
    const name = acceptedExtensions[kind].find((candidate) => extensionUris[candidate] === uri);
    if (name !== undefined && value >= 1 && value <= 14) extensions.set(name, value);
  }
  return {
    kind,
    mid,
    sends: direction === "sendrecv" || direction === "sendonly",
    receives: direction === "sendrecv" || direction === "recvonly",
    codecs: readCodecs(media, kind),
    payloadTypes: readPayloadTypes(media),
    extensions,
    trackId: readTrackId(media),
    rids: (media.rids ?? [])
      .filter(({ direction: way, id }) => way === "send" && token.test(String(id)))
      .map(({ id }) => String(id))
      .slice(0, 3),
    streams: readStreams(media),
  };
}

/**
 * The parser's published types are outdated. It puts an msid with characters beyond word characters under "invalid".
 */
const msidSchema = v.object({
  msid: v.fallback(v.array(v.object({ appdata: v.fallback(v.string(), "") })), []),
  invalid: v.fallback(v.array(v.object({ value: v.string() })), []),
});

function readTrackId(media: ParsedMedia): string {
  const { msid, invalid } = v.parse(msidSchema, media);
  const unread = invalid.map(({ value }) => /^msid:\S+ (\S+)$/.exec(value)?.[1] ?? "");
  return [...msid.map(({ appdata }) => appdata), ...unread].find((id) => id !== "") ?? "";
}

function readPayloadTypes({ payloads }: ParsedMedia): string {
  const numbers = String(payloads ?? "")
    .split(" ")
    .map(Number)
    .filter((number) => Number.isInteger(number) && number >= 0 && number <= maxPayloadType);
  return numbers.length === 0 ? "0" : numbers.join(" ");
}

function readCodecs(media: ParsedMedia, kind: MediaKind): OfferedCodec[] {
  const parametersOf = (payload: number) =>
    media.fmtp.find((fmtp) => fmtp.payload === payload)?.config.replace(/[^\x21-\x7e ]/g, "") ?? "";
  const codecs: OfferedCodec[] = [];
  // A larger number fits into no packet.
  const offered = media.rtp.filter(({ payload }) => payload >= 0 && payload <= maxPayloadType);
  for (const { payload, codec, rate } of offered) {
    const name = codecNames[kind].find((known) => known.toLowerCase() === codec.toLowerCase());
    const parameters = parametersOf(payload);
    if (name === undefined || rate !== clockRates[name]) continue;
    // Every browser decodes constrained baseline, in single and fragmented units.
    if (name === "H264" && !/packetization-mode=1/.test(parameters)) continue;
    if (name === "H264" && !/profile-level-id=42e0/i.test(parameters)) continue;
    if (codecs.some((known) => known.name === name)) continue;
    const rtx = offered.find(
      (other) =>
        other.codec.toLowerCase() === "rtx" &&
        new RegExp(`(^|;)\\s*apt=${payload}(;|$)`).test(parametersOf(other.payload)),
    );
    const red = offered.find(
      (other) =>
        name === "opus" &&
        other.codec.toLowerCase() === "red" &&
        other.rate === rate &&
        new RegExp(`^${payload}(/${payload})*$`).test(parametersOf(other.payload)),
    );
    codecs.push({
      name,
      payloadType: payload,
      clockRate: rate,
      parameters,
      ...(rtx === undefined ? {} : { rtxPayloadType: rtx.payload }),
      ...(red === undefined ? {} : { redPayloadType: red.payload }),
    });
  }
  return codecs;
}

const codecNames: Record<MediaKind, readonly CodecName[]> = { audio: ["opus"], video: ["VP8", "H264"] };

function readStreams(media: ParsedMedia): MediaSection["streams"] {
  const isSsrc = (value: number) => Number.isInteger(value) && value > 0 && value <= 0xffffffff;
  const groups = (media.ssrcGroups ?? [])
    .filter(({ semantics }) => semantics === "FID")
    .map(({ ssrcs }) => String(ssrcs).split(" ").map(Number));
  const repairs = new Map(groups.map(([ssrc = 0, rtxSsrc = 0]) => [ssrc, rtxSsrc]));
  const isRepair = new Set(repairs.values());
  const primaries = new Set((media.ssrcs ?? []).map(({ id }) => Number(id)).filter(isSsrc));
  return [...primaries]
    .filter((ssrc) => !isRepair.has(ssrc))
    .slice(0, 3)
    .map((ssrc) => {
      const rtxSsrc = repairs.get(ssrc);
      return rtxSsrc !== undefined && isSsrc(rtxSsrc) ? { ssrc, rtxSsrc } : { ssrc };
    });
}
