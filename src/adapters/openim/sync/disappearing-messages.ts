import * as v from "valibot";
import { burnTimeOf } from "../../../../machines/domain/disappearing.ts";
import { type Burn, isNotice, type MessageContent } from "../../../../machines/domain/message.ts";

/**
 * Disappearing messages (openim-real section 7.2). The SDK reports how long they last and, to their sender, when
 * they were read. It does not delete them; the client does.
 */

const Attached = v.object({
  isPrivateChat: v.literal(true),
  burnDuration: v.fallback(v.number(), 0),
  hasReadTime: v.fallback(v.number(), 0),
});
const Kept = v.pipe(v.string(), v.parseJson(), v.object({ readAt: v.number() }));

/** Parses the burn setting of an SDK message. Returns null for notices and call records, which never burn. */
export function burnOf(
  { attachedInfoElem, localEx }: { attachedInfoElem: unknown; localEx: unknown },
  content: MessageContent,
): Burn | null {
  const attached = v.safeParse(Attached, attachedInfoElem);
  if (!attached.success || isNotice(content) || content.type === "callRecord") return null;
  const kept = v.safeParse(Kept, localEx);
  const { burnDuration, hasReadTime } = attached.output;
  return {
    seconds: burnTimeOf(burnDuration),
    readAt: timeOf(hasReadTime) ?? (kept.success ? timeOf(kept.output.readAt) : null),
  };
}

function timeOf(time: number): number | null {
  return time > 0 ? time : null;
}
