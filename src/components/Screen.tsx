import { createContext, type ReactNode, type Ref, useContext } from "react";
import { cx } from "./cx.ts";
import { ROW_KEYS } from "./rowKeys.ts";
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

/** Whether the screens inside stand beside the main part of the window, which alone is the landmark "main". */
export const AsideContext = createContext(false);

/** Of a header or footer: beside the main part of the window it is no landmark. */
export function useBeside(): "none" | undefined {
  return useContext(AsideContext) ? "none" : undefined;
}

export function Screen(props: ScreenProps) {
  const { bar, footer, sunken = false, scroll = true, readOnly = false, ref, children } = props;
  const beside = useBeside();
  return (
    <div className={cx(styles.screen, sunken && styles.sunken, Boolean(bar) && styles.withBar)}>
      {bar && <div className={styles.bar}>{bar}</div>}
      {/* Not <main>: another element would lose its content when the window gets wider. */}
      <section
        {...(!beside && { role: "main" })}
        ref={ref}
        data-scroller=""
        className={cx(styles.content, scroll && styles.scroll)}
        tabIndex={readOnly ? 0 : undefined}
        {...ROW_KEYS}
      >
        {children}
      </section>
      {footer && (
        <footer role={beside} className={styles.footer}>
          {footer}
        </footer>
      )}
    </div>
  );
}
