import type { ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import styles from "./Screen.module.css";

export interface ScreenProps {
  /** Usually a `<NavBar />`; the content scrolls under it. */
  bar?: ReactNode;
  /** Below the content and always in view: a composer, a main action. */
  footer?: ReactNode;
  /** Content on the sunken tone: chats, grouped settings. */
  sunken?: boolean | undefined;
  /**
   * false when the content brings its own scroller (a virtual list, a chat): that one must leave
   * `var(--bar-inset)` free at its top.
   */
  scroll?: boolean | undefined;
  /** There is nothing to press in the content: it takes the focus itself, so that keys scroll it. */
  readOnly?: boolean | undefined;
  /** The element that scrolls. */
  ref?: Ref<HTMLElement> | undefined;
  children: ReactNode;
}

/** One screen: bar, content, footer, filling what it is put in. */
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
