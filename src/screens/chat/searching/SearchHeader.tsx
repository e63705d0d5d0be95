import { useSelector } from "@xstate/react";
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect } from "react";
import { MOST_HITS, neighbourOf, numberOf } from "../../../../machines/conversation/chat-hits.ts";
import { mayTakeFocus } from "../../../components/focus.ts";
import { IconButton } from "../../../components/IconButton.tsx";
import { ChevronDown, ChevronUp, X } from "../../../components/icons.ts";
import { useLayer } from "../../../components/layers.ts";
import { useBeside } from "../../../components/Screen.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { TextField } from "../../../components/TextField.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ChatSearchActor, useSend } from "../../../shell/actors.tsx";
import styles from "./SearchHeader.module.css";
import { useEscape } from "./useEscape.ts";

export interface SearchHeaderProps {
  chatSearch: ChatSearchActor;
  field: RefObject<HTMLInputElement | null>;
}

/** In place of the chat's header. Up leads to the older hit, as in the log. Back and Escape close it. */
export function SearchHeader({ chatSearch, field }: SearchHeaderProps) {
  const { t } = useText();
  const send = useSend(chatSearch);
  const keyword = useSelector(chatSearch, ({ context }) => context.keyword);
  const hasOlder = useSelector(chatSearch, ({ context }) => neighbourOf(context, "older") !== null);
  const hasNewer = useSelector(chatSearch, ({ context }) => neighbourOf(context, "newer") !== null);
  const close = () => send({ type: "user.closeChatSearch" });
  useLayer(true, close);
  useEscape(close);

  // `autoFocus` does nothing when the search opens behind the chat's details.
  useEffect(() => {
    if (chatSearch.getSnapshot().context.keyword === "" && mayTakeFocus()) field.current?.focus();
  }, [chatSearch, field]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: "user.submitKeyword" });
  };
  const press = (event: KeyboardEvent) => {
    const to = STEPS[event.key];
    if (!to || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send({ type: "user.stepToHit", to });
  };
  return (
    <header role={useBeside()} className={styles.bar}>
      <IconButton icon={X} label={t("chatSearch.close")} onClick={close} />
      <form className={styles.form} onSubmit={submit}>
        <TextField
          ref={field}
          className={styles.field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          label={t("chatSearch.title")}
          hideLabel
          placeholder={t("chatSearch.title")}
          maxLength={64}
          value={keyword}
          onChange={(typed) => send({ type: "user.typeKeyword", keyword: typed })}
          onKeyDown={press}
          suffix={<Place chatSearch={chatSearch} />}
        />
      </form>
      <IconButton
        icon={ChevronUp}
        label={t("chatSearch.older")}
        disabled={!hasOlder}
        onClick={() => send({ type: "user.stepToHit", to: "older" })}
      />
      <IconButton
        icon={ChevronDown}
        label={t("chatSearch.newer")}
        disabled={!hasNewer}
        onClick={() => send({ type: "user.stepToHit", to: "newer" })}
      />
    </header>
  );
}

const STEPS: Readonly<Record<string, "older" | "newer">> = { ArrowUp: "older", ArrowDown: "newer" };

/** "3 of 12", or a spinner while the search runs. */
function Place({ chatSearch }: { chatSearch: ChatSearchActor }) {
  const { t } = useText();
  const isPending = useSelector(chatSearch, (snapshot) => snapshot.hasTag("pending"));
  const isFound = useSelector(chatSearch, (snapshot) => snapshot.hasTag("found"));
  const number = useSelector(chatSearch, ({ context }) => numberOf(context));
  const count = useSelector(chatSearch, ({ context }) => context.hits.length);
  const place = t(count < MOST_HITS ? "chatSearch.place" : "chatSearch.placeOfMany", { number, count });
  return (
    <span className={styles.place} role="status">
      {isPending && <Spinner size={18} />}
      {isFound && place}
    </span>
  );
}
