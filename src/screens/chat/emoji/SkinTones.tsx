import { type KeyboardEvent, useEffect, useRef } from "react";
import type { SkinTone } from "../../../../machines/domain/emoji.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type Emoji, inTone } from "./data.ts";
import styles from "./EmojiPanel.module.css";
import { moveInGrid } from "./keys.ts";

const TONES: readonly SkinTone[] = [0, 1, 2, 3, 4, 5];
const NAMES = [
  "emojis.tone0",
  "emojis.tone1",
  "emojis.tone2",
  "emojis.tone3",
  "emojis.tone4",
  "emojis.tone5",
] as const;

export interface SkinTonesProps {
  emoji: Emoji;
  tone: SkinTone;
  onChoose: (tone: SkinTone) => void;
  onClose: () => void;
}

/** The chosen tone applies to all emoji. */
export function SkinTones({ emoji, tone, onChoose, onClose }: SkinTonesProps) {
  const { t } = useText();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap beside the choice closes it, as Escape does
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is heard where the focus is
    <div className={styles.veil} onClick={onClose}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={row}
        role="group"
        aria-label={t("emojis.tones")}
        className={styles.tones}
        onKeyDown={(event) => {
          leave(event);
          moveInGrid(event);
        }}
      >
        {TONES.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={t(NAMES[one])}
            aria-pressed={one === tone}
            className={styles.emoji}
            onClick={(event) => {
              event.stopPropagation();
              onChoose(one);
            }}
          >
            {inTone(emoji, one)}
          </button>
        ))}
      </div>
    </div>
  );
}
