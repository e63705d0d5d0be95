import { randomInt } from "node:crypto";
import type { PeerTransport } from "../network/transport.ts";
import { renumberRedundancy, withoutRedundancy } from "../packets/red.ts";
import { type SenderReport, writeSenderReport } from "../packets/rtcp.ts";
import { type RtpPacket, sequenceDistance, writeRtpHeader } from "../packets/rtp.ts";
import { movePictureNumbers, type PictureNumbers, readPictureNumbers } from "../packets/vp8.ts";
import type { ExtensionName, OfferedCodec } from "../sdp/offer.ts";
import { fullView, type View } from "./layers.ts";
import type { Layer, Publication, Sink } from "./publication.ts";

/** The media section of a track to a subscriber, with the payload types of the subscriber's offer. */
export interface SubscribedSection {
  mid: string;
  codec: OfferedCodec;
  extensions: ReadonlyMap<ExtensionName, number>;
}

interface SentPacket extends RtpPacket {
  extensions: Map<number, Buffer>;
  resentAt: number;
  resends: number;
}

/** The data of the section that every packet to a subscriber needs. */
interface Names {
  mid: Buffer;
  midId: number | undefined;
  sendTimeId: number | undefined;
  /** Pairs of the publisher's id and the subscriber's id of the same extension. */
  copied: readonly (readonly [from: number, to: number])[];
}

/** Packets kept for retransmission; a power of two. */
const historySize = 512;
/** Minimum interval between resends of a packet: the first copy may still arrive. */
const resendEveryMs = 15;
/** Resends of one packet. A LiveKit server resends it three times. */
const maxResends = 4;
/** For this many packets after a start, older packets are recognised; later they cannot arrive any more. */
const startGuard = 1000;
const copiedExtensions: readonly ExtensionName[] = ["audioLevel", "videoOrientation"];

/** One track to one subscriber: an RTP stream with its own numbers. */
export class Subscription implements Sink {
  readonly ssrc = randomInt(1, 0xffffffff);
  readonly rtxSsrc = randomInt(1, 0xffffffff);
  /** Undefined until the subscriber has offered a section. */
  section: SubscribedSection | undefined;
  private names: Names = { mid: Buffer.alloc(0), midId: undefined, sendTimeId: undefined, copied: [] };

  private isDisabled = false;
  /** The highest rank that the subscriber wants, and that its line carries. */
  private wanted: number;
  private allowed = Number.POSITIVE_INFINITY;
  private layer: Layer | undefined;
  private target: Layer | undefined;
  /** True until the next packet that needs no earlier ones. */
  private isWaiting = true;
  private sequenceOffset = 0;
  private timestampOffset = 0;
  private firstSequence = 0;
  private sinceStart = 0;
  // RFC 3711 section 3.3.1 advises a first number below 2^15.
  private lastSequence = randomInt(0x4000);
  private lastTimestamp = 0;
  private lastSentAt = 0;
  private rtxSequence = randomInt(0x4000);
  private packetCount = 0;
  private octetCount = 0;
  private sentOctets = 0;
  private isRestart = false;
  private pictures: PictureNumbers | undefined;
  private pictureShift: PictureNumbers = { picture: 0, base: 0, key: 0 };
  private readonly history = new Array<SentPacket | undefined>(historySize);

  constructor(
    readonly publication: Publication,
    private readonly transport: PeerTransport,
  ) {
    this.wanted = publication.rankFor(fullView);
  }

  get demand(): number {
    return this.isDisabled ? -1 : this.wanted;
  }

  /** Whether the line is too slow even for the lowest layer. */
  get isHeld(): boolean {
    return this.allowed < 0;
  }

  /** Payload bytes since the last call, with retransmissions. */
  takeSentOctets(): number {
    const sent = this.sentOctets;
    this.sentOctets = 0;
    return sent;
  }

  start(section: SubscribedSection): void {
    this.section = section;
    this.names = this.namesOf(section);
    this.isWaiting = true;
    this.publication.addSink(this);
    this.requestKeyFrame();
  }

  stop(): void {
    this.section = undefined;
    this.publication.removeSink(this);
  }

  /** Changes the layer, pauses or resumes, as the subscriber asked. */
  setView(view: View): void {
    this.change(() => {
      this.isDisabled = view.isDisabled;
      this.wanted = this.publication.rankFor(view);
    });
    this.publication.reviewDemand();
  }

  /** Limits the layer to what the line carries; -1 pauses. */
  allow(rank: number): void {
    this.change(() => {
      this.allowed = rank;
    });
  }

  requestKeyFrame(): void {
    this.publication.requestKeyFrame(this.publication.layerFor(this.rank, Date.now()) ?? this.layer);
  }

  onPacket(packet: RtpPacket, layer: Layer, now: number): boolean {
    if (this.section === undefined || this.isPaused) return false;
    this.chooseLayer(now);
    const isSwitch = layer !== this.layer;
    if (isSwitch && layer !== this.target) return false;
    if (isSwitch || this.isWaiting) {
      if (layer !== this.target) return false;
      if (!this.publication.isKeyFrame(packet)) {
        // The first request may have been lost.
        this.publication.requestKeyFrame(layer);
        return false;
      }
      this.startAt(packet, layer, now);
    }
    if (this.sinceStart < startGuard && sequenceDistance(packet.sequenceNumber, this.firstSequence) < 0)
      return false;
    return this.send(packet, this.section, now);
  }

  /** Only sound is left out, and any packet of it can follow. */
  onSkipped(): void {
    this.isWaiting = true;
  }

  /** Forwards the publisher's clock, so that audio and video stay in sync (RFC 3550 section 6.4.1). */
  onSenderReport(report: SenderReport, layer: Layer): void {
    if (layer !== this.layer || this.packetCount === 0 || this.isPaused) return;
    this.transport.sendRtcp(
      writeSenderReport({
        ssrc: this.ssrc,
        ntpSeconds: report.ntpSeconds,
        ntpFraction: report.ntpFraction,
        rtpTimestamp: (report.rtpTimestamp + this.timestampOffset) >>> 0,
        packetCount: this.packetCount,
        octetCount: this.octetCount,
      }),
    );
  }

  /** Resends packets in the format of RFC 4588. */
  resend(sequenceNumbers: readonly number[], now: number): void {
    const { section } = this;
    const payloadType = section?.codec.rtxPayloadType;
    if (section === undefined || payloadType === undefined) return;
    for (const sequenceNumber of sequenceNumbers) {
      const sent = this.history[sequenceNumber % historySize];
      if (sent?.sequenceNumber !== sequenceNumber || now - sent.resentAt < resendEveryMs) continue;
      if (sent.resends >= maxResends) continue;
      sent.resends += 1;
      sent.resentAt = now;
      this.rtxSequence = (this.rtxSequence + 1) & 0xffff;
      const original = Buffer.alloc(2);
      original.writeUInt16BE(sequenceNumber);
      this.stampSendTime(sent.extensions);
      this.sentOctets += sent.payload.length;
      const packet = { ...sent, payloadType, ssrc: this.rtxSsrc, sequenceNumber: this.rtxSequence };
      this.transport.sendRtp(writeRtpHeader(packet), Buffer.concat([original, sent.payload]));
    }
  }

  private get rank(): number {
    return Math.min(this.wanted, this.allowed);
  }

  private get isPaused(): boolean {
    return this.isDisabled || this.isHeld;
  }

  private change(apply: () => void): void {
    const wasPaused = this.isPaused;
    apply();
    if (!wasPaused || this.isPaused) return;
    this.isWaiting = true;
    this.requestKeyFrame();
  }

  /** Selects the layer. The switch happens at its next key frame. */
  private chooseLayer(now: number): void {
    const best = this.publication.layerFor(this.rank, now);
    if (best === undefined || best === this.target) return;
    this.target = best;
    if (best !== this.layer) this.publication.requestKeyFrame(best);
  }

  /** Continues the stream's numbers without a gap. */
  private startAt(packet: RtpPacket, layer: Layer, now: number): void {
    this.sequenceOffset = this.lastSequence + 1 - packet.sequenceNumber;
    if (this.layer !== undefined && this.layer !== layer) {
      const elapsed = Math.max(
        1,
        Math.round(((now - this.lastSentAt) * this.publication.section.codec.clockRate) / 1000),
      );
      this.timestampOffset = this.lastTimestamp + elapsed - packet.timestamp;
    }
    if (this.publication.section.codec.name === "VP8") this.continuePictures(packet);
    this.layer = layer;
    this.firstSequence = packet.sequenceNumber;
    this.sinceStart = 0;
    this.isWaiting = false;
    // The marker tells an audio receiver that a pause came before (RFC 3551 section 4.1).
    this.isRestart = this.publication.section.codec.name === "opus" && this.packetCount > 0;
  }

  private continuePictures(packet: RtpPacket): void {
    const next = readPictureNumbers(packet.payload);
    const last = this.pictures;
    if (last === undefined) return;
    this.pictureShift = {
      picture: last.picture + 1 - next.picture,
      base: last.base + 1 - next.base,
      key: last.key + 1 - next.key,
    };
  }

  private send(packet: RtpPacket, section: SubscribedSection, now: number): boolean {
    const translated = this.translatePayload(packet, section.codec);
    if (translated === undefined) return false;
    const out: SentPacket = {
      payloadType: translated.payloadType,
      payload: translated.payload,
      marker: packet.marker || this.isRestart,
      sequenceNumber: (packet.sequenceNumber + this.sequenceOffset) & 0xffff,
      timestamp: (packet.timestamp + this.timestampOffset) >>> 0,
      ssrc: this.ssrc,
      extensions: this.translateExtensions(packet),
      resentAt: 0,
      resends: 0,
    };
    if (sequenceDistance(out.sequenceNumber, this.lastSequence) > 0) {
      this.lastSequence = out.sequenceNumber;
      this.lastTimestamp = out.timestamp;
      this.lastSentAt = now;
      if (section.codec.name === "VP8") this.pictures = readPictureNumbers(out.payload);
    }
    this.isRestart = false;
    this.sinceStart += 1;
    this.packetCount += 1;
    this.octetCount += out.payload.length;
    this.sentOctets += out.payload.length;
    if (section.codec.rtxPayloadType !== undefined) this.history[out.sequenceNumber % historySize] = out;
    this.transport.sendRtp(writeRtpHeader(out), out.payload);
    return true;
  }

  /** Subscribers with RED get redundant audio; others get it without the redundancy. */
  private translatePayload(
    { payloadType, payload }: RtpPacket,
    codec: OfferedCodec,
  ): Pick<RtpPacket, "payloadType" | "payload"> | undefined {
    if (codec.name === "VP8") {
      return { payloadType: codec.payloadType, payload: movePictureNumbers(payload, this.pictureShift) };
    }
    if (payloadType !== this.publication.section.codec.redPayloadType) {
      return { payloadType: codec.payloadType, payload };
    }
    const { redPayloadType } = codec;
    const translated =
      redPayloadType === undefined
        ? withoutRedundancy(payload)
        : renumberRedundancy(payload, codec.payloadType);
    return translated && { payloadType: redPayloadType ?? codec.payloadType, payload: translated };
  }

  private namesOf({ mid, extensions }: SubscribedSection): Names {
    const published = this.publication.section.extensions;
    return {
      mid: Buffer.from(mid),
      midId: extensions.get("mid"),
      sendTimeId: extensions.get("absSendTime"),
      copied: copiedExtensions.flatMap((name) => {
        const [from, to] = [published.get(name), extensions.get(name)];
        return from === undefined || to === undefined ? [] : [[from, to] as const];
      }),
    };
  }

  /** Extension ids differ between peers, so each value moves to the subscriber's id. */
  private translateExtensions({ extensions }: RtpPacket): Map<number, Buffer> {
    const translated = new Map<number, Buffer>();
    const { mid, midId, copied } = this.names;
    if (midId !== undefined) translated.set(midId, mid);
    for (const [from, to] of copied) {
      const value = extensions.get(from);
      if (value !== undefined && value.length >= 1 && value.length <= 16) translated.set(to, value);
    }
    this.stampSendTime(translated);
    return translated;
  }

  /** The receiver estimates its line by it (abs-send-time: seconds in 24 bits, 18 of them the fraction). */
  private stampSendTime(extensions: Map<number, Buffer>): void {
    const id = this.names.sendTimeId;
    if (id === undefined) return;
    const time = Buffer.allocUnsafe(3);
    time.writeUIntBE(Math.floor(performance.now() * 262.144) % 0x1000000, 0, 3);
    extensions.set(id, time);
  }
}
