import { Virtualizer } from "virtua";
import type { Message } from "../../../machines/domain/message.ts";
import { chatPath } from "../../../machines/domain/route.ts";
import { mediaIn } from "../../../machines/media/shared-items.ts";
import { Icon } from "../../components/Icon.tsx";
import { ImageOff, Play } from "../../components/icons.ts";
import { Still } from "../../components/Still.tsx";
import { useLongPress } from "../../components/useLongPress.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useGallery, useNavigation, useSend } from "../../shell/actors.tsx";
import { useConversationOf } from "../../shell/conversationOf.ts";
import { useNaming, useShown } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { callLength, messageTime } from "../../text/time.ts";
import { type GridRow, gridRows } from "./gridRows.ts";
import { ListEnd, nearEnd } from "./ListEnd.tsx";
import styles from "./MediaGrid.module.css";
import { ABOVE, type SharedListProps } from "./useSharedMessages.ts";

/** A tap opens the gallery, a long press the message. */
export function MediaGrid({ sharedMedia, messages, scroller }: SharedListProps) {
  const { t, language } = useText();
  const toGallery = useSend(useGallery());
  const toSharedMedia = useSend(sharedMedia);
  const { conversationID } = sharedMedia.getSnapshot().context;
  const rows = gridRows(messages, language);
  const open = (shownID: string) =>
    toGallery({
      type: "user.openGallery",
      conversationID,
      items: mediaIn([...messages].reverse()),
      shownID,
    });
  return (
    <section aria-label={t("chatMedia.media")}>
      <Virtualizer
        data={rows}
        scrollRef={scroller}
        startMargin={ABOVE}
        onScroll={() => nearEnd(scroller.current) && toSharedMedia({ type: "user.loadMoreSharedMedia" })}
      >
        {(row: GridRow) =>
          row.kind === "month" ? (
            <h2 key={row.key} className={styles.month}>
              {row.label}
            </h2>
          ) : (
            <div key={row.key} className={styles.row}>
              {row.messages.map((message) => (
                <Tile key={message.clientMsgID} message={message} onOpen={() => open(message.clientMsgID)} />
              ))}
            </div>
          )
        }
      </Virtualizer>
      <ListEnd sharedMedia={sharedMedia} />
    </section>
  );
}

function Tile({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { t, language } = useText();
  const now = useNow(MINUTE);
  const toNavigation = useSend(useNavigation());
  const { conversationID, clientMsgID, sendID, sendTime, content } = message;
  const { name } = useShown(useNaming(useConversationOf(conversationID)), sendID);
  const press = useLongPress(() =>
    toNavigation({ type: "user.navigate", to: chatPath(conversationID, clientMsgID) }),
  );
  const isVideo = content.type === "video";
  const [item] = mediaIn([message]);
  return (
    <button
      type="button"
      className={styles.tile}
      aria-label={t(isVideo ? "chatMedia.openVideo" : "chatMedia.openPicture", {
        name,
        time: messageTime(sendTime, now, language),
      })}
      onClick={onOpen}
      {...press}
    >
      <Still
        url={item?.medium.thumbnail ?? ""}
        className={styles.picture}
        data-media={clientMsgID}
        loading="lazy"
        fallback={
          <span className={styles.missing}>
            <Icon of={isVideo ? Play : ImageOff} size={22} />
          </span>
        }
      />
      {isVideo && content.video && (
        <span className={styles.length}>
          <Icon of={Play} size={12} />
          {callLength(Math.round(content.video.seconds))}
        </span>
      )}
    </button>
  );
}

/** Appears only if loading is slow. */
export function GridSkeleton() {
  const { t } = useText();
  return (
    <div role="status" className={styles.waiting}>
      <span className="visually-hidden">{t("common.loading")}</span>
      {SQUARES.map((square) => (
        <span key={square} className={styles.square} aria-hidden="true" />
      ))}
    </div>
  );
}

const SQUARES = Array.from({ length: 12 }, (_, index) => index);
