import type { VoiceTurn } from "../../../../machines/media/voice-message.ts";
import type { SourcesPort } from "../../../../machines/ports/sources.ts";
import type { MessageRowData } from "../rows.ts";

/** The voice messages of others among `rows` that nobody has listened to here, and that no stranger's server holds. */
export function followingVoices(
  rows: readonly Pick<MessageRowData, "message" | "isOwn">[],
  heard: ReadonlySet<string>,
  { strangerOf }: Pick<SourcesPort, "strangerOf">,
): VoiceTurn[] {
  return rows.flatMap(({ message: { clientMsgID, content }, isOwn }) =>
    content.type === "voice" &&
    content.voice &&
    !isOwn &&
    !heard.has(clientMsgID) &&
    strangerOf(content.voice.url) === null
      ? [{ clientMsgID, url: content.voice.url }]
      : [],
  );
}
