import type { Message } from "../../../../machines/domain/message.ts";
import { CancelRing } from "../../../components/CancelRing.tsx";
import { Icon } from "../../../components/Icon.tsx";
import { RotateCw } from "../../../components/icons.ts";
import { useLongPress } from "../../../components/useLongPress.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { contentPreview } from "../../../text/preview.ts";
import { clockTime } from "../../../text/time.ts";
import { AttachmentView } from "../attachments/AttachmentView.tsx";
import { MenuButton } from "../MenuButton.tsx";
import type { MessageRowProps } from "../rowProps.ts";
import { SelectionMark, useIsSelecting } from "../selection/Selectable.tsx";
import styles from "./AlbumTile.module.css";
import type { Mosaic } from "./mosaic.ts";

export interface AlbumTileProps
  extends Pick<MessageRowProps, "foundID" | "isInert" | "isOwn" | "selfID" | "naming" | "actions"> {
  message: Message;
  mosaic: Mosaic;
  index: number;
  /** Of the sender. */
  name: string;
}

/** One picture of an album, with its own menu, upload and failure. */
export function AlbumTile({ message, mosaic, index, name, ...props }: AlbumTileProps) {
  const { foundID, isInert, isOwn, selfID, naming, actions } = props;
  const text = useText();
  const { t } = text;
  const { clientMsgID, content, status, uploaded } = message;
  const press = useLongPress((at) => actions.openMenu(message, at));
  const tile = { place: index + 1, count: mosaic.places.length };
  const words = `${contentPreview(content, text, selfID)} ${tile.place}/${tile.count}`;
  const isSelecting = useIsSelecting();
  const isFound = foundID === clientMsgID;
  return (
    <div
      className={styles.tile}
      style={placeIn(mosaic, index)}
      data-found={isFound || undefined}
      {...{ [PART]: clientMsgID }}
    >
      <div className={styles.content} inert={isSelecting} {...press}>
        <AttachmentView
          content={content}
          clientMsgID={clientMsgID}
          isForeign={!isOwn}
          tile={tile}
          onOpenMerged={actions.openMerged}
          onOpenMedia={() => actions.openMedia(message)}
          onPlayVoice={actions.playVoice}
        />
        {uploaded !== undefined && (
          <div className={styles.cover}>
            <CancelRing
              share={uploaded}
              label={t("attachment.cancelUpload", { percent: Math.round(uploaded * 100) })}
              onCancel={() => actions.cancelUpload(message)}
            />
          </div>
        )}
        {isOwn && status === "failed" && (
          <div className={styles.cover}>
            <button
              type="button"
              className={styles.retry}
              aria-label={t("messageMenu.retry")}
              onClick={() => actions.retry(message)}
            >
              <Icon of={RotateCw} size={20} />
            </button>
          </div>
        )}
        {!isInert && !isSelecting && (
          <MenuButton
            label={t("messageMenu.of", { name, time: clockTime(message.sendTime), words })}
            className={styles.menu}
            onOpen={(at) => actions.openMenu(message, at)}
          />
        )}
      </div>
      {isFound && <span className={styles.found} onAnimationEnd={actions.forgetFound} />}
      <SelectionMark message={message} selfID={selfID} naming={naming} isInside />
    </div>
  );
}

/** Names the message on the element that shows it. */
export const PART = "data-part";

/** The clientMsgID of the part of an album that was pressed; undefined beside all of them. */
export function pressedID(on: EventTarget): string | undefined {
  return on instanceof Element ? on.closest<HTMLElement>(`[${PART}]`)?.dataset.part : undefined;
}

/** In shares of the mosaic, which a narrow screen makes smaller. */
function placeIn({ width, height, places }: Mosaic, index: number) {
  const place = places[index];
  if (!place) return {};
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: share(place.left, width),
    top: share(place.top, height),
    width: share(place.width, width),
    height: share(place.height, height),
  };
}
