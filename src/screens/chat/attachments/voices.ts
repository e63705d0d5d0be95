import type { VoiceTurn } from "../../../../machines/media/voice-message.ts";
import type { SourcesPort } from "../../../../machines/ports/sources.ts";
import type { MessageRowData } from "../rows.ts";

/** Voice messages among `rows` that play next: from other users, not yet played here, not on a foreign host. */
export function followingVoices(
  rows: readonly Pick<MessageRowData, "message" | "isOwn">[],
  heard: ReadonlySet<string>,
  { foreignHostOf }: Pick<SourcesPort, "foreignHostOf">,
): VoiceTurn[] {
  return rows.flatMap(({ message: { clientMsgID, content }, isOwn }) =>
    content.type === "voice" &&
    content.voice &&
    !isOwn &&
    !heard.has(clientMsgID) &&
    foreignHostOf(content.voice.url) === null
      ? [{ clientMsgID, url: content.voice.url }]
      : [],
  );
}
