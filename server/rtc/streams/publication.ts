import { type TrackInfo, TrackSource } from "@livekit/protocol";
import { createRtpReceiver, type RtpReceiver } from "../packets/receiver.ts";
import type { SenderReport } from "../packets/rtcp.ts";
import { type RtpPacket, startsKeyFrame } from "../packets/rtp.ts";
import type { ExtensionName, OfferedCodec } from "../sdp/offer.ts";

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
}

export interface Sink {
  onPacket(packet: RtpPacket, layer: Layer, now: number): void;
  onSenderReport(report: SenderReport, layer: Layer): void;
}

const keyFrameEveryMs = 500;
/** A layer without packets for this long was switched off by its publisher. */
const layerIdleMs = 1000;

export class Publication {
  private readonly sinks = new Set<Sink>();
  private hadSink = false;
  private isSilenced = false;
  private readonly layers = new Map<string, Layer>();
  private readonly keyFrames = new Map<number, { askedAt: number; timer?: NodeJS.Timeout }>();

  /** @param info for the other participants; changed in place */
  constructor(
    readonly info: TrackInfo,
    readonly section: PublishedSection,
    private readonly publisher: {
      readonly sid: string;
      askForKeyFrame(ssrc: number): void;
      onFirstSink(): void;
    },
  ) {}

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
  }

  removeSink(sink: Sink): void {
    this.sinks.delete(sink);
  }

  bestLayer(now: number): Layer | undefined {
    let best: Layer | undefined;
    for (const layer of this.layers.values()) {
      const isLive = now - layer.receiver.lastPacketAt < layerIdleMs;
      if (best === undefined || (isLive && layer.rank > best.rank)) best = layer;
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
    const layer = { rid, rank: Math.max(0, this.section.rids.indexOf(rid)), receiver };
    this.layers.set(rid, layer);
    return layer;
  }

  layerWithRid(rid: string): Layer | undefined {
    return this.layers.get(rid);
  }

  /** A host has muted the track, and its client has not answered yet. */
  setSilenced(isSilenced: boolean): void {
    this.isSilenced = isSilenced;
  }

  receive(packet: RtpPacket, layer: Layer, now: number): boolean {
    if (!layer.receiver.receive(packet, now)) return false;
    if (this.isSilenced) return true;
    for (const sink of this.sinks) sink.onPacket(packet, layer, now);
    return true;
  }

  noteSenderReport(report: SenderReport, layer: Layer, now: number): void {
    layer.receiver.noteSenderReport(report, now);
    for (const sink of this.sinks) sink.onSenderReport(report, layer);
  }

  isKeyFrame(packet: RtpPacket): boolean {
    const { name } = this.section.codec;
    return name === "opus" || startsKeyFrame(name, packet.payload);
  }

  requestKeyFrame(layer: Layer | undefined): void {
    if (layer === undefined || this.section.codec.name === "opus") return;
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

  close(): void {
    for (const { timer } of this.keyFrames.values()) clearTimeout(timer);
    this.keyFrames.clear();
    this.sinks.clear();
  }
}
