import { useSelector } from "@xstate/react";
import {
  type ComponentProps,
  createContext,
  type ReactElement,
  type RefObject,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useLocation } from "wouter";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { chatPath } from "../../../machines/domain/route.ts";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ConversationsActor, useSend, useSession } from "../../shell/actors.tsx";
import { useUnheard } from "../../shell/linkStatus.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { listTime } from "../../text/time.ts";
import { type Choice, ConversationActions } from "./ConversationActions.tsx";
import styles from "./ConversationList.module.css";
import { ConversationRow, type RowHandlers } from "./ConversationRow.tsx";

/** Of what stands above the rows (bar and way to the search) and of a row, in CSS pixels. */
const ABOVE = 48 + 60;
const ROW_HEIGHT = 72;
/** So many screens before the end, the next page is asked for: it is there before a fling is. */
const SCREENS_AHEAD = 2.5;

const Rows = createContext<readonly Conversation[]>([]);

export interface ConversationListProps {
  /** Undefined as long as there is only what was seen last: nothing can be changed yet. */
  conversations: ConversationsActor | undefined;
  rows: readonly Conversation[];
  scroller: RefObject<HTMLElement | null>;
}

/** The rows, as many as are seen, and what can be done to one of them. */
export function ConversationList({ conversations, rows, scroller }: ConversationListProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const send = useSend(conversations);
  const isLoadingMore = useSelector(conversations, (list) => list?.hasTag("loadingMore") ?? false);
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
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

  const draw = useRowDrawing({ selfID, swipedID, handlers, canChange: conversations !== undefined });

  const loadMoreNearEnd = () => {
    const { current } = virtual;
    if (!current) return;
    const ahead = (1 + SCREENS_AHEAD) * current.viewportSize;
    if (current.findItemIndex(current.scrollOffset + ahead) >= rows.length - 1)
      send({ type: "user.loadMore" });
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
          startMargin={ABOVE}
          itemSize={ROW_HEIGHT}
          onScroll={loadMoreNearEnd}
          onResize={loadMoreNearEnd}
        >
          {draw}
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

interface RowDrawing {
  selfID: string;
  swipedID: string | null;
  handlers: RowHandlers;
  canChange: boolean;
}

/**
 * Draws a row, and for the same row the same element: the virtual list asks for every row in view with every movement
 * and every measurement, and React passes over an element it has seen.
 */
function useRowDrawing(drawing: RowDrawing): (row: Conversation) => ReactElement {
  const { selfID, swipedID, handlers, canChange } = drawing;
  const { language } = useText();
  const now = useNow(MINUTE);
  return useMemo(() => {
    const drawn = new WeakMap<Conversation, ReactElement>();
    return (conversation) => {
      const before = drawn.get(conversation);
      if (before) return before;
      const { conversationID, latestMsg } = conversation;
      const element = (
        <ErrorBoundary key={conversationID} resetKey={latestMsg?.clientMsgID}>
          <ConversationRow
            conversation={conversation}
            selfID={selfID}
            time={listTime(timeOf(conversation), now, language)}
            isSwiped={conversationID === swipedID}
            canChange={canChange}
            handlers={handlers}
          />
        </ErrorBoundary>
      );
      drawn.set(conversation, element);
      return element;
    };
  }, [selfID, swipedID, handlers, canChange, now, language]);
}

/** When what the row shows was written, in milliseconds since the epoch. */
function timeOf({ draftText, draftTextTime, latestMsgSendTime }: Conversation): number {
  return draftText === "" ? latestMsgSendTime : draftTextTime;
}

/** The container of the virtual list; busy while its rows are of an earlier visit, or of before the SDK was there. */
function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  const isUnheard = useUnheard()?.state === "unheard";
  return <ul aria-label={t("conversations.list")} aria-busy={isUnheard || undefined} {...props} />;
}

/**
 * One place of the virtual list, named by the person or group in it. It shows before it is measured: its height is
 * known, and to appear only afterwards would be a second round of styles and painting.
 */
function Item({ index, style, ...props }: ComponentProps<"li"> & { index: number }) {
  const name = useContext(Rows)[index]?.showName;
  return <li aria-label={name} style={{ ...style, visibility: undefined }} {...props} />;
}
