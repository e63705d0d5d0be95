import { useSelector } from "@xstate/react";
import { MOST_HITS, neighbourOf } from "../../../../machines/conversation/chat-hits.ts";
import { Button } from "../../../components/Button.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ChatSearchActor, useSend } from "../../../shell/actors.tsx";
import { calendarDay } from "../../../text/time.ts";
import styles from "./SearchNote.module.css";

/** Below the search bar: nothing was found, or the oldest hit is in view and older messages are not searched yet. */
export function SearchNote({ chatSearch }: { chatSearch: ChatSearchActor }) {
  const { t, language } = useText();
  const send = useSend(chatSearch);
  const isFailed = useSelector(chatSearch, (snapshot) => snapshot.hasTag("failed"));
  const isNothing = useSelector(chatSearch, (snapshot) => snapshot.hasTag("nothing"));
  const isAtEnd = useSelector(
    chatSearch,
    (snapshot) => snapshot.hasTag("found") && neighbourOf(snapshot.context, "older") === null,
  );
  const isFull = useSelector(chatSearch, ({ context }) => context.hits.length >= MOST_HITS);
  const isLoading = useSelector(chatSearch, (snapshot) => snapshot.hasTag("loading"));
  const isPaused = useSelector(chatSearch, (snapshot) => snapshot.hasTag("paused"));
  const isPastFailed = useSelector(chatSearch, (snapshot) => snapshot.hasTag("pastFailed"));
  const reached = useSelector(chatSearch, ({ context }) => context.reached);

  if (isFailed)
    return (
      <Note
        text={t("searching.failed")}
        action={t("common.retry")}
        onPress={() => send({ type: "user.retryChatSearch" })}
      />
    );
  if (!isNothing && !isAtEnd) return null;
  if (isFull) return <Note text={t("chatSearch.tooMany", { count: MOST_HITS })} />;
  if (isLoading) return <Note isBusy text={t("chatSearch.loading")} />;
  if (isPastFailed)
    return (
      <Note
        text={t("chatSearch.notLoaded")}
        action={t("common.retry")}
        onPress={() => send({ type: "user.searchFurther" })}
      />
    );
  if (isPaused && reached !== null)
    return (
      <Note
        text={t(isNothing ? "chatSearch.nothingSince" : "chatSearch.reached", {
          date: calendarDay(reached, language),
        })}
        action={t("chatSearch.further")}
        onPress={() => send({ type: "user.searchFurther" })}
      />
    );
  return isNothing ? <Note text={t("chatSearch.nothing")} /> : null;
}

interface NoteProps {
  text: string;
  isBusy?: boolean;
  action?: string;
  onPress?: () => void;
}

function Note({ text, isBusy = false, action, onPress }: NoteProps) {
  return (
    <div className={styles.note}>
      <p className={styles.text} role="status">
        {isBusy && <Spinner size={16} />}
        {text}
      </p>
      {action && (
        <Button variant="text" onClick={onPress}>
          {action}
        </Button>
      )}
    </div>
  );
}
