import type { ReactNode } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { cx } from "./cx.ts";
import styles from "./Skeleton.module.css";

/** Visible only if loading takes longer than 150 ms. */
export function RowsSkeleton({ rows = 8 }: { rows?: number | undefined }) {
  return (
    <Waiting>
      {indexes(rows).map((row) => (
        <span key={row} className={styles.row}>
          <span className={styles.avatar} />
          <span className={styles.lines}>
            <span className={styles.title} style={{ width: `${30 + ((row * 17) % 30)}%` }} />
            <span className={styles.detail} style={{ width: `${55 + ((row * 23) % 35)}%` }} />
          </span>
        </span>
      ))}
    </Waiting>
  );
}

export function ChatSkeleton({ bubbles = 7 }: { bubbles?: number | undefined }) {
  return (
    <Waiting bottom>
      {indexes(bubbles).map((bubble) => {
        const own = bubble % 3 === 1;
        return (
          <span key={bubble} className={cx(styles.message, own && styles.own)}>
            {!own && <span className={styles.face} />}
            <span
              className={styles.bubble}
              style={{ width: `${28 + ((bubble * 19) % 40)}%`, height: bubble % 4 === 2 ? 64 : 40 }}
            />
          </span>
        );
      })}
    </Waiting>
  );
}

function Waiting({ bottom = false, children }: { bottom?: boolean; children: ReactNode }) {
  const { t } = useText();
  return (
    <div role="status" className={cx(styles.waiting, bottom && styles.bottom)}>
      <span className="visually-hidden">{t("common.loading")}</span>
      <span aria-hidden="true" className={styles.shapes}>
        {children}
      </span>
    </div>
  );
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
