import { TrackSource } from "@livekit/protocol";
import { createRateMeter } from "../packets/rate.ts";
import type { ReportBlock, RtcpMessage } from "../packets/rtcp.ts";
import { allocate } from "./layers.ts";
import { createLine } from "./line.ts";
import type { Subscription } from "./subscription.ts";

/** All streams to one participant: answers its feedback and fits the video layers to its line. */
export interface Downstream {
  onRtcp(message: RtcpMessage, now: number): void;
  /** Call it about once a second. */
  review(now: number): void;
}

/** A client may send thousands of reports in a second. */
const measureEveryMs = 50;

/**
 * @param subscriptions by track sid
 * @param onHeld a video has been paused or goes on, because of the line
 */
export function createDownstream(
  subscriptions: Pick<ReadonlyMap<string, Subscription>, "values">,
  onHeld: (subscription: Subscription) => void,
): Downstream {
  const line = createLine();
  const sent = createRateMeter();
  let isLimited = false;
  let measuredAt = Number.NEGATIVE_INFINITY;

  const subscriptionOf = (ssrc: number) => {
    for (const subscription of subscriptions.values()) if (subscription.ssrc === ssrc) return subscription;
    return undefined;
  };

  /** Videos with layers. Videos without layers are always sent, so these share the remaining bit rate. */
  const layered = () =>
    [...subscriptions.values()]
      .filter(({ section, demand, publication }) => section && demand >= 0 && publication.topRank > 0)
      .sort((a, b) => Number(isScreen(b)) - Number(isScreen(a)));

  const needs = (now: number) => {
    const streams = layered().map((subscription) => ({
      subscription,
      wanted: subscription.demand,
      rates: subscription.publication.rates(now),
    }));
    const fixed = [...subscriptions.values()]
      .filter(({ section, demand, publication }) => section && demand >= 0 && publication.topRank === 0)
      .reduce((sum, { publication }) => sum + publication.measuredRate(now), 0);
    const least = streams.reduce((sum, { rates }) => sum + (rates.find((rate) => rate > 0) ?? 0), fixed);
    const most = streams.reduce(
      (sum, { rates, wanted }) => sum + Math.max(0, ...rates.slice(0, wanted + 1)),
      fixed,
    );
    return { streams, fixed, least, most };
  };

  const measure = (now: number) => {
    if (now - measuredAt < measureEveryMs) return sent.bitsPerSecond(now);
    measuredAt = now;
    for (const subscription of subscriptions.values()) sent.note(subscription.takeSentOctets(), now);
    return sent.bitsPerSecond(now);
  };

  const distribute = (now: number) => {
    const { budget } = line;
    if (budget === Number.POSITIVE_INFINITY && !isLimited) return;
    isLimited = budget !== Number.POSITIVE_INFINITY;
    const { streams, fixed } = needs(now);
    const ranks = isLimited ? allocate(budget - fixed, streams) : streams.map(() => budget);
    streams.forEach(({ subscription }, i) => {
      const wasHeld = subscription.isHeld;
      subscription.allow(ranks[i] ?? budget);
      if (subscription.isHeld !== wasHeld) onHeld(subscription);
    });
  };

  const noteReports = (reports: readonly ReportBlock[], now: number) => {
    const known = reports.filter(({ ssrc }) => subscriptionOf(ssrc) !== undefined);
    if (known.length === 0) return;
    const loss = known.reduce((sum, { fractionLost }) => sum + fractionLost / 256, 0) / known.length;
    line.noteLoss(loss, () => ({ sent: measure(now), least: needs(now).least }), now);
  };

  return {
    onRtcp: (message, now) => {
      const before = line.budget;
      switch (message.kind) {
        case "nack":
          subscriptionOf(message.mediaSsrc)?.resend(message.sequenceNumbers, now);
          break;
        case "key-frame-request":
          subscriptionOf(message.mediaSsrc)?.requestKeyFrame();
          break;
        case "bandwidth-estimate":
          line.noteEstimate(message.bitrate, measure(now), now);
          break;
        default:
          noteReports(message.reports, now);
      }
      if (line.budget !== before) distribute(now);
    },
    review: (now) => {
      measure(now);
      line.raise(needs(now).most, now);
      distribute(now);
    },
  };
}

function isScreen({ publication }: Subscription): boolean {
  return publication.info.source === TrackSource.SCREEN_SHARE;
}
