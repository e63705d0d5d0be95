import { useSelector } from "@xstate/react";
import { type ReactElement, useContext, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { gapsIn } from "../../../machines/conversation/gaps.ts";
import { selectIsOn } from "../../../machines/conversation/selection.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { mediaIn } from "../../../machines/media/shared-items.ts";
import type { Point } from "../../components/point.ts";
import { useForeign, useSources } from "../../components/sources.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  type ConversationActor,
  type HistoryActor,
  type JumpHistoryActor,
  type MessageMenuActor,
  type ReadStateActor,
  type SelectionActor,
  useGallery,
  useSend,
  useVoicePlayer,
} from "../../shell/actors.tsx";
import { CachedMessagesContext } from "../../shell/cachedMessages.ts";
import { type Naming, useNaming } from "../../shell/names.ts";
import { MINUTE, useNow } from "../../shell/now.ts";
import { startOfDay } from "../../text/time.ts";
import { MergedSheet, useOpenMerged } from "./attachments/MergedSheet.tsx";
import { followingVoices } from "./attachments/voices.ts";
import { CachedLog } from "./CachedLog.tsx";
import { FloatingDay } from "./FloatingDay.tsx";
import { JumpBack } from "./JumpBack.tsx";
import { moveBetweenMessages } from "./keyboard.ts";
import { LogEnd, LogStart, NoMessages, pastState } from "./LogEnds.tsx";
import { insetOf, LogScroll, type RowPlace } from "./LogScroll.ts";
import styles from "./MessageLog.module.css";
import { MessageRow } from "./MessageRow.tsx";
import type { MessageRowActions } from "./rowProps.ts";
import {
  type GapState,
  type KnownRows,
  keepKnown,
  layOutRows,
  type MessageRowData,
  messagesOf,
  NO_GAPS,
  rowOf,
} from "./rows.ts";
import { SelectionContext } from "./selection/Selectable.tsx";
import { ToBottom } from "./ToBottom.tsx";
import { ToUnread } from "./ToUnread.tsx";
import { useArrivals } from "./useArrivals.ts";
import { useFound } from "./useFound.ts";
import { useInView } from "./useInView.ts";
import { useRest } from "./useRest.ts";
import { useVirtualRows } from "./virtualRows.ts";

export interface MessageLogProps {
  conversation: ConversationActor;
  history: HistoryActor;
  jumpHistory: JumpHistoryActor;
  reading: ReadStateActor;
  /** An empty conversation then invites the user to write. */
  canWrite: boolean;
  isSearching: boolean;
  messageActions: MessageMenuActor;
  selection: SelectionActor;
  /** `onMenu`, `onReply` and `onWrite` must keep their identity while the chat is open. */
  onMenu: (at: Point) => void;
  onReply: (message: Message) => void;
  onWrite: () => void;
}

/** The look follows look.md "Chat". */
export function MessageLog(props: MessageLogProps) {
  const {
    conversation,
    history,
    jumpHistory,
    reading,
    canWrite,
    isSearching,
    messageActions,
    selection,
    onMenu,
    onReply,
    onWrite,
  } = props;
  const { t } = useText();
  const toHistory = useSend(history);
  const toGaps = useSend(history.getSnapshot().children.historyGaps);
  const toJumpHistory = useSend(jumpHistory);
  const past = useSelector(history, pastState);
  const isOutOfReach = useSelector(conversation, (snapshot) => snapshot.hasTag("unavailable"));
  const isDetached = useSelector(history, (snapshot) => snapshot.hasTag("detached"));
  const isAtBottom = useSelector(reading, (snapshot) => snapshot.hasTag("atBottom"));
  const isUndecided = useSelector(reading, (snapshot) => snapshot.hasTag("undecided"));
  const isOpening = isUndecided || past === "opening";
  const isSelecting = useSelector(selection, selectIsOn);
  const cached = useContext(CachedMessagesContext);
  const { userID: selfID } = conversation.getSnapshot().context;
  const [isMoving, setIsMoving] = useState(false);
  const [isSettled, setIsSettled] = useState(false);
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const readIn = (drawn: readonly MessageRowData[]) => {
    if (!list.current || !scroller.current) return null;
    const index = list.current.findItemIndex(list.current.scrollOffset + insetOf(scroller.current));
    return drawn[index]?.message.clientMsgID ?? null;
  };
  const { rows, shift } = useVirtualRows(useRows(conversation, history, reading), isMoving, readIn);
  const isCached = isOpening && rows.length === 0 && cached.messages.length > 0;
  const scroll = useLogScroll(history, reading);
  const start = useRef<HTMLDivElement>(null);
  const [startHeight, setStartHeight] = useState(0);
  const shownRows = useRef(rows);
  useLayoutEffect(() => {
    shownRows.current = rows;
  });
  const rest = useRest({ jumpHistory, reading }, shownRows, { scroll, scroller, list });
  const { look, day, keptID } = useInView(rows, reading, { scroller, list, startHeight, buffer: BUFFER });
  const { foundID, forgetFound } = useFound(history, rows, list);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(NONE);

  // The place where a search begins is the one to go back to, and a log that was never scrolled has reported none.
  useLayoutEffect(() => {
    if (isSearching) rest();
  }, [isSearching, rest]);

  useLayoutEffect(() => {
    setStartHeight(start.current?.offsetHeight ?? 0);
    const placeIn = (index: number) => placeOf(list.current, start.current, index);
    const followed = (top: number) => {
      const index = list.current?.findItemIndex(top) ?? -1;
      const id = shownRows.current[index]?.message.clientMsgID;
      const below = top - (placeIn(index)?.top ?? top);
      return () => {
        const place = placeIn(rowOf(shownRows.current, id));
        return place && place.top + below;
      };
    };
    return scroller.current ? scroll.attach(scroller.current, followed) : undefined;
  }, [scroll]);

  useLayoutEffect(() => {
    scroll.rowsChanged({ isDetached, sentID: sentID(rows), isHeld: isSelecting });
  }, [scroll, rows, isDetached, isSelecting]);

  useArrivals(rows, scroller, { isFollowing: isAtBottom && !isDetached && !isOpening });

  const merged = useOpenMerged();
  const { open: openMerged } = merged;
  const isMergedShown =
    merged.isOpen && rows[rowOf(rows, merged.clientMsgID)]?.message.content.type === "merge";
  const toActions = useSend(messageActions);
  const player = useVoicePlayer();
  const toPlayer = useSend(player);
  const toGallery = useSend(useGallery());
  const sources = useSources();
  const actions: MessageRowActions = useMemo(() => {
    const indexOf = (clientMsgID: string) => rowOf(shownRows.current, clientMsgID);
    return {
      openMenu: (message, at) => {
        onMenu(at);
        toActions({ type: "user.openMenu", message });
      },
      cancelUpload: (message) => toActions({ type: "user.cancelUpload", message }),
      retry: (message) => toActions({ type: "user.retryMessage", message }),
      fillGaps: () => toGaps({ type: "user.fillGaps" }),
      reply: onReply,
      write: onWrite,
      showQuoted: (to, from) => {
        rest();
        toJumpHistory({ type: "user.jump", to, from });
      },
      forgetFound,
      openMerged,
      openMedia: (message) =>
        toGallery({
          type: "user.openGallery",
          // The gallery cannot page from a message that is not sent: it has no place in the history.
          conversationID: message.status === "sent" ? message.conversationID : null,
          items: mediaIn([message]),
          shownID: message.clientMsgID,
        }),
      playVoice: (clientMsgID, { url }) => {
        const behind = shownRows.current.slice(indexOf(clientMsgID) + 1);
        const heard = player?.getSnapshot().context.heard ?? NONE;
        toPlayer({
          type: "user.playVoice",
          voice: { clientMsgID, url },
          next: followingVoices(behind, heard, sources),
        });
      },
      fold: (clientMsgID, isFolded) => {
        scroll.keepRow(() => placeOf(list.current, start.current, indexOf(clientMsgID)), {
          isToBeSeen: isFolded,
        });
        setUnfolded((ids) => {
          const others = [...ids].filter((id) => id !== clientMsgID);
          return new Set(isFolded ? others : [...others, clientMsgID]);
        });
      },
    };
  }, [
    toActions,
    toGaps,
    toJumpHistory,
    rest,
    forgetFound,
    openMerged,
    player,
    toPlayer,
    toGallery,
    sources,
    scroll,
    onMenu,
    onReply,
    onWrite,
  ]);

  const loaded = useSelector(conversation, ({ context }) => context.conversation);
  const naming = useNaming(loaded);
  const draw = useRowDrawing({ selfID, foundID, unfolded, naming, actions });

  // Before the list has measured rows, it picks wrong ones as visible, and the newest rows would appear one frame
  // late.
  const isEndFirst = isAtBottom && !isSettled;
  const kept = useMemo(() => {
    if (isEndFirst) return lastOf(rows.length);
    const index = rows.findIndex(({ message }) => message.clientMsgID === keptID);
    return index < 0 ? NOTHING : [index];
  }, [isEndFirst, rows, keptID]);

  /** The buttons over the log disappear when they are pressed. Where they take no focus, the user goes on writing. */
  const focusLog = () => {
    if (document.activeElement?.matches("button")) scroller.current?.focus({ preventScroll: true });
  };
  const toNewest = () => {
    focusLog();
    if (!isDetached) return scroll.toBottom();
    toHistory({ type: "user.jumpToLatest" });
    scroll.stick();
  };

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="log"
        aria-label={t("chat.messages")}
        // New messages are announced at the end only, not while older pages load (10-06).
        aria-live={isAtBottom ? "polite" : "off"}
        {...TAB_STOP}
        className={styles.scroller}
        onScroll={() => {
          scroll.look();
          look();
        }}
        onKeyDown={moveBetweenMessages}
      >
        {rows.length > 0 && <div className={styles.slack} />}
        <div ref={start} className={styles.start}>
          {rows.length > 0 && <LogStart past={past} send={toHistory} />}
        </div>
        <SelectionContext value={selection}>
          {rows.length > 0 ? (
            <Virtualizer
              ref={list}
              data={rows}
              shift={shift}
              startMargin={startHeight}
              bufferSize={BUFFER}
              keepMounted={kept}
              onScroll={() => setIsMoving(true)}
              onScrollEnd={() => {
                setIsMoving(false);
                setIsSettled(true);
                rest();
              }}
              onResize={() => {
                scroll.resized();
                look();
              }}
            >
              {draw}
            </Virtualizer>
          ) : isCached || isOutOfReach ? null : (
            <NoMessages past={isOpening ? "opening" : past} canWrite={canWrite} send={toHistory} />
          )}
        </SelectionContext>
        <div className={styles.end}>{isDetached && <LogEnd send={toHistory} />}</div>
      </div>
      {isCached && <CachedLog conversation={loaded} {...cached} />}
      <FloatingDay day={day} isMoving={isMoving} />
      {(!isAtBottom || isDetached) && <ToBottom reading={reading} onPress={toNewest} />}
      <JumpBack jumpHistory={jumpHistory} onPress={focusLog} />
      <ToUnread reading={reading} onPress={focusLog} />
      {merged.merged && (
        <MergedSheet open={isMergedShown} merged={merged.merged} onClose={merged.close} selfID={selfID} />
      )}
    </div>
  );
}

/** Rows are drawn this far beyond the screen, so that fast scrolling shows no gaps. In CSS pixels. */
const BUFFER = 400;

/** Rows drawn at once when a chat opens at its end: one screen and the buffer. */
const NEWEST = 20;
const NOTHING: readonly number[] = [];

function lastOf(count: number): readonly number[] {
  const drawn = Math.min(NEWEST, count);
  return Array.from({ length: drawn }, (_, index) => count - drawn + index);
}

/** Keyboard users can focus and scroll the log. */
const TAB_STOP = { tabIndex: 0 };

/** Empty until the place of "Unread messages" is known. */
function useRows(conversation: ConversationActor, history: HistoryActor, reading: ReadStateActor) {
  const { language } = useText();
  const isUndecided = useSelector(reading, (snapshot) => snapshot.hasTag("undecided"));
  const messages = useSelector(history, ({ context }) => (isUndecided ? NO_MESSAGES : context.messages));
  const { userID: selfID } = conversation.getSnapshot().context;
  const firstUnreadID = useSelector(reading, ({ context }) => context.firstUnreadID);
  const gaps = useGaps(history);
  const now = useNow(MINUTE, undefined, startOfDay);
  const isForeign = useForeign();
  const [known] = useState<KnownRows>(() => new WeakMap());
  return useMemo(
    () => keepKnown(layOutRows({ messages, selfID, firstUnreadID, gaps, now, language, isForeign }), known),
    [messages, selfID, firstUnreadID, gaps, now, language, isForeign, known],
  );
}

/** Gaps that last longer than a moment, by the clientMsgID below them. */
function useGaps(history: HistoryActor): ReadonlyMap<string, GapState> {
  const snapshot = useSelector(history.getSnapshot().children.historyGaps, (gaps) => gaps);
  const state = snapshot?.hasTag("unfilled") ? "unfilled" : "loading";
  const { messages = NO_MESSAGES, answered = NO_NUMBERS, isDrawn = false } = snapshot?.context ?? {};
  return useMemo(() => {
    if (!isDrawn) return NO_GAPS;
    return new Map(gapsIn(messages, answered).map(({ nextID }) => [nextID, state]));
  }, [isDrawn, state, messages, answered]);
}

interface RowDrawing {
  selfID: string;
  foundID: string | null;
  unfolded: ReadonlySet<string>;
  naming: Naming;
  actions: MessageRowActions;
}

/**
 * Returns the same element for the same row. The virtual list asks for all visible rows at each scroll step and each
 * measurement, and React skips an element that it has seen.
 */
function useRowDrawing(drawing: RowDrawing): (row: MessageRowData) => ReactElement {
  const { selfID, foundID, unfolded, naming, actions } = drawing;
  return useMemo(() => {
    const drawn = new WeakMap<MessageRowData, ReactElement>();
    return (row) => {
      const before = drawn.get(row);
      if (before) return before;
      const { clientMsgID } = row.message;
      const shown = messagesOf(row).map((message) => message.clientMsgID);
      const element = (
        <MessageRow
          key={clientMsgID}
          {...row}
          selfID={selfID}
          foundID={shown.find((id) => id === foundID) ?? null}
          isUnfolded={shown.some((id) => unfolded.has(id))}
          naming={naming}
          actions={actions}
        />
      );
      drawn.set(row, element);
      return element;
    };
  }, [selfID, foundID, unfolded, naming, actions]);
}

const NONE: ReadonlySet<string> = new Set();
const NO_MESSAGES: readonly Message[] = [];
const NO_NUMBERS: readonly number[] = [];

function useLogScroll(history: HistoryActor, reading: ReadStateActor): LogScroll {
  const [scroll] = useState(
    () =>
      new LogScroll({
        onReachBottom: () => reading.send({ type: "user.reachBottom" }),
        onLeaveBottom: () => reading.send({ type: "user.leaveBottom" }),
        onNearStart: () => history.send({ type: "user.loadOlder" }),
        onNearEnd: () => history.send({ type: "user.loadNewer" }),
      }),
  );
  return scroll;
}

/** The place of a row in the scroller. The start of the log lies above the virtual list. */
function placeOf(list: VirtualizerHandle | null, start: HTMLElement | null, index: number): RowPlace | null {
  if (!list || !start || index < 0) return null;
  return {
    top: start.offsetTop + start.offsetHeight + list.getItemOffset(index),
    height: list.getItemSize(index),
  };
}

/** clientMsgID of the newest message while it is being sent, else null. */
function sentID(rows: readonly MessageRowData[]): string | null {
  const last = rows.at(-1);
  const newest = last && messagesOf(last).at(-1);
  return newest?.status === "sending" ? newest.clientMsgID : null;
}
