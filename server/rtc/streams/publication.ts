import { type TrackInfo, TrackSource } from "@livekit/protocol";
import { createRateMeter, type RateMeter } from "../packets/rate.ts";
import { createRtpReceiver, type RtpReceiver } from "../packets/receiver.ts";
import type { SenderReport } from "../packets/rtcp.ts";
import { type RtpPacket, startsKeyFrame } from "../packets/rtp.ts";
import type { ExtensionName, OfferedCodec } from "../sdp/offer.ts";
import { createDemand, type Demand } from "./demand.ts";
import { rankFor, type View } from "./layers.ts";

/** The media section of a track from its publisher. */
export interface PublishedSection {
  mid: string;
  codec: OfferedCodec;
  extensions: ReadonlyMap<ExtensionName, number>;
  rids: readonly string[];
}

/** One encoding of a published track. There is one unless the publisher uses simulcast. */
export interface Layer {
  rid: string;
  /** 0 is the lowest quality. */
  rank: number;
  receiver: RtpReceiver;
  rate: RateMeter;
}

export interface Sink {
  /** The highest rank that the subscriber wants; -1 for none. */
  readonly demand: number;
  /** Returns whether the packet was sent. */
  onPacket(packet: RtpPacket, layer: Layer, now: number): boolean;
  /** A packet is left out: the next one continues its numbers. */
  onSkipped(): void;
  onSenderReport(report: SenderReport, layer: Layer): void;
}

const keyFrameEveryMs = 500;
/** A layer without packets for this long was switched off by its publisher. */
const layerIdleMs = 1000;
/** A still screen has a frame in a second, or fewer. */
const screenIdleMs = 3000;
/**
 * Bits per second that are believed of the highest layer before it is sent. A layer has a quarter of the pixels of the
 * next one, so a quarter of the bits is believed.
 */
const maxAnnounced = 3_000_000;

export class Publication {
  private readonly sinks = new Set<Sink>();
  private hadSink = false;
  private readonly layers = new Map<string, Layer>();
  private readonly keyFrames = new Map<number, { askedAt: number; timer?: NodeJS.Timeout }>();
  private readonly demand: Demand;

  /** @param info for the other participants; changed in place */
  constructor(
    readonly info: TrackInfo,
    readonly section: PublishedSection,
    private readonly publisher: {
      readonly sid: string;
      askForKeyFrame(ssrc: number): void;
      onFirstSink(): void;
      /** The highest wanted layer has changed; -1: no subscriber wants the track. */
      onDemand(rank: number): void;
      /** Whether the others hear a packet of sound; `level` as in RFC 6464. */
      isHeard(level: number | undefined, now: number): boolean;
      /** Whether the publisher's packets may be forwarded now. If not, they are lost. */
      mayForward(): boolean;
      /** Counts a forwarded packet, once for each receiver. */
      noteForwarded(receivers: number): void;
    },
  ) {
    this.demand = createDemand(this.topRank, (rank) => publisher.onDemand(rank));
    this.reviewDemand();
  }

  get publisherSid(): string {
    return this.publisher.sid;
  }

  get topRank(): number {
    return Math.max(0, this.section.rids.length - 1);
  }

  get isVideo(): boolean {
    return this.section.codec.name !== "opus";
  }

  /** Call it when what a sink wants has changed. */
  reviewDemand(): void {
    if (!this.isVideo) return;
    this.demand.want(Math.max(-1, ...[...this.sinks].map(({ demand }) => demand)));
  }

  /** Call it when the publisher is back after a lost connection. */
  repeatDemand(): void {
    this.demand.repeat();
  }

  rankFor(view: View): number {
    return rankFor(view, this.info, this.section.rids.length);
  }

  /** Bits per second of each layer: as measured, or as announced (up to a limit) while it is not sent. */
  rates(now: number): number[] {
    return Array.from({ length: this.topRank + 1 }, (_, rank) => {
      // Native clients list their layers from the highest.
      const announced = this.info.layers.find(({ quality }) => quality === rank)?.bitrate ?? 0;
      const limit = maxAnnounced / 4 ** (this.topRank - rank);
      return this.measuredRate(now, rank) || Math.min(announced, limit);
    });
  }

  /** Bits per second of a layer; 0 while it is not sent. */
  measuredRate(now: number, rank = 0): number {
    const layer = [...this.layers.values()].find((each) => each.rank === rank);
    return layer?.rate.bitsPerSecond(now) ?? 0;
  }

  /**
   * The stream for subscribers. The client reads the publisher before the bar and synchronises tracks of one stream.
   */
  get streamId(): string {
    const { source } = this.info;
    const isScreen = source === TrackSource.SCREEN_SHARE || source === TrackSource.SCREEN_SHARE_AUDIO;
    return `${this.publisher.sid}|${isScreen ? "screen" : "camera"}`;
  }

  addSink(sink: Sink): void {
    this.sinks.add(sink);
    if (!this.hadSink) this.publisher.onFirstSink();
    this.hadSink = true;
    this.reviewDemand();
  }

  removeSink(sink: Sink): void {
    this.sinks.delete(sink);
    this.reviewDemand();
  }

  /** The highest layer up to a rank, or else the lowest above it. Layers that are sent come first. */
  layerFor(rank: number, now: number): Layer | undefined {
    const idleMs = this.info.source === TrackSource.SCREEN_SHARE ? screenIdleMs : layerIdleMs;
    const score = (layer: Layer) => {
      const isLive = now - layer.receiver.lastPacketAt < idleMs;
      return (isLive ? 1000 : 0) + (layer.rank <= rank ? 100 + layer.rank : -layer.rank);
    };
    let best: Layer | undefined;
    for (const layer of this.layers.values()) {
      if (best === undefined || score(layer) > score(best)) best = layer;
    }
    return best;
  }

  receivers(): RtpReceiver[] {
    return [...this.layers.values()].map(({ receiver }) => receiver);
  }

  layerOf(ssrc: number, rid: string): Layer {
    const known = this.layers.get(rid);
    if (known?.receiver.ssrc === ssrc) return known;
    const receiver = createRtpReceiver(ssrc, this.section.codec.clockRate);
    const rank = Math.max(0, this.section.rids.indexOf(rid));
    const layer = { rid, rank, receiver, rate: createRateMeter() };
    this.layers.set(rid, layer);
    return layer;
  }

  layerWithRid(rid: string): Layer | undefined {
    return this.layers.get(rid);
  }

  receive(packet: RtpPacket, layer: Layer, now: number): boolean {
    if (!layer.receiver.receive(packet, now)) return false;
    layer.rate.note(packet.payload.length, now);
    if (this.isVideo && this.isKeyFrame(packet)) this.dropKeyFrameRequest(layer);
    if (this.isLeftOut(packet, now)) for (const sink of this.sinks) sink.onSkipped();
    else if (this.publisher.mayForward()) this.forward(packet, layer, now);
    return true;
  }

  private forward(packet: RtpPacket, layer: Layer, now: number): void {
    let receivers = 0;
    for (const sink of this.sinks) if (sink.onPacket(packet, layer, now)) receivers += 1;
    this.publisher.noteForwarded(receivers);
  }

  /** The sound level in a packet's header (RFC 6464): 0 is the loudest, 127 silence. */
  levelOf(packet: RtpPacket): number | undefined {
    const level = packet.extensions.get(this.section.extensions.get("audioLevel") ?? -1)?.[0];
    return level === undefined ? undefined : level & 0x7f;
  }

  /** Only sound is left out. The source that a client names does not matter, and muted sound is never forwarded. */
  private isLeftOut(packet: RtpPacket, now: number): boolean {
    if (this.isVideo) return false;
    return this.info.muted || !this.publisher.isHeard(this.levelOf(packet), now);
  }

  noteSenderReport(report: SenderReport, layer: Layer, now: number): void {
    layer.receiver.noteSenderReport(report, now);
    for (const sink of this.sinks) sink.onSenderReport(report, layer);
  }

  isKeyFrame(packet: RtpPacket): boolean {
    const { name } = this.section.codec;
    return name === "opus" || startsKeyFrame(name, packet.payload);
  }

  /** Asks the publisher, at most every half second for a layer. */
  requestKeyFrame(layer: Layer | undefined): void {
    if (layer === undefined || !this.isVideo) return;
    const { ssrc } = layer.receiver;
    const state = this.keyFrames.get(ssrc) ?? { askedAt: 0 };
    this.keyFrames.set(ssrc, state);
    const wait = state.askedAt + keyFrameEveryMs - Date.now();
    const ask = () => {
      delete state.timer;
      state.askedAt = Date.now();
      this.publisher.askForKeyFrame(ssrc);
    };
    if (wait <= 0) ask();
    else state.timer ??= setTimeout(ask, wait);
  }

  /** A delayed request is answered by a key frame that comes before it. */
  private dropKeyFrameRequest({ receiver }: Layer): void {
    const state = this.keyFrames.get(receiver.ssrc);
    if (state?.timer === undefined) return;
    clearTimeout(state.timer);
    delete state.timer;
  }

  close(): void {
    this.demand.close();
    for (const { timer } of this.keyFrames.values()) clearTimeout(timer);
    this.keyFrames.clear();
    this.sinks.clear();
  }
}
