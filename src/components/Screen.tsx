import type { ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import styles from "./Screen.module.css";

export interface ScreenProps {
  bar?: ReactNode;
  /** Always visible below the content. */
  footer?: ReactNode;
  /** Darker background, for chats and grouped settings. */
  sunken?: boolean | undefined;
  /**
   * false if the content has its own scroller (a virtual list, a chat). That scroller must leave `var(--bar-inset)`
   * free at its top.
   */
  scroll?: boolean | undefined;
  /** The content has no controls: it takes the focus itself, so that keys scroll it. */
  readOnly?: boolean | undefined;
  ref?: Ref<HTMLElement> | undefined;
  children: ReactNode;
}

export function Screen(props: ScreenProps) {
  const { bar, footer, sunken = false, scroll = true, readOnly = false, ref, children } = props;
  return (
    <div className={cx(styles.screen, sunken && styles.sunken, Boolean(bar) && styles.withBar)}>
      {bar && <div className={styles.bar}>{bar}</div>}
      <main
        ref={ref}
        className={cx(styles.content, scroll && styles.scroll)}
        tabIndex={readOnly ? 0 : undefined}
      >
        {children}
      </main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
