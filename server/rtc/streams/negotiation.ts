import { createBuckets } from "../../rates.ts";
import { offerRate } from "../limits.ts";
import type { PeerTransport } from "../network/transport.ts";
import { type SectionUse, writeAnswer } from "../sdp/answer.ts";
import { type CodecName, type MediaKind, type MediaSection, type Offer, parseOffer } from "../sdp/offer.ts";
import type { Publication, PublishedSection } from "./publication.ts";
import type { Subscription } from "./subscription.ts";

/** Addresses and certificate of the media socket. */
export interface LocalEndpoint {
  addresses(): readonly string[];
  port: number;
  /** Algorithm and value of the server certificate. */
  fingerprint: string;
}

export interface NegotiationDeps {
  transport: PeerTransport;
  endpoint: LocalEndpoint;
  publications: Pick<ReadonlyMap<string, Publication>, "values">;
  /** By track sid. */
  subscriptions: Pick<ReadonlyMap<string, Subscription>, "get" | "values">;
  /** The announced track of an offered section that sends; undefined when there is none. */
  publish(section: MediaSection, published: PublishedSection): Publication | undefined;
  unpublish(publication: Publication): void;
  onUnsupported(subscription: Subscription): void;
  awaitsTrack(): boolean;
  requestSections(audio: number, video: number): void;
}

export interface Answer {
  sdp: string;
  /** The track of every section to the client. The client forgets tracks that are not in it. */
  midToTrackId: Record<string, string>;
  published: Publication[];
  /** Call it after the answer was sent. */
  commit(): void;
}

const maxFruitlessRequests = 5;

/**
 * Offers and answers of one participant in LiveKit's single peer connection mode. The client makes every offer, also
 * when the server needs one, so offers never collide.
 */
export class Negotiation {
  private offer: Offer | undefined;
  private readonly assigned = new Map<string, Subscription>();
  private isRequested = false;
  private fruitlessRequests = 0;
  private readonly pace = createBuckets(Date.now, 1);
  private later: NodeJS.Timeout | undefined;

  constructor(private readonly deps: NegotiationDeps) {}

  answer(sdp: string): Answer | undefined {
    const offer = parseOffer(sdp);
    if (offer === undefined) return undefined;
    const { transport, endpoint } = this.deps;
    if (this.offer !== undefined && this.offer.iceFragment !== offer.iceFragment) transport.restartIce();
    this.offer = offer;
    this.isRequested = false;

    const published: Publication[] = [];
    const started: Subscription[] = [];
    const uses = new Map<MediaSection, SectionUse>();
    for (const section of offer.sections) {
      if (section.kind === "application") continue;
      // A section may carry a track in both directions: Pion publishes on the section of a track it receives.
      uses.set(section, { ...this.receive(section, published), ...this.deliver(section, started) });
    }
    if (started.length > 0) this.fruitlessRequests = 0;
    transport.start(offer.fingerprints);
    return {
      sdp: writeAnswer({
        offer,
        decide: (section) => uses.get(section) ?? {},
        credentials: transport.credentials,
        ...endpoint,
        addresses: endpoint.addresses(),
      }),
      midToTrackId: Object.fromEntries(
        [...this.assigned].map(([mid, { publication }]) => [mid, publication.info.sid]),
      ),
      published,
      commit: () => this.startForwarding(started),
    };
  }

  /**
   * Asks the client for an offer when tracks wait for a section, old sections are left, or an announced track was not
   * offered. Native clients forget to offer a track that is added during an offer.
   */
  requestOffer(): void {
    if (this.offer === undefined || this.isRequested || this.fruitlessRequests >= maxFruitlessRequests)
      return;
    const leftOver = [...this.assigned.values()].some((subscription) => !this.isWanted(subscription));
    const waiting = this.waitingTracks();
    if (waiting.length === 0 && !leftOver && !this.deps.awaitsTrack()) return;
    if (this.isTooSoon()) return;
    this.isRequested = true;
    this.fruitlessRequests += 1;
    const shortage = (kind: MediaKind) => {
      const needed = waiting.filter((subscription) => kindOf(subscription) === kind).length;
      return Math.max(0, needed - this.freeSections(kind).length);
    };
    this.deps.requestSections(shortage("audio"), shortage("video"));
  }

  /** Another participant can make changes in a loop. The request then comes later. */
  private isTooSoon(): boolean {
    if (this.later !== undefined) return true;
    const waitMs = this.pace.takeMs("requests", offerRate);
    if (waitMs === 0) return false;
    this.later = setTimeout(() => {
      this.later = undefined;
      this.requestOffer();
    }, waitMs);
    this.later.unref();
    return true;
  }

  /** Allows requests again after a change. `lost`: the last request was lost. */
  refresh({ lost = false } = {}): void {
    this.fruitlessRequests = 0;
    if (lost) this.isRequested = false;
    this.requestOffer();
  }

  hasUnusedSection(trackId: string): boolean {
    return this.mediaSections().some(
      (section) =>
        section.sends && section.trackId === trackId && this.publicationOn(section.mid) === undefined,
    );
  }

  private receive(section: MediaSection, published: Publication[]): Pick<SectionUse, "receive"> {
    let publication = this.publicationOn(section.mid);
    if (!section.sends) {
      if (publication !== undefined) this.deps.unpublish(publication);
      return {};
    }
    if (publication === undefined) {
      const codec = section.codecs[0];
      if (codec === undefined) return {};
      const { mid, extensions, rids } = section;
      publication = this.deps.publish(section, { mid, codec, extensions, rids: orderRids(rids) });
      if (publication === undefined) return {};
      published.push(publication);
    }
    return { receive: { codec: publication.section.codec, useDtx: !publication.info.disableDtx } };
  }

  /** The track to send on a section. A section on which the client sends keeps its track and gets no new one. */
  private deliver(section: MediaSection, started: Subscription[]): Pick<SectionUse, "send"> {
    let subscription = this.assigned.get(section.mid);
    if (subscription !== undefined && !(section.receives && this.isWanted(subscription))) {
      // Inactive at least once: a browser reports a new track only after the old one was removed.
      this.assigned.delete(section.mid);
      if (subscription.section?.mid === section.mid) subscription.stop();
      return {};
    }
    if (subscription === undefined && section.receives && !section.sends) {
      subscription = this.waitingTracks().find(
        (waiting) => !started.includes(waiting) && codecFor(waiting, section) !== undefined,
      );
      if (subscription === undefined) return {};
      this.assigned.set(section.mid, subscription);
      started.push(subscription);
    }
    const codec = subscription && codecFor(subscription, section);
    if (subscription === undefined || codec === undefined) return {};
    const { ssrc, rtxSsrc, publication } = subscription;
    return { send: { codec, ssrc, rtxSsrc, streamId: publication.streamId, trackId: publication.info.sid } };
  }

  private startForwarding(started: readonly Subscription[]): void {
    for (const [mid, subscription] of this.assigned) {
      const section = this.mediaSections().find((candidate) => candidate.mid === mid);
      const codec = section && codecFor(subscription, section);
      if (section === undefined || codec === undefined || !started.includes(subscription)) continue;
      if (this.isWanted(subscription)) subscription.start({ mid, codec, extensions: section.extensions });
    }
  }

  /** Subscriptions without a section. Those the client cannot decode are dropped. */
  private waitingTracks(): Subscription[] {
    const placed = new Set(this.assigned.values());
    const waiting = [...this.deps.subscriptions.values()].filter((subscription) => !placed.has(subscription));
    return waiting.filter((subscription) => {
      const known = this.codecsOf(kindOf(subscription));
      if (known.size === 0 || known.has(subscription.publication.section.codec.name)) return true;
      this.deps.onUnsupported(subscription);
      return false;
    });
  }

  private codecsOf(kind: MediaKind): Set<CodecName> {
    const receiving = this.mediaSections().filter((section) => section.kind === kind && section.receives);
    return new Set(receiving.flatMap(({ codecs }) => codecs.map(({ name }) => name)));
  }

  /** Sections free for a track now, or after the next answer. */
  private freeSections(kind: MediaKind): MediaSection[] {
    return this.mediaSections().filter((section) => {
      if (section.kind !== kind || section.sends || !section.receives) return false;
      const subscription = this.assigned.get(section.mid);
      return subscription === undefined || !this.isWanted(subscription);
    });
  }

  private mediaSections(): MediaSection[] {
    return (this.offer?.sections ?? []).filter((section) => section.kind !== "application");
  }

  private isWanted(subscription: Subscription): boolean {
    return this.deps.subscriptions.get(subscription.publication.info.sid) === subscription;
  }

  private publicationOn(mid: string): Publication | undefined {
    return [...this.deps.publications.values()].find(({ section }) => section.mid === mid);
  }
}

function kindOf({ publication }: Subscription): MediaKind {
  return publication.section.codec.name === "opus" ? "audio" : "video";
}

function codecFor({ publication }: Subscription, section: MediaSection) {
  return section.codecs.find(({ name }) => name === publication.section.codec.name);
}

/** LiveKit names layers q, h and f, from lowest to full quality. */
function orderRids(rids: readonly string[]): string[] {
  const order = ["q", "h", "f"];
  return rids.every((rid) => order.includes(rid))
    ? [...rids].sort((a, b) => order.indexOf(a) - order.indexOf(b))
    : [...rids];
}
