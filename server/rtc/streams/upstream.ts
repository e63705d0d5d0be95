import { randomInt } from "node:crypto";
import type { PeerTransport } from "../network/transport.ts";
import { createArrivalLog } from "../packets/congestion.ts";
import {
  type SenderReport,
  writeNack,
  writePictureLoss,
  writeReceiverReport,
  writeTransportFeedback,
} from "../packets/rtcp.ts";
import { parseRtp, type RtpPacket } from "../packets/rtp.ts";
import type { OfferedCodec } from "../sdp/offer.ts";
import type { Layer, Publication } from "./publication.ts";

/** All streams from one participant: finds the track of each packet and reports reception. */
export interface Upstream {
  onRtp(bytes: Buffer): void;
  onSenderReport(report: SenderReport): void;
  /** Assigns SSRCs of an offer to a publication before packets arrive. */
  expect(publication: Publication, streams: readonly { ssrc: number; rtxSsrc?: number }[]): void;
  forget(publication: Publication): void;
  requestKeyFrame(ssrc: number): void;
  /** Sends NACKs again, and transport-wide feedback when it is due. Call it every few tens of milliseconds. */
  sendFeedback(): void;
  /** Sends receiver reports. Call it about once a second. Returns the highest loss of a stream, 0 to 1. */
  sendReports(): number;
}

interface Route {
  publication: Publication;
  layer: Layer;
  isRtx: boolean;
}

const maxRoutes = 64;
/** As a LiveKit server does. Each report costs as much as a media packet. */
const feedbackEveryMs = 100;

export function createUpstream(deps: {
  transport: PeerTransport;
  publications: () => Iterable<Publication>;
  /** RFC 6464: 0 is the loudest, 127 silence, in -dBov. */
  onAudioLevel: (level: number, now: number) => void;
}): Upstream {
  const { transport } = deps;
  const ownSsrc = randomInt(1, 0xffffffff);
  const routes = new Map<number, Route>();
  const arrivals = createArrivalLog();
  let mediaSsrc = 0;
  let feedbackAt = 0;

  const find = (packet: RtpPacket): Route | undefined => {
    const known = routes.get(packet.ssrc);
    if (known !== undefined) return known;
    const route = routes.size < maxRoutes ? identify(packet, deps.publications()) : undefined;
    if (route !== undefined) routes.set(packet.ssrc, route);
    return route;
  };

  const askAgain = ({ receiver }: Layer, now: number) => {
    const lost = receiver.takeNacks(now);
    if (lost.length > 0) transport.sendRtcp(writeNack(ownSsrc, receiver.ssrc, lost));
  };

  const accept = (packet: RtpPacket, { publication, layer }: Route, now: number) => {
    // Comfort noise and tones are other payload types on the same stream.
    if (!isOfCodec(packet, publication.section.codec)) return;
    if (!publication.receive(packet, layer, now)) return;
    const { codec } = publication.section;
    if (codec.name !== "opus") {
      if (codec.rtxPayloadType !== undefined) askAgain(layer, now);
      return;
    }
    const level = publication.levelOf(packet);
    if (level !== undefined) deps.onAudioLevel(level, now);
  };

  return {
    onRtp: (bytes) => {
      const packet = parseRtp(bytes);
      const route = packet && find(packet);
      if (packet === undefined || route === undefined) return;
      const { extensions } = route.publication.section;
      const transportSequence = packet.extensions.get(extensions.get("transportCc") ?? -1);
      if (transportSequence?.length === 2) {
        mediaSsrc = packet.ssrc;
        arrivals.record(transportSequence.readUInt16BE(0), performance.now() * 1000);
      }
      const now = Date.now();
      if (!route.isRtx) accept(packet, route, now);
      else {
        const original = unwrapRtx(packet, route);
        // Retransmissions also serve as padding when the sender probes for bandwidth.
        if (original !== undefined && route.layer.receiver.isMissing(original.sequenceNumber)) {
          accept(original, route, now);
        }
      }
    },
    onSenderReport: (report) => {
      const route = routes.get(report.ssrc);
      if (route !== undefined && !route.isRtx) {
        route.publication.noteSenderReport(report, route.layer, Date.now());
      }
    },
    expect: (publication, streams) => {
      // With simulcast only the packets tell their layer.
      if (publication.section.rids.length > 0) return;
      for (const { ssrc, rtxSsrc } of streams.slice(0, 1)) {
        const layer = publication.layerOf(ssrc, "");
        routes.set(ssrc, { publication, layer, isRtx: false });
        if (rtxSsrc !== undefined) routes.set(rtxSsrc, { publication, layer, isRtx: true });
      }
    },
    forget: (publication) => {
      for (const [ssrc, route] of routes) if (route.publication === publication) routes.delete(ssrc);
    },
    requestKeyFrame: (ssrc) => transport.sendRtcp(writePictureLoss(ownSsrc, ssrc)),
    sendFeedback: () => {
      const now = Date.now();
      const body = now - feedbackAt < feedbackEveryMs ? undefined : arrivals.takeFeedback();
      if (body !== undefined) {
        feedbackAt = now;
        transport.sendRtcp(writeTransportFeedback(ownSsrc, mediaSsrc, body));
      }
      for (const { publication, layer, isRtx } of routes.values()) {
        if (!isRtx && publication.section.codec.rtxPayloadType !== undefined) askAgain(layer, now);
      }
    },
    sendReports: () => {
      const now = Date.now();
      const reports = [...deps.publications()]
        .flatMap((publication) => publication.receivers())
        .filter(({ lastPacketAt }) => lastPacketAt > 0)
        .map((receiver) => receiver.takeReport(now));
      if (reports.length > 0) transport.sendRtcp(writeReceiverReport(ownSsrc, reports));
      return Math.max(0, ...reports.map(({ fractionLost }) => fractionLost / 256));
    },
  };
}

function isOfCodec({ payloadType }: RtpPacket, codec: OfferedCodec): boolean {
  return payloadType === codec.payloadType || payloadType === codec.redPayloadType;
}

/** Finds the track by the mid extension and the layer by the rid extensions (RFC 8843, RFC 8852). */
function identify(packet: RtpPacket, publications: Iterable<Publication>): Route | undefined {
  for (const publication of publications) {
    const { section } = publication;
    const read = (name: "mid" | "rid" | "repairedRid") =>
      packet.extensions.get(section.extensions.get(name) ?? -1)?.toString("latin1");
    if (read("mid") !== section.mid) continue;
    const repaired = read("repairedRid");
    if (packet.payloadType === section.codec.rtxPayloadType) {
      const layer = publication.layerWithRid(repaired ?? "");
      return layer && { publication, layer, isRtx: true };
    }
    const rid = read("rid") ?? "";
    const isKnownRid = section.rids.length === 0 ? rid === "" : section.rids.includes(rid);
    if (!isOfCodec(packet, section.codec) || !isKnownRid) return undefined;
    return { publication, layer: publication.layerOf(packet.ssrc, rid), isRtx: false };
  }
  return undefined;
}

/** The packet inside a retransmission (RFC 4588 section 4); undefined for padding. */
function unwrapRtx(packet: RtpPacket, { publication, layer }: Route): RtpPacket | undefined {
  if (packet.payload.length < 2) return undefined;
  return {
    ...packet,
    payloadType: publication.section.codec.payloadType,
    sequenceNumber: packet.payload.readUInt16BE(0),
    ssrc: layer.receiver.ssrc,
    payload: packet.payload.subarray(2),
  };
}
