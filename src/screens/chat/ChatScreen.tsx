import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useRef } from "react";
import { selectBlockReason } from "../../../machines/composer.ts";
import {
  type ComposerActor,
  type ConversationActor,
  type EmojisActor,
  type HistoryActor,
  type MessageActionsActor,
  type ReadingActor,
  useConversation,
} from "../../app/actors.tsx";
import { Screen } from "../../components/Screen.tsx";
import { preloadSheet } from "../../components/Sheet.tsx";
import { AttachSheet } from "./attaching/AttachSheet.tsx";
import { DropTarget } from "./attaching/DropTarget.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { Footer } from "./Footer.tsx";
import { MessageLog } from "./MessageLog.tsx";
import { MessageMenu } from "./MessageMenu.tsx";

/** The open conversation: header, messages, composer (2-26). Nothing while none is open. */
export default function ChatScreen() {
  const conversation = useConversation();
  const children = useSelector(conversation, (snapshot) => snapshot?.children);
  if (!conversation || !children) return null;
  const { history, reading, composer, emojis, messageActions } = children;
  if (!history || !reading || !composer || !emojis || !messageActions) return null;
  return (
    <Chat
      key={conversation.sessionId}
      conversation={conversation}
      history={history}
      reading={reading}
      composer={composer}
      emojis={emojis}
      messageActions={messageActions}
    />
  );
}

interface ChatProps {
  conversation: ConversationActor;
  history: HistoryActor;
  reading: ReadingActor;
  composer: ComposerActor;
  emojis: EmojisActor;
  messageActions: MessageActionsActor;
}

function Chat({ conversation, history, reading, composer, emojis, messageActions }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isSystem = useSelector(conversation, ({ context }) => context.conversation?.kind === "system");
  const isBlocked = useSelector(composer, (snapshot) => selectBlockReason(snapshot) !== null);
  const isOutOfReach = useSelector(conversation, (snapshot) => snapshot.hasTag("unavailable"));
  const canWrite = !isSystem && !isBlocked && !isOutOfReach;

  const attaching = useSelector(conversation, ({ children }) => children.attaching);

  useEffect(preloadSheet, []);

  const drop = useCallback(
    (files: readonly File[]) => attaching?.send({ type: "user.attach", files, asFile: false }),
    [attaching],
  );

  return (
    <Screen
      sunken
      scroll={false}
      bar={<ChatHeader conversation={conversation} />}
      footer={<Footer conversation={conversation} composer={composer} emojis={emojis} field={field} />}
    >
      <MessageLog
        conversation={conversation}
        history={history}
        reading={reading}
        canWrite={canWrite}
        messageActions={messageActions}
      />
      <DropTarget onDrop={canWrite ? drop : undefined} />
      {attaching && <AttachSheet attaching={attaching} />}
      <MessageMenu
        actions={messageActions}
        composer={composer}
        canReply={canWrite}
        onReply={() => field.current?.focus()}
      />
    </Screen>
  );
}
