import { useSelector } from "@xstate/react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { MESSAGE_LIMIT } from "../../../machines/domain/mention.ts";
import { cx } from "../../components/cx.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { Keyboard, SendHorizontal, Smile } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  type ComposerActor,
  type EmojiPanelActor,
  type MentionPickerActor,
  type RecorderActor,
  useSend,
} from "../../shell/actors.tsx";
import { pastedFiles } from "./attaching/transferredFiles.ts";
import styles from "./Composer.module.css";
import { EmojiDrawer } from "./emoji/EmojiDrawer.tsx";
import { MentionPicker, useMentionPicker } from "./MentionPicker.tsx";
import { isTouch } from "./media.ts";
import { ReplyPreview } from "./ReplyPreview.tsx";
import { useFieldText } from "./useFieldText.ts";
import { useKeyboardInset } from "./useKeyboardInset.ts";
import { RecorderTrouble } from "./voice/RecorderTrouble.tsx";
import { HeldBar, RecorderStatus, RecordingBar } from "./voice/RecordingBar.tsx";
import { isHandsFree } from "./voice/state.ts";
import { useStopWhenCovered } from "./voice/useStopWhenCovered.ts";
import { useUnloadQuestion } from "./voice/useUnloadQuestion.ts";
import { VoiceButton, type VoiceButtonProps } from "./voice/VoiceButton.tsx";

/** The counter appears when this many characters are left. */
const COUNTED = 500;

export interface ComposerProps {
  composer: ComposerActor;
  emojis: EmojiPanelActor;
  recorder: RecorderActor;
  /** Undefined outside groups. */
  mentionPicker: MentionPickerActor | undefined;
  selfID: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Whether the field takes the focus when it appears. */
  takesFocus: () => boolean;
  placeholder?: string | undefined;
  menu?: ReactNode;
  onPasteFiles: (files: readonly File[]) => void;
}

/**
 * The message field. The chart holds the text, so that a screen change or a reload does not lose it. The textarea is
 * uncontrolled: it shows a typed character at once, and typing does not render the components around it.
 */
export function Composer(props: ComposerProps) {
  const { composer, emojis, recorder, mentionPicker, selfID, field, takesFocus } = props;
  const { menu, placeholder, onPasteFiles } = props;
  const { t, language } = useText();
  const send = useSend(composer);
  const left = useSelector(composer, ({ context }) => lettersLeft(context.text));
  const replyTo = useSelector(composer, ({ context }) => context.replyTo);
  const isBlank = useSelector(composer, (snapshot) => snapshot.hasTag("blank"));
  const isTooLong = useSelector(composer, (snapshot) => snapshot.hasTag("tooLong"));
  const toEmojis = useSend(emojis);
  const isPicking = useSelector(emojis, (snapshot) => snapshot.hasTag("open"));
  const isHeld = useSelector(recorder, (snapshot) => snapshot.hasTag("held"));
  const isSpeaking = useSelector(recorder, isHandsFree);
  const counter = useId();
  const form = useRef<HTMLFormElement>(null);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const [isFingers] = useState(isTouch);
  useKeyboardInset(form);
  useUnloadQuestion(recorder);
  useStopWhenCovered(recorder);
  useFieldText(composer, field, placeholder ?? t("chat.message"));

  useEffect(() => {
    if (takesFocus()) field.current?.focus({ preventScroll: true });
  }, [field, takesFocus]);

  const submit = () => send({ type: "user.send" });

  const picker = useMentionPicker({ mentionPicker, composer, field });
  const write = (written: HTMLTextAreaElement) => {
    send({ type: "user.type", text: written.value, caret: written.selectionEnd });
    picker.look();
  };

  const closeEmojis = () => toEmojis({ type: "user.closeEmojis" });
  const toggleEmojis = () => {
    if (isPicking) {
      closeEmojis();
      field.current?.focus();
    } else {
      toEmojis({ type: "user.openEmojis" });
      // The panel replaces the on-screen keyboard.
      if (isTouch()) field.current?.blur();
    }
  };

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isComposing(event) && picker.press(event)) return;
    if (event.key === "Escape" && (isPicking || replyTo)) {
      event.stopPropagation();
      if (isPicking) closeEmojis();
      else send({ type: "user.cancelReply" });
    }
    if (event.key !== "Enter" || event.shiftKey || isTouch() || isComposing(event)) return;
    event.preventDefault();
    submit();
  };

  return (
    <>
      <form
        ref={form}
        className={styles.composer}
        data-panel={isPicking || undefined}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          sentAt.current = event.timeStamp;
          submit();
          // The clicked button disappears with the text, so the field takes the focus.
          field.current?.focus();
        }}
      >
        {picker.isOpen && <MentionPicker {...picker} />}
        {replyTo && (
          <ReplyPreview
            message={replyTo}
            selfID={selfID}
            onCancel={() => send({ type: "user.cancelReply" })}
          />
        )}
        {(isBlank || isTooLong) && (
          <p role="alert" className={styles.refusal}>
            {isBlank
              ? t("validation.empty")
              : t("chat.tooLong", { limit: MESSAGE_LIMIT.toLocaleString(language) })}
          </p>
        )}
        <RecorderTrouble recorder={recorder} />
        <RecorderStatus recorder={recorder} />
        {isSpeaking && <RecordingBar recorder={recorder} field={field} sentAt={sentAt} />}
        <div className={styles.row} style={{ display: isSpeaking ? "none" : undefined }}>
          {menu}
          <div className={styles.field}>
            <textarea
              ref={field}
              rows={1}
              className={cx(styles.input, !placeholder && styles.short)}
              aria-label={t("chat.message")}
              enterKeyHint={isFingers ? "enter" : "send"}
              autoComplete="off"
              aria-invalid={isTooLong || undefined}
              aria-describedby={left === null ? undefined : counter}
              onInput={(event) => write(event.currentTarget)}
              aria-controls={picker.id}
              aria-activedescendant={picker.activeID}
              aria-autocomplete={mentionPicker && "list"}
              onPaste={(event) => {
                const files = pastedFiles(event.clipboardData);
                if (files.length === 0) return;
                event.preventDefault();
                onPasteFiles(files);
              }}
              onSelect={mentionPicker && picker.look}
              onKeyDown={press}
              onFocus={() => {
                if (isPicking && isTouch()) closeEmojis();
              }}
            />
          </div>
          {left !== null && (
            <span id={counter} className={styles.counter} data-over={isTooLong || undefined}>
              <span aria-hidden="true">{left.toLocaleString(language)}</span>
              <span className="visually-hidden">
                {t(isTooLong ? "chat.lettersOver" : "chat.lettersLeft", {
                  count: Math.abs(left).toLocaleString(language),
                })}
              </span>
            </span>
          )}
          <IconButton
            icon={isPicking ? Keyboard : Smile}
            label={t("emojis.open")}
            tone="quiet"
            aria-expanded={isPicking}
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggleEmojis}
          />
          {isHeld && <HeldBar recorder={recorder} />}
          <SendOrSpeak composer={composer} recorder={recorder} isHeld={isHeld} sentAt={sentAt} />
        </div>
      </form>
      {isPicking && <EmojiDrawer emojis={emojis} field={field} onType={write} onClose={closeEmojis} />}
    </>
  );
}

/** Separate, so that the composer does not render again at the first character. */
function SendOrSpeak({
  composer,
  recorder,
  isHeld,
  sentAt,
}: Pick<ComposerProps, "composer"> & VoiceButtonProps) {
  const { t } = useText();
  const isEmpty = useSelector(composer, ({ context }) => context.text === "");
  const isTooLong = useSelector(composer, (snapshot) => snapshot.hasTag("tooLong"));
  if (isEmpty || isHeld) return <VoiceButton recorder={recorder} isHeld={isHeld} sentAt={sentAt} />;
  return (
    <IconButton
      type="submit"
      icon={SendHorizontal}
      label={t("chat.send")}
      size={20}
      filled
      disabled={isTooLong}
      className={styles.send}
      // Keeps the focus in the field, so that the on-screen keyboard stays open.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}

/** Characters left, in UTF-16 units. Null until few are left. */
function lettersLeft({ length }: string): number | null {
  const left = MESSAGE_LIMIT - length;
  return left <= COUNTED ? left : null;
}

/** Ignores the Enter that confirms an input method. Safari ends the composition first and sends key code 229. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
