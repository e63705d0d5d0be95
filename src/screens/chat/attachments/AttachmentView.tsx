import type { Voice } from "../../../../machines/domain/attachment.ts";
import type { MergedHistory, MessageContent } from "../../../../machines/domain/message.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { StickerView } from "../stickers/StickerView.tsx";
import { CardView } from "./CardView.tsx";
import { FileView } from "./FileView.tsx";
import { LocationView } from "./LocationView.tsx";
import { MeetingView } from "./MeetingView.tsx";
import { MergeView } from "./MergeView.tsx";
import { RemotePicture } from "./RemotePicture.tsx";
import { VideoView } from "./VideoView.tsx";
import { VoiceView } from "./VoiceView.tsx";

export interface AttachmentViewProps {
  content: MessageContent;
  clientMsgID: string;
  isForeign: boolean;
  onPlayVoice: (clientMsgID: string, voice: Voice) => void;
  onOpenMerged: (clientMsgID: string, merged: MergedHistory) => void;
  onOpenMedia: () => void;
  /** In an album: which picture of how many. */
  tile?: { place: number; count: number } | undefined;
}

/** Renders nothing for text and for content that could not be parsed. */
export function AttachmentView(props: AttachmentViewProps) {
  const { content, clientMsgID, isForeign, onOpenMerged, onOpenMedia, onPlayVoice, tile } = props;
  const { t } = useText();
  switch (content.type) {
    case "picture": {
      const { picture } = content;
      if (!picture) return null;
      const sources = [...new Set([picture.thumbnail, picture.url])];
      return (
        <RemotePicture
          sources={sources}
          size={picture}
          label={t("attachment.picture")}
          mediaID={clientMsgID}
          onOpen={onOpenMedia}
          openLabel={tile && t("attachment.openPictureOf", tile)}
          isTile={tile !== undefined}
        />
      );
    }
    case "face":
      if (!content.face) return null;
      if ("sticker" in content.face) return <StickerView sticker={content.face.sticker} />;
      return <RemotePicture sources={[content.face.url]} size={STICKER} label={t("attachment.sticker")} />;
    case "video":
      return (
        content.video && <VideoView video={content.video} onOpen={onOpenMedia} isTile={tile !== undefined} />
      );
    case "voice":
      return (
        content.voice && (
          <VoiceView
            voice={content.voice}
            clientMsgID={clientMsgID}
            isForeign={isForeign}
            onPlay={onPlayVoice}
          />
        )
      );
    case "file":
      return (
        content.file && <FileView clientMsgID={clientMsgID} fileName={content.fileName} file={content.file} />
      );
    case "card":
      return content.card && <CardView card={content.card} />;
    case "location":
      return content.point && <LocationView {...content} point={content.point} />;
    case "merge":
      return (
        content.merged && (
          <MergeView merged={content.merged} onOpen={(merged) => onOpenMerged(clientMsgID, merged)} />
        )
      );
    case "meeting":
      return <MeetingView meeting={content.meeting} />;
    default:
      return null;
  }
}

const STICKER = { width: 128, height: 128 };
