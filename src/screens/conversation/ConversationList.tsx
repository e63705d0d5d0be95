import { useSelector } from "@xstate/react";
import {
  type ComponentProps,
  createContext,
  type RefObject,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useLocation } from "wouter";
import type { Conversation } from "../../../machines/events.ts";
import { chatPath } from "../../../machines/messenger.ts";
import { type ConversationsActor, useSend, useSession } from "../../app/actors.tsx";
import { MINUTE, useNow } from "../../app/now.ts";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { listTime } from "../../text/time.ts";
import { type Choice, ConversationActions } from "./ConversationActions.tsx";
import styles from "./ConversationList.module.css";
import { ConversationRow, type RowHandlers } from "./ConversationRow.tsx";

/** Of the bar above the rows and of a row, in CSS pixels, as in tokens.css. */
const BAR_HEIGHT = 48;
const ROW_HEIGHT = 72;
/** So many rows before the end, the next page is asked for. */
const ROWS_AHEAD = 8;

const Rows = createContext<readonly Conversation[]>([]);

export interface ConversationListProps {
  conversations: ConversationsActor;
  scroller: RefObject<HTMLElement | null>;
}

/** The rows, as many as are seen, and what can be done to one of them. */
export function ConversationList({ conversations, scroller }: ConversationListProps) {
  const { t, language } = useText();
  const [, navigate] = useLocation();
  const send = useSend(conversations);
  const rows = useSelector(conversations, ({ context }) => context.rows);
  const isLoadingMore = useSelector(conversations, (list) =>
    list.matches({ list: { ready: "loadingMore" } }),
  );
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const now = useNow(MINUTE);
  const virtual = useRef<VirtualizerHandle>(null);
  const [swipedID, setSwipedID] = useState<string | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);

  const handlers = useMemo<RowHandlers>(
    () => ({
      open: ({ conversationID }) => navigate(chatPath(conversationID)),
      showMenu: (conversation) => setChoice({ conversation, step: "menu" }),
      askToDelete: (conversation) => setChoice({ conversation, step: "delete" }),
      change: (change) => send({ type: "user.changeConversation", change }),
      swipe: ({ conversationID }, isOpen) =>
        setSwipedID((current) => (isOpen ? conversationID : current === conversationID ? null : current)),
    }),
    [navigate, send],
  );

  const loadMoreNearEnd = () => {
    const { current } = virtual;
    if (!current) return;
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    if (last >= rows.length - ROWS_AHEAD) send({ type: "user.loadMore" });
  };

  return (
    <>
      <Rows value={rows}>
        <Virtualizer
          ref={virtual}
          as={List}
          item={Item}
          data={rows}
          scrollRef={scroller}
          startMargin={BAR_HEIGHT}
          itemSize={ROW_HEIGHT}
          onScroll={loadMoreNearEnd}
          onResize={loadMoreNearEnd}
        >
          {(conversation) => (
            <ErrorBoundary key={conversation.conversationID} resetKey={conversation.latestMsg?.clientMsgID}>
              <ConversationRow
                conversation={conversation}
                selfID={selfID}
                time={listTime(timeOf(conversation), now, language)}
                isSwiped={conversation.conversationID === swipedID}
                handlers={handlers}
              />
            </ErrorBoundary>
          )}
        </Virtualizer>
      </Rows>
      {isLoadingMore && (
        <div className={styles.more}>
          <Spinner label={t("common.loading")} />
        </div>
      )}
      <ConversationActions choice={choice} handlers={handlers} onClose={() => setChoice(null)} />
    </>
  );
}

/** When what the row shows was written, in milliseconds since the epoch. */
function timeOf({ draftText, draftTextTime, latestMsgSendTime }: Conversation): number {
  return draftText === "" ? latestMsgSendTime : draftTextTime;
}

/** The container of the virtual list. */
function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("conversations.list")} {...props} />;
}

/** One place of the virtual list, named by the person or group in it. */
function Item({ index, ...props }: ComponentProps<"li"> & { index: number }) {
  return <li aria-label={useContext(Rows)[index]?.showName} {...props} />;
}
