import { parseRtcp } from "../packets/rtcp.ts";
import type { Participant } from "./participant.ts";

/** Reports of a participant's client about the streams that it receives and sends. */
export function handleRtcp(
  participant: Pick<Participant, "downstream" | "upstream" | "loss">,
  packet: Buffer,
): void {
  for (const message of parseRtcp(packet)) {
    participant.downstream.onRtcp(message, Date.now());
    if (message.kind === "sender-report") participant.upstream.onSenderReport(message);
    if ("reports" in message && message.reports.length > 0) {
      participant.loss.down = Math.max(...message.reports.map(({ fractionLost }) => fractionLost / 256));
    }
  }
}
