import { useSelector } from "@xstate/react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import {
  type MentionChoice,
  markedMention,
  mentionChoices,
  mentionKey,
} from "../../../machines/composer/mention-choices.ts";
import { maySpeakToAll } from "../../../machines/composer/mention-picker.ts";
import {
  EVERYONE,
  type MentionWord,
  MOST_MENTIONS,
  mentioned,
  mentionedIn,
} from "../../../machines/domain/mention.ts";
import type { GroupMember } from "../../../machines/domain/people.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { useLayer } from "../../components/layers.ts";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ComposerActor, type MentionPickerActor, useSend } from "../../shell/actors.tsx";
import { isNamed } from "../../text/search.ts";
import { useMemberName, useProfileName } from "../group/useMemberName.ts";
import styles from "./MentionPicker.module.css";

const NOBODY: readonly GroupMember[] = [];

export interface MentionPickerInput {
  mentionPicker: MentionPickerActor | undefined;
  composer: ComposerActor;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The list opens while the focus stays in the field, so the field's keys are handled here. */
export function useMentionPicker({ mentionPicker, composer, field }: MentionPickerInput) {
  const send = useSend(mentionPicker);
  const toComposer = useSend(composer);
  const id = useId();
  const word = useSelector(mentionPicker, (snapshot) =>
    snapshot?.hasTag("choosing") ? snapshot.context.word : null,
  );
  const isLoading = useSelector(mentionPicker, (snapshot) => snapshot?.hasTag("loading") ?? false);
  const hasFailed = useSelector(mentionPicker, (snapshot) => snapshot?.hasTag("failed") ?? false);
  const isFull = useSelector(composer, ({ context }) => mentionedIn(context.mentions) >= MOST_MENTIONS);
  const choices = useChoices(mentionPicker, word);
  const [marked, setMarked] = useState({ query: "", index: 0 });
  const active = markedMention(marked, word?.query, choices.length);
  // After a space, most texts are no name: the list opens only when a member has it.
  const isWaiting = (isLoading || hasFailed) && word !== null && !/\s/.test(word.query);
  const isOpen = choices.length > 0 || isWaiting;
  const close = () => send({ type: "user.closeMentions" });
  useLayer(isOpen, close);

  const look = () => {
    if (!field.current || !mentionPicker) return;
    const { selectionStart, selectionEnd } = field.current;
    const { text, mentions } = composer.getSnapshot().context;
    const caret = selectionStart === selectionEnd ? selectionEnd : 0;
    send({ type: "user.writeAt", text, mentions, caret });
  };

  const pick = ({ userID, name }: MentionChoice) => {
    if (!word || !field.current) return;
    const typed = mentioned(composer.getSnapshot().context.text, word, { userID, name });
    toComposer({ type: "user.type", ...typed });
    field.current.focus();
    field.current.setSelectionRange(typed.caret, typed.caret);
    look();
  };

  /** Returns whether the picker handled the key. */
  const press = (event: KeyboardEvent): boolean => {
    const handling = mentionKey(event, { isOpen, count: choices.length, active, isFull });
    const chosen = choices[active];
    if (!handling) return false;
    if (handling.type === "close") close();
    else if (handling.type === "mark") setMarked({ query: word?.query ?? "", index: handling.index });
    else if (chosen) pick(chosen);
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return {
    isOpen,
    id: isOpen ? id : undefined,
    activeID: isOpen && choices.length > 0 && !isFull ? `${id}-${active}` : undefined,
    choices,
    active,
    isFull,
    isLoading,
    hasFailed,
    look,
    pick,
    press,
    retry: () => send({ type: "user.retryMembers" }),
  };
}

function useChoices(
  mentionPicker: MentionPickerActor | undefined,
  word: MentionWord | null,
): readonly MentionChoice[] {
  const { t } = useText();
  const nameOf = useMemberName();
  const profileNameOf = useProfileName();
  const members = useSelector(mentionPicker, (snapshot) => snapshot?.context.members ?? NOBODY);
  const mayAll = useSelector(mentionPicker, (snapshot) => snapshot !== undefined && maySpeakToAll(snapshot));
  const query = word?.query ?? null;
  const selfID = mentionPicker?.getSnapshot().context.userID ?? "";
  return useMemo(() => {
    if (query === null) return [];
    const texts = { everyone: t("mentions.everyone"), nameOf, profileNameOf, isNamed };
    return mentionChoices({ query, members, selfID, mayAll }, texts);
  }, [query, members, mayAll, nameOf, profileNameOf, selfID, t]);
}

type MentionPickerProps = ReturnType<typeof useMentionPicker>;

export function MentionPicker(props: MentionPickerProps) {
  const { id, choices, active, isFull, isLoading, hasFailed, pick, retry } = props;
  const { t } = useText();
  const list = useRef<VirtualizerHandle>(null);
  useEffect(() => {
    list.current?.scrollToIndex(active, { align: "nearest" });
  }, [active]);
  if (isFull)
    return (
      <p role="status" className={styles.line}>
        {t("mentions.tooMany", { count: MOST_MENTIONS })}
      </p>
    );
  if (hasFailed)
    return (
      <div role="alert" className={styles.line}>
        {t("mentions.loadFailed")}
        <Button variant="text" onClick={retry}>
          {t("common.retry")}
        </Button>
      </div>
    );
  if (choices.length === 0 && isLoading)
    return (
      <div className={styles.line} data-waiting="">
        <Spinner label={t("mentions.loading")} />
      </div>
    );
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("mentions.people")}
      className={styles.list}
      // Keeps the focus in the field, so that the on-screen keyboard stays open.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Virtualizer ref={list} data={choices} itemSize={ROW_HEIGHT}>
        {(choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard in the field
          <div
            key={choice.userID}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            aria-label={choice.shown}
            className={styles.option}
            onClick={() => pick(choice)}
          >
            <Avatar
              name={choice.shown}
              src={choice.faceURL}
              size={32}
              kind={choice.userID === EVERYONE ? "group" : "person"}
            />
            <bdi className={styles.name}>{choice.shown}</bdi>
            {choice.userID === EVERYONE && <span className={styles.hint}>{t("mentions.everyoneHint")}</span>}
          </div>
        )}
      </Virtualizer>
    </div>
  );
}

const ROW_HEIGHT = 48;
