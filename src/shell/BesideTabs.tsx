import { useEffect } from "react";
import { preloadPointerMenu } from "../components/ActionMenu.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { MessageCircle } from "../components/icons.ts";
import { useText } from "../i18n/TextProvider.tsx";
import { type NavigationActor, useNavigation } from "./actors.tsx";
import styles from "./BesideTabs.module.css";

/** What only a wide window has: the keys, and a sentence while nothing is open. */
export default function BesideTabs({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useText();
  useEscape(useNavigation());
  useEffect(preloadPointerMenu, []);
  if (!isEmpty) return null;
  return (
    <main className={styles.empty}>
      <EmptyState icon={MessageCircle} text={t("panes.nothingOpen")} />
    </main>
  );
}

/**
 * Escape closes the chat or page beside the tabs (11-21). A layer that is open when the key goes down hears it itself,
 * and it may be gone when the key arrives here.
 */
function useEscape(navigation: NavigationActor | undefined): void {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let hadLayer = false;
    const look = () => {
      hadLayer = (navigation?.getSnapshot().context.layers.length ?? 0) > 0;
    };
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || hadLayer || event.defaultPrevented || event.isComposing) return;
      navigation?.send({ type: "user.escape" });
    };
    window.addEventListener("keydown", look, { capture: true, signal });
    window.addEventListener("keydown", close, { signal });
    return () => controller.abort();
  }, [navigation]);
}
