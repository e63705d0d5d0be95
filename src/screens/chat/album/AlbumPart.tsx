import type { CSSProperties, ReactNode } from "react";
import type { Message } from "../../../../machines/domain/message.ts";
import { cx } from "../../../components/cx.ts";
import { useLongPress } from "../../../components/useLongPress.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { clockTime } from "../../../text/time.ts";
import { MenuButton } from "../MenuButton.tsx";
import type { MessageRowProps } from "../rowProps.ts";
import { SelectionMark, useIsSelecting } from "../selection/Selectable.tsx";
import styles from "./AlbumPart.module.css";

export type PartProps = Pick<
  MessageRowProps,
  "foundID" | "isInert" | "isOwn" | "selfID" | "naming" | "actions"
> & { message: Message };

export interface AlbumPartProps extends PartProps {
  kind: "tile" | "caption";
  /** Of the sender. */
  name: string;
  /** The content of the part in words, for the label of its menu. */
  words: string;
  style?: CSSProperties;
  children: ReactNode;
}

/** A message of an album, with its own menu, selection mark and highlight. */
export function AlbumPart({ message, kind, name, words, style, children, ...props }: AlbumPartProps) {
  const { foundID, isInert, selfID, naming, actions } = props;
  const { t } = useText();
  const { clientMsgID, sendTime } = message;
  const press = useLongPress((at) => actions.openMenu(message, at));
  const isSelecting = useIsSelecting();
  const isFound = foundID === clientMsgID;
  return (
    <div
      className={cx(styles.part, styles[kind])}
      style={style}
      data-selecting={isSelecting || undefined}
      data-found={isFound || undefined}
      {...{ [PART]: clientMsgID }}
    >
      <div className={styles.content} inert={isSelecting} {...press}>
        {children}
        {!isInert && !isSelecting && (
          <MenuButton
            label={t("messageMenu.of", { name, time: clockTime(sendTime), words })}
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
const PART = "data-part";

/** The clientMsgID of the part of an album that was pressed; undefined beside all of them. */
export function pressedID(on: EventTarget): string | undefined {
  return on instanceof Element ? on.closest<HTMLElement>(`[${PART}]`)?.dataset.part : undefined;
}
