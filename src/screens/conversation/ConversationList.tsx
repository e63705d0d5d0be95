import { useSelector } from "@xstate/react";
import {
  type ComponentProps,
  createContext,
  type ReactElement,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { useLocation } from "wouter";
import { selectChat } from "../../../machines/app/navigation.ts";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { chatPath, conversationIn } from "../../../machines/domain/route.ts";
import { ErrorState } from "../../components/EmptyState.tsx";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ConversationsActor, useNavigation, useSend, useSession } from "../../shell/actors.tsx";
import { useChange } from "../../shell/last.ts";
import { useUnheard } from "../../shell/linkStatus.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { useListed } from "../../shell/presence.ts";
import { mayAnimate, type ScrollingScreenProps } from "../../shell/scrolling.ts";
import { listTime } from "../../text/time.ts";
import { type Choice, ConversationActions } from "./ConversationActions.tsx";
import styles from "./ConversationList.module.css";
import { ConversationRow, type RowHandlers } from "./ConversationRow.tsx";
import { movesOf, nextUnread } from "./order.ts";

/** Heights of the bar, which stays over the rows, of the bar and the search link, and of a row, in CSS pixels. */
const BAR = 48;
const ABOVE = BAR + 60;
const ROW_HEIGHT = 72;
/** The next page loads this many screens before the end, so that a fast fling does not reach the end. */
const SCREENS_AHEAD = 2.5;

const Rows = createContext<readonly Conversation[]>([]);

export interface ConversationListProps extends ScrollingScreenProps {
  /** Undefined while only cached rows are shown. They cannot be changed. */
  conversations: ConversationsActor | undefined;
  rows: readonly Conversation[];
}

export function ConversationList({ conversations, rows, scroller, onDoubleTap }: ConversationListProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const send = useSend(conversations);
  const isLoadingMore = useSelector(conversations, (list) => list?.hasTag("loadingMore") ?? false);
  const hasFailed = useSelector(conversations, (list) => list?.hasTag("moreFailed") ?? false);
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const virtual = useRef<VirtualizerHandle>(null);
  const [swipedID, setSwipedID] = useState<string | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);

  const handlers = useMemo<RowHandlers>(
    () => ({
      open: ({ conversationID }) => navigate(chatPath(conversationID)),
      showMenu: (conversation, at) => setChoice({ conversation, step: "menu", at }),
      askToDelete: (conversation) => setChoice({ conversation, step: "delete", at: null }),
      change: (change) => send({ type: "user.changeConversation", change }),
      swipe: ({ conversationID }, isOpen) =>
        setSwipedID((current) => (isOpen ? conversationID : current === conversationID ? null : current)),
    }),
    [navigate, send],
  );

  useGlides(conversations ? rows : NO_ROWS, scroller);
  const currentID = useSelector(useNavigation(), (navigation) => {
    const chat = navigation && selectChat(navigation);
    return (chat && conversationIn(chat)) ?? null;
  });
  // The keys lead to chats that are out of view in the list (11-21).
  const showCurrent = useEffectEvent((id: string) => {
    const drawn = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-conversation]") ?? [])];
    const row = drawn.find(({ dataset }) => dataset.conversation === id);
    const index = rows.findIndex(({ conversationID }) => conversationID === id);
    if (row) row.scrollIntoView?.({ block: "nearest" });
    else if (index >= 0) virtual.current?.scrollToIndex(index, { align: "center" });
  });
  useEffect(() => {
    if (currentID !== null) showCurrent(currentID);
  }, [currentID]);
  useImperativeHandle(onDoubleTap, () => (from: number) => {
    const { current } = virtual;
    if (!current) return;
    const isAtEnd = from >= current.scrollSize - current.viewportSize - 1;
    const top = from <= 0 || isAtEnd ? -1 : current.findItemIndex(from + BAR + ROW_HEIGHT / 2);
    current.scrollToIndex(nextUnread(rows, top), { align: "start", offset: -BAR, smooth: mayAnimate() });
  });
  const draw = useRowDrawing({
    selfID,
    swipedID,
    currentID,
    handlers,
    canChange: conversations !== undefined,
  });

  const tellListed = useListed();
  const listVisible = () => {
    const { current } = virtual;
    if (!current || !conversations || current.viewportSize === 0) return;
    const first = current.findItemIndex(current.scrollOffset);
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize);
    const visible = rows.slice(first, last + 1).filter(({ kind }) => kind === "single");
    tellListed(visible.map(({ userID }) => userID));
  };
  const listNewRows = useEffectEvent(listVisible);
  useEffect(() => {
    if (rows.length > 0) listNewRows();
  }, [rows]);

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
          onScrollEnd={listVisible}
          onResize={() => {
            loadMoreNearEnd();
            listVisible();
          }}
        >
          {draw}
        </Virtualizer>
      </Rows>
      {isLoadingMore && (
        <div className={styles.more}>
          <Spinner label={t("common.loading")} />
        </div>
      )}
      {hasFailed && (
        <ErrorState
          text={t("conversations.loadFailed")}
          onRetry={() => send({ type: "user.retryConversations" })}
        />
      )}
      <ConversationActions choice={choice} handlers={handlers} onClose={() => setChoice(null)} />
    </>
  );
}

const NO_ROWS: readonly Conversation[] = [];

/** Rows glide to their new places, except while another screen covers the list. */
function useGlides(rows: readonly Conversation[], scroller: RefObject<HTMLElement | null>): void {
  useChange(rows, (before) => {
    const moves = movesOf(before, rows);
    const drawn = scroller.current?.querySelectorAll<HTMLElement>("[data-conversation]") ?? [];
    for (const row of drawn) {
      const way = moves.get(row.dataset.conversation ?? "");
      const item = row.closest("li");
      if (way === undefined || !item) continue;
      item.style.setProperty("--way", `${way * 100}%`);
      item.dataset.gliding = way > 0 ? "up" : "down";
    }
  });
}

interface RowDrawing {
  selfID: string;
  swipedID: string | null;
  currentID: string | null;
  handlers: RowHandlers;
  canChange: boolean;
}

/**
 * Returns the same element for the same row. The virtual list asks for all visible rows at each scroll step and each
 * measurement, and React skips an element that it has seen.
 */
function useRowDrawing(drawing: RowDrawing): (row: Conversation) => ReactElement {
  const { selfID, swipedID, currentID, handlers, canChange } = drawing;
  const { language } = useText();
  const now = useNow(MINUTE);
  return useMemo(() => {
    const drawn = new WeakMap<Conversation, ReactElement>();
    return (conversation) => {
      const before = drawn.get(conversation);
      if (before) return before;
      const { conversationID, latestMsg } = conversation;
      const isCurrent = conversationID === currentID;
      const element = (
        <ErrorBoundary key={conversationID} resetKey={latestMsg?.clientMsgID}>
          <ConversationRow
            conversation={conversation}
            selfID={selfID}
            time={listTime(timeOf(conversation, isCurrent), now, language)}
            isSwiped={conversationID === swipedID}
            isCurrent={isCurrent}
            canChange={canChange}
            handlers={handlers}
          />
        </ErrorBoundary>
      );
      drawn.set(conversation, element);
      return element;
    };
  }, [selfID, swipedID, currentID, handlers, canChange, now, language]);
}

/**
 * Time of the row, in milliseconds since the epoch: the later of draft and newest message, as in the order of the list.
 * The row of the open chat shows no draft.
 */
function timeOf({ draftText, draftTextTime, latestMsgSendTime }: Conversation, isCurrent: boolean): number {
  return draftText === "" || isCurrent ? latestMsgSendTime : Math.max(draftTextTime, latestMsgSendTime);
}

/** `aria-busy` while the rows are from the cache or from before the first sync. */
function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  const isUnheard = useUnheard()?.state === "unheard";
  return <ul aria-label={t("conversations.list")} aria-busy={isUnheard || undefined} {...props} />;
}

/**
 * Visible before it is measured, because its height is known: a later change of visibility would cost a second style
 * and paint pass.
 */
function Item({ index, style, ...props }: ComponentProps<"li"> & { index: number }) {
  const name = useContext(Rows)[index]?.showName;
  return (
    <li
      aria-label={name}
      className={styles.item}
      style={{ ...style, visibility: undefined }}
      onAnimationEnd={({ target, currentTarget }) => {
        if (target === currentTarget) delete currentTarget.dataset.gliding;
      }}
      {...props}
    />
  );
}
