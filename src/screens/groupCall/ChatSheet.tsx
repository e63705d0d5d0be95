import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { textToSay } from "../../../machines/calls/group-rules.ts";
import { PACKET_LIMITS } from "../../../machines/calls/media-room.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { SendHorizontal } from "../../components/icons.ts";
import { Sheet } from "../../components/Sheet.tsx";
import "../../i18n/talk.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { clockTime, isoTime } from "../../text/time.ts";
import styles from "./ChatSheet.module.css";
import type { ChatLineView } from "./groupCallView.ts";

export interface ChatSheetProps {
  open: boolean;
  onClose: () => void;
  lines: readonly ChatLineView[];
  /** Stays while the sheet is closed. */
  draft: string;
  onDraft: (text: string) => void;
  onSay: (text: string) => void;
  container: RefObject<HTMLElement | null>;
}

/** The chat of a call. Its messages are gone after the call. */
export function ChatSheet(props: ChatSheetProps) {
  const { open, onClose, lines, draft, onDraft, onSay, container } = props;
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = textToSay(draft);
    if (text === null) return;
    onSay(text);
    onDraft("");
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("talk.chat")}
      tall
      side
      initialFocus={field}
      container={container}
    >
      <div className={styles.chat}>
        <Lines lines={lines} />
        <form className={styles.form} onSubmit={submit}>
          <input
            ref={field}
            className={styles.field}
            aria-label={t("talk.write")}
            placeholder={t("talk.write")}
            value={draft}
            maxLength={PACKET_LIMITS.text}
            autoComplete="off"
            enterKeyHint="send"
            onChange={({ target }) => onDraft(target.value)}
          />
          <IconButton
            type="submit"
            icon={SendHorizontal}
            label={t("talk.send")}
            size={20}
            filled
            disabled={textToSay(draft) === null}
            // Keeps the focus in the field, so that the on-screen keyboard stays open.
            onMouseDown={(event) => event.preventDefault()}
          />
        </form>
      </div>
    </Sheet>
  );
}

/** Follows the newest line. */
function Lines({ lines }: { lines: readonly ChatLineView[] }) {
  const { t } = useText();
  const end = useRef<HTMLDivElement>(null);
  const newestID = lines.at(-1)?.id;
  useEffect(() => {
    if (newestID !== undefined) end.current?.scrollIntoView?.({ block: "end" });
  }, [newestID]);
  return (
    <div role="log" aria-label={t("talk.chatLines")} className={styles.lines} {...TAB_STOP}>
      {lines.length === 0 && <p className={styles.empty}>{t("talk.chatEmpty")}</p>}
      {lines.map(({ id, name, isOwn, text, at }) => (
        <article key={id} className={styles.line} data-own={isOwn || undefined}>
          <p className={styles.who}>
            <b>{name}</b> <time dateTime={isoTime(at)}>{clockTime(at)}</time>
          </p>
          <p className={styles.text}>{text}</p>
        </article>
      ))}
      <div ref={end} />
    </div>
  );
}

/** Keyboard users can focus and scroll the lines. */
const TAB_STOP = { tabIndex: 0 };
