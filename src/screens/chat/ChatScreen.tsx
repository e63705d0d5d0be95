import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { selectPanes } from "../../../machines/app/navigation.ts";
import { selectBlockReason } from "../../../machines/composer/composer.ts";
import { canAnswer } from "../../../machines/conversation/message-permissions.ts";
import { selectIsOn } from "../../../machines/conversation/selection.ts";
import type { Message } from "../../../machines/domain/message.ts";
import { wordsIn } from "../../../machines/domain/searched-text.ts";
import { mayTakeFocus } from "../../components/focus.ts";
import { MarkedContext } from "../../components/Marks.tsx";
import type { Point } from "../../components/point.ts";
import { Screen } from "../../components/Screen.tsx";
import { preloadSheet } from "../../components/Sheet.tsx";
import {
  type ChatSearchActor,
  type ComposerActor,
  type ConversationActor,
  type EmojiPanelActor,
  type HistoryActor,
  type JumpHistoryActor,
  type MessageMenuActor,
  type ReadStateActor,
  type RecorderActor,
  type SelectionActor,
  useConversation,
  useNavigation,
  useSend,
} from "../../shell/actors.tsx";
import { useNaming } from "../../shell/names.ts";
import { AttachSheet } from "./attaching/AttachSheet.tsx";
import { DropTarget } from "./attaching/DropTarget.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { Footer } from "./Footer.tsx";
import { ForwardSheet } from "./forwarding/ForwardSheet.tsx";
import { MessageLog } from "./MessageLog.tsx";
import { MessageMenu } from "./MessageMenu.tsx";
import { hasMouse } from "./media.ts";
import { SearchHeader } from "./searching/SearchHeader.tsx";
import { SearchNote } from "./searching/SearchNote.tsx";
import { useFindKey } from "./searching/useFindKey.ts";
import { SelectionFooter, SelectionHeader } from "./selection/SelectionBars.tsx";
import { useIsBlocked } from "./useIsBlocked.ts";

/** Renders nothing while no conversation is open (2-26). */
export default function ChatScreen() {
  const conversation = useConversation();
  const children = useSelector(conversation, (snapshot) => snapshot?.children);
  if (!conversation || !children) return null;
  const {
    history,
    jumpHistory,
    readState: reading,
    composer,
    emojiPanel: emojis,
    recorder,
    messageMenu: messageActions,
    selection,
    chatSearch,
  } = children;
  if (
    !history ||
    !jumpHistory ||
    !reading ||
    !composer ||
    !emojis ||
    !recorder ||
    !messageActions ||
    !selection ||
    !chatSearch
  )
    return null;
  return (
    <Chat
      key={conversation.sessionId}
      conversation={conversation}
      history={history}
      jumpHistory={jumpHistory}
      reading={reading}
      composer={composer}
      emojis={emojis}
      recorder={recorder}
      messageActions={messageActions}
      selection={selection}
      chatSearch={chatSearch}
    />
  );
}

interface ChatProps {
  conversation: ConversationActor;
  history: HistoryActor;
  jumpHistory: JumpHistoryActor;
  reading: ReadStateActor;
  composer: ComposerActor;
  emojis: EmojiPanelActor;
  recorder: RecorderActor;
  messageActions: MessageMenuActor;
  selection: SelectionActor;
  chatSearch: ChatSearchActor;
}

function Chat({
  conversation,
  messageActions,
  history,
  jumpHistory,
  reading,
  selection,
  chatSearch,
  ...footer
}: ChatProps) {
  const { composer } = footer;
  const field = useRef<HTMLTextAreaElement>(null);
  const isSystem = useSelector(conversation, ({ context }) => context.conversation?.kind === "system");
  const isBlocked = useSelector(composer, (snapshot) => selectBlockReason(snapshot) !== null);
  const hasBlocked = useIsBlocked(
    useSelector(conversation, ({ context }) => context.conversation?.userID ?? ""),
  );
  const isOutOfReach = useSelector(conversation, (snapshot) => snapshot.hasTag("unavailable"));
  const canWrite = !isSystem && !isBlocked && !hasBlocked && !isOutOfReach;

  const attaching = useSelector(conversation, ({ children }) => children.attachments);
  const isSelecting = useSelector(selection, selectIsOn);
  const forwarding = useSelector(selection, ({ children }) => children.forwarding);
  const isSearching = useSelector(chatSearch, (snapshot) => snapshot.hasTag("open"));
  const found = useSelector(chatSearch, (snapshot) =>
    snapshot.hasTag("found") ? wordsIn(snapshot.context.keyword) : "",
  );
  const searchField = useRef<HTMLInputElement>(null);
  useFindKey(chatSearch, searchField);
  const naming = useNaming(useSelector(conversation, ({ context }) => context.conversation));
  const toComposer = useSend(composer);
  const write = useCallback(() => field.current?.focus(), []);
  // Only with a mouse: on a phone the keyboard would cover half of the chat (10-03). A search has its own field.
  const takesFocus = useCallback(
    () => hasMouse() && mayTakeFocus() && !chatSearch.getSnapshot().hasTag("open"),
    [chatSearch],
  );
  const reply = useCallback(
    (message: Message) => {
      if (!canWrite || !canAnswer(message)) return;
      toComposer({ type: "user.reply", message });
      write();
    },
    [canWrite, toComposer, write],
  );

  const [menuPoint, setMenuPoint] = useState<Point | null>(null);
  useEffect(preloadSheet, []);

  // A wide window is used with a keyboard (11-21).
  const navigation = useNavigation();
  useEffect(() => {
    const snapshot = navigation?.getSnapshot();
    if (snapshot && selectPanes(snapshot).chat === "right" && takesFocus()) write();
  }, [navigation, takesFocus, write]);

  const drop = useCallback(
    (files: readonly File[]) => attaching?.send({ type: "user.attach", files, asFile: false }),
    [attaching],
  );

  return (
    <Screen
      sunken
      scroll={false}
      bar={
        isSelecting ? (
          <SelectionHeader selection={selection} />
        ) : isSearching ? (
          <SearchHeader chatSearch={chatSearch} field={searchField} />
        ) : (
          <ChatHeader conversation={conversation} />
        )
      }
      footer={
        isSelecting ? (
          <SelectionFooter selection={selection} />
        ) : (
          <Footer conversation={conversation} field={field} takesFocus={takesFocus} {...footer} />
        )
      }
    >
      <MarkedContext value={found}>
        <MessageLog
          conversation={conversation}
          history={history}
          jumpHistory={jumpHistory}
          reading={reading}
          canWrite={canWrite}
          isSearching={isSearching}
          messageActions={messageActions}
          selection={selection}
          onMenu={setMenuPoint}
          onReply={reply}
          onWrite={write}
        />
      </MarkedContext>
      {isSearching && !isSelecting && <SearchNote chatSearch={chatSearch} />}
      <DropTarget onDrop={canWrite ? drop : undefined} />
      {attaching && <AttachSheet attaching={attaching} />}
      <ForwardSheet forwarding={forwarding} naming={naming} />
      <MessageMenu
        actions={messageActions}
        composer={composer}
        selection={selection}
        at={menuPoint}
        canReply={canWrite}
        onReply={write}
      />
    </Screen>
  );
}
