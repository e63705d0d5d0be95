import type { ReactNode } from "react";
import { Avatar, type AvatarProps } from "./Avatar.tsx";
import { cx } from "./cx.ts";
import { IconButton } from "./IconButton.tsx";
import styles from "./Identity.module.css";
import { Copy } from "./icons.ts";

export interface IdentityProps extends Pick<AvatarProps, "name" | "src" | "kind"> {
  /** "card" is centred; "head" is the first row of settings. */
  layout: "card" | "head";
  id: string;
  /** Kind of the id, e.g. "User ID". */
  idLabel: string;
  copyLabel: string;
  onCopy: () => void;
  /**
   * A press anywhere on it opens the details. Mouse and touch only: a row of the page offers the same to screen
   * readers.
   */
  onOpen?: (() => void) | undefined;
  details?: readonly ReactNode[] | undefined;
}

/** The user or group of a page: picture, name and an id that can be copied. */
export function Identity(props: IdentityProps) {
  const { layout, name, src, kind, id, idLabel, copyLabel, onCopy, onOpen, details = [] } = props;
  const isCard = layout === "card";
  const words = (
    <>
      <h2 className={styles.name}>{name}</h2>
      {details.map((detail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <p key={index} className={styles.detail}>
          {detail}
        </p>
      ))}
    </>
  );
  const number = (
    <p className={styles.detail}>
      {idLabel} <span className={styles.id}>{id}</span>
    </p>
  );
  const copy = (
    <IconButton icon={Copy} tone="quiet" size={isCard ? 18 : 20} label={copyLabel} onClick={onCopy} />
  );
  return (
    <div className={cx(styles.identity, isCard ? styles.card : styles.head)}>
      {onOpen && (
        <button type="button" tabIndex={-1} aria-hidden="true" className={styles.cover} onClick={onOpen} />
      )}
      <Avatar name={name} src={src} kind={kind} size={isCard ? 96 : 72} radius={isCard ? 16 : 12} />
      {isCard ? (
        <>
          {words}
          <div className={styles.copied}>
            {number}
            {copy}
          </div>
        </>
      ) : (
        <>
          <div className={styles.words}>
            {words}
            {number}
          </div>
          {copy}
        </>
      )}
    </div>
  );
}
