import { canAnswer } from "../../../../machines/conversation/message-permissions.ts";
import { type Album, leastSent } from "../../../../machines/domain/album.ts";
import type { Message } from "../../../../machines/domain/message.ts";
import { mediumOf } from "../../../../machines/media/shared-items.ts";
import { cx } from "../../../components/cx.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useShown } from "../../../shell/names.ts";
import { clockTime, isoTime } from "../../../text/time.ts";
import type { Box } from "../attachments/box.ts";
import { roomOf } from "../attachments/RemotePicture.tsx";
import { BurnMark } from "../BurnMark.tsx";
import { FaceRail } from "../FaceRail.tsx";
import { ForwardedFrom } from "../ForwardedFrom.tsx";
import bubble from "../MessageBubble.module.css";
import { MessageStatus, SendFailures } from "../MessageStatus.tsx";
import { toneStyle } from "../nameTone.ts";
import type { MessageRowProps } from "../rowProps.ts";
import { SelectionHolder, useIsSelecting } from "../selection/Selectable.tsx";
import { useSwipeReply } from "../useSwipeReply.ts";
import styles from "./AlbumBubble.module.css";
import { AlbumCaption } from "./AlbumCaption.tsx";
import { pressedID } from "./AlbumPart.tsx";
import { AlbumTile } from "./AlbumTile.tsx";
import { mosaicOf } from "./mosaic.ts";

export interface AlbumBubbleProps extends Omit<MessageRowProps, "day" | "isFirstUnread" | "gap"> {
  album: Album;
}

/** Pictures in one bubble, with one time and one status. Each picture opens by itself and has its own menu (11-51). */
export function AlbumBubble(props: AlbumBubbleProps) {
  const { message, isOwn, isFirst, isLast, naming, actions, album } = props;
  const { media, caption } = album;
  const { t } = useText();
  const isSelecting = useIsSelecting();
  const swipe = useSwipeReply((on) => {
    const id = pressedID(on);
    const pressed = [...media, caption].find((one) => one?.clientMsgID === id) ?? message;
    if (canAnswer(pressed)) actions.reply(pressed);
  });
  const { name, heading, faceURL } = useShown(naming, message.sendID);
  const newest = caption ?? media.at(-1) ?? message;
  const time = clockTime(newest.sendTime);
  const isNamed = !isOwn && message.groupID !== "";
  const mosaic = mosaicOf(media.map(sizeOf));
  const failed = isOwn ? media.filter(({ status }) => status === "failed") : [];
  const meta = (isLast || isOwn || message.burn) && (
    <span className={bubble.meta}>
      {message.burn && <BurnMark clientMsgID={message.clientMsgID} burn={message.burn} />}
      {isLast && <time dateTime={isoTime(newest.sendTime)}>{time}</time>}
      {isOwn && <MessageStatus message={leastSent([newest, ...media])} />}
    </span>
  );
  return (
    <SelectionHolder>
      <article
        className={bubble.message}
        aria-label={
          media.length > 1
            ? t("chat.albumFrom", { name, time, count: media.length })
            : t("chat.from", { name, time })
        }
        data-own={isOwn || undefined}
        data-first={isFirst || undefined}
        data-last={isLast || undefined}
        {...(isSelecting ? {} : swipe)}
      >
        {isNamed && <FaceRail message={message} isLast={isLast} name={heading} src={faceURL} />}
        <div
          className={cx(bubble.bubble, styles.album)}
          data-look={caption ? "captioned" : "media"}
          data-private={message.burn && ""}
        >
          {isNamed && isFirst && (
            <p className={bubble.name} style={toneStyle(message.sendID)}>
              {heading || "\u00a0"}
            </p>
          )}
          {message.forwardedFrom && <ForwardedFrom name={message.forwardedFrom} />}
          <div className={bubble.body}>
            <div className={styles.mosaic} style={roomOf(mosaic)}>
              {media.map((medium, index) => (
                <AlbumTile
                  {...props}
                  key={medium.clientMsgID}
                  message={medium}
                  mosaic={mosaic}
                  index={index}
                  name={name}
                />
              ))}
            </div>
            {!caption && meta}
          </div>
          {failed.length > 0 && (
            <div className={bubble.failure}>
              <SendFailures failures={failed.map(({ failure }) => failure)} />
            </div>
          )}
          {caption && (
            <AlbumCaption {...props} message={caption}>
              {meta}
            </AlbumCaption>
          )}
        </div>
      </article>
    </SelectionHolder>
  );
}

const UNKNOWN: Box = { width: 0, height: 0 };

function sizeOf({ content }: Message): Box {
  return mediumOf(content) ?? UNKNOWN;
}
