import { maxDataMessage } from "../limits.ts";
import { extensionUris, type MediaSection, type Offer, type OfferedCodec } from "./offer.ts";

/** Whether the server receives, sends, both or neither on an offered media section. */
export interface SectionUse {
  receive?: { codec: OfferedCodec; useDtx: boolean };
  send?: {
    codec: OfferedCodec;
    ssrc: number;
    rtxSsrc: number;
    /** a=msid: the stream, and the track's LiveKit id. */
    streamId: string;
    trackId: string;
  };
}

export interface AnswerOptions {
  offer: Offer;
  decide: (section: MediaSection) => SectionUse;
  credentials: { fragment: string; password: string };
  fingerprint: string;
  addresses: readonly string[];
  port: number;
}

/** Writes the answer: the same sections in the same order in one bundle; unused ones are inactive (RFC 8829). */
export function writeAnswer({ offer, decide, ...local }: AnswerOptions): string {
  const mids = offer.sections.map(({ mid }) => mid).join(" ");
  const lines = [
    "v=0",
    "o=- 1 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=ice-lite",
    `a=group:BUNDLE ${mids}`,
    "a=msid-semantic: WMS *",
  ];
  for (const section of offer.sections) {
    const shared = transportLines(section.mid, local);
    if (section.kind === "application") {
      lines.push("m=application 9 UDP/DTLS/SCTP webrtc-datachannel", ...shared);
      lines.push("a=sctp-port:5000", `a=max-message-size:${maxDataMessage}`);
    } else {
      lines.push(...mediaLines(section, decide(section), shared));
    }
  }
  return `${lines.join("\r\n")}\r\n`;
}

function transportLines(mid: string, local: Omit<AnswerOptions, "offer" | "decide">): string[] {
  return [
    "c=IN IP4 0.0.0.0",
    `a=mid:${mid}`,
    `a=ice-ufrag:${local.credentials.fragment}`,
    `a=ice-pwd:${local.credentials.password}`,
    `a=fingerprint:${local.fingerprint}`,
    "a=setup:passive",
    ...local.addresses.map(
      (address, i) => `a=candidate:${i + 1} 1 udp ${2130706431 - 256 * i} ${address} ${local.port} typ host`,
    ),
    "a=end-of-candidates",
  ];
}

function mediaLines(section: MediaSection, use: SectionUse, shared: string[]): string[] {
  const { receive, send } = use;
  const codecs = receive === undefined && send === undefined ? section.codecs : usedCodecs(use);
  const payloadTypes = codecs.flatMap(({ payloadType, rtxPayloadType, redPayloadType }) => [
    // The client sends the first codec.
    redPayloadType ?? [],
    payloadType,
    rtxPayloadType ?? [],
  ]);
  const media = `m=${section.kind} 9 UDP/TLS/RTP/SAVPF`;
  if (codecs.length === 0) return [`${media} ${section.payloadTypes}`, ...shared, "a=inactive", "a=rtcp-mux"];
  const lines = [
    `${media} ${payloadTypes.flat().join(" ")}`,
    ...shared,
    `a=${directionOf(use)}`,
    "a=rtcp-mux",
    "a=rtcp-rsize",
  ];
  for (const [name, id] of section.extensions) lines.push(`a=extmap:${id} ${extensionUris[name]}`);
  for (const codec of codecs) lines.push(...codecLines(codec, use));
  if (receive !== undefined && section.rids.length > 1) {
    for (const rid of section.rids) lines.push(`a=rid:${rid} recv`);
    lines.push(`a=simulcast:recv ${section.rids.join(";")}`);
  }
  if (send !== undefined) {
    lines.push(`a=msid:${send.streamId} ${send.trackId}`);
    const hasRtx = send.codec.rtxPayloadType !== undefined;
    if (hasRtx) lines.push(`a=ssrc-group:FID ${send.ssrc} ${send.rtxSsrc}`);
    for (const ssrc of hasRtx ? [send.ssrc, send.rtxSsrc] : [send.ssrc]) {
      lines.push(`a=ssrc:${ssrc} cname:${send.streamId}`);
    }
  }
  return lines;
}

function usedCodecs({ receive, send }: SectionUse): OfferedCodec[] {
  const [first, second] = [receive?.codec, send?.codec];
  return [first ?? [], second !== undefined && second.name !== first?.name ? second : []].flat();
}

function directionOf({ receive, send }: SectionUse): string {
  if (receive !== undefined) return send === undefined ? "recvonly" : "sendrecv";
  return send === undefined ? "inactive" : "sendonly";
}

function codecLines(codec: OfferedCodec, { receive, send }: SectionUse): string[] {
  const { payloadType, rtxPayloadType, redPayloadType } = codec;
  if (codec.name === "opus") {
    const dtx = receive !== undefined && !receive.useDtx ? "" : ";usedtx=1";
    const lines = [
      `a=rtpmap:${payloadType} opus/48000/2`,
      `a=fmtp:${payloadType} minptime=10;useinbandfec=1${dtx}`,
    ];
    if (redPayloadType === undefined) return lines;
    return [
      ...lines,
      `a=rtpmap:${redPayloadType} red/48000/2`,
      `a=fmtp:${redPayloadType} ${payloadType}/${payloadType}`,
    ];
  }
  const lines = [`a=rtpmap:${payloadType} ${codec.name}/90000`];
  if (codec.parameters !== "") lines.push(`a=fmtp:${payloadType} ${codec.parameters}`);
  const isOnlySent = send !== undefined && receive === undefined;
  const feedback = ["nack", "nack pli", "ccm fir", isOnlySent ? "goog-remb" : "transport-cc"];
  lines.push(...feedback.map((kind) => `a=rtcp-fb:${payloadType} ${kind}`));
  if (rtxPayloadType !== undefined) {
    lines.push(`a=rtpmap:${rtxPayloadType} rtx/90000`, `a=fmtp:${rtxPayloadType} apt=${payloadType}`);
  }
  return lines;
}
