import { type KeyboardEvent, type MouseEvent, type RefObject, Suspense, useState } from "react";
import { ErrorState } from "../../../components/EmptyState.tsx";
import { ErrorBoundary } from "../../../components/ErrorBoundary.tsx";
import { useLayer } from "../../../components/layers.ts";
import { lazily } from "../../../components/lazily.ts";
import { Spinner } from "../../../components/Spinner.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import type { EmojiPanelActor } from "../../../shell/actors.tsx";
import { lastLength } from "../../../text/graphemes.ts";
import styles from "./EmojiPanel.module.css";

const { Component: EmojiPanel } = lazily(() => import("./EmojiPanel.tsx"));

export interface EmojiDrawerProps {
  emojis: EmojiPanelActor;
  field: RefObject<HTMLTextAreaElement | null>;
  onType: (field: HTMLTextAreaElement) => void;
  onClose: () => void;
}

/** The panel's code and data load when it is first opened. */
export function EmojiDrawer({ emojis, field, onType, onClose }: EmojiDrawerProps) {
  const { t } = useText();
  const [attempt, setAttempt] = useState(0);
  useLayer(true, onClose);

  const replace = (from: number, to: number, text: string) => {
    const { current } = field;
    if (!current) return;
    // As when a user types: text and caret change before `onType` runs.
    current.setRangeText(text, from, to, "end");
    onType(current);
    if (current.selectionEnd === current.value.length) current.scrollTop = current.scrollHeight;
  };
  const insert = (text: string) => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    replace(selectionStart, selectionEnd, text);
  };
  const erase = () => {
    const { selectionStart = 0, selectionEnd = 0, value = "" } = field.current ?? {};
    const length = selectionStart === selectionEnd ? lastLength(value.slice(0, selectionStart)) : 0;
    replace(selectionStart - length, selectionEnd, "");
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={t("emojis.panel")}
      className={styles.panel}
      onMouseDown={keepFocus}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
        field.current?.focus();
      }}
    >
      <ErrorBoundary
        resetKey={attempt}
        fallback={
          <ErrorState text={t("emojis.loadFailed")} onRetry={() => setAttempt((count) => count + 1)} />
        }
      >
        <Suspense
          fallback={
            <div className={styles.waiting}>
              <Spinner label={t("emojis.loading")} />
            </div>
          }
        >
          <EmojiPanel emojis={emojis} onPick={insert} onErase={erase} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** Keeps the caret in the field while the user clicks. */
function keepFocus(event: MouseEvent) {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
}
