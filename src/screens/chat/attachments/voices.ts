import type { VoiceTurn } from "../../../../machines/vocabulary/voices.ts";
import type { MessageRowData } from "../rows.ts";

/** The voice messages of others among `rows` that nobody has listened to here. */
export function followingVoices(
  rows: readonly Pick<MessageRowData, "message" | "isOwn">[],
  heard: ReadonlySet<string>,
): VoiceTurn[] {
  return rows.flatMap(({ message: { clientMsgID, content }, isOwn }) =>
    content.type === "voice" && content.voice && !isOwn && !heard.has(clientMsgID)
      ? [{ clientMsgID, url: content.voice.url }]
      : [],
  );
}
