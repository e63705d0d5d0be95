import { Sheet } from "../components/Sheet.tsx";
import type { TextKey } from "../i18n/catalogue.ts";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./ShortcutSheet.module.css";
import { isApple } from "./useShortcuts.ts";

const COMMAND = isApple ? "⌘" : "Ctrl";
const ALT = isApple ? "⌥" : "Alt";

const SHORTCUTS: readonly {
  text: Extract<TextKey, `panes.${string}`>;
  keys: readonly (readonly string[])[];
}[] = [
  { text: "panes.search", keys: [[COMMAND, "K"]] },
  { text: "panes.searchChat", keys: [[COMMAND, "F"]] },
  {
    text: "panes.previousChat",
    keys: [
      [COMMAND, "↑"],
      [ALT, "↑"],
    ],
  },
  {
    text: "panes.nextChat",
    keys: [
      [COMMAND, "↓"],
      [ALT, "↓"],
    ],
  },
  { text: "panes.inLists", keys: [["↑"], ["↓"]] },
  ...(isApple ? [] : ([{ text: "panes.menu", keys: [["Shift", "F10"]] }] as const)),
  { text: "panes.call", keys: [["F6"]] },
  { text: "panes.close", keys: [["Esc"]] },
  { text: "panes.shortcuts", keys: [["?"]] },
];

/** The list of the keyboard shortcuts of a wide window. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t("panes.shortcuts")}>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ text, keys }) => (
          <div key={text} className={styles.row}>
            <dt>{t(text)}</dt>
            {keys.map((combination) => (
              <dd key={combination.join()}>
                {combination.map((key) => (
                  <kbd key={key} className={styles.key}>
                    {key}
                  </kbd>
                ))}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
