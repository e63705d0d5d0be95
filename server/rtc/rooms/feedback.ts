import { parseRtcp } from "../packets/rtcp.ts";
import type { Participant } from "./participant.ts";

export function handleRtcp(participant: Participant, packet: Buffer): void {
  const subscriptionOf = (ssrc: number) =>
    [...participant.subscriptions.values()].find((subscription) => subscription.ssrc === ssrc);
  for (const message of parseRtcp(packet)) {
    if (message.kind === "sender-report") participant.upstream.onSenderReport(message);
    else if (message.kind === "nack") {
      subscriptionOf(message.mediaSsrc)?.resend(message.sequenceNumbers, Date.now());
    } else if (message.kind === "key-frame-request") {
      subscriptionOf(message.mediaSsrc)?.requestKeyFrame();
    }
    if ("reports" in message && message.reports.length > 0) {
      participant.loss.down = Math.max(...message.reports.map(({ fractionLost }) => fractionLost / 256));
    }
  }
}
