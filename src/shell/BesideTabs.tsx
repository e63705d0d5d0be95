import { useEffect, useState } from "react";
import { preloadPointerMenu } from "../components/ActionMenu.tsx";
import { EmptyState } from "../components/EmptyState.tsx";
import { MessageCircle } from "../components/icons.ts";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./BesideTabs.module.css";
import { ShortcutSheet } from "./ShortcutSheet.tsx";
import { useShortcuts } from "./useShortcuts.ts";

/** Parts of a wide window only: the keyboard shortcuts, and a sentence while no chat or page is open. */
export default function BesideTabs({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useText();
  const [isHelping, setHelping] = useState(false);
  useShortcuts(() => setHelping(true));
  useEffect(preloadPointerMenu, []);
  return (
    <>
      {isEmpty && (
        <main className={styles.empty}>
          <EmptyState icon={MessageCircle} text={t("panes.nothingOpen")} hint={t("panes.hint")} />
        </main>
      )}
      <ShortcutSheet open={isHelping} onClose={() => setHelping(false)} />
    </>
  );
}
