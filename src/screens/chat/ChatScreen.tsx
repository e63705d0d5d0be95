import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { selectBlockReason } from "../../../machines/composer.ts";
import type { Message } from "../../../machines/events.ts";
import {
  type ComposerActor,
  type ConversationActor,
  type HistoryActor,
  type ReadingActor,
  useConversation,
} from "../../app/actors.tsx";
import { Screen } from "../../components/Screen.tsx";
import { preloadSheet } from "../../components/Sheet.tsx";
import { ChatHeader } from "./ChatHeader.tsx";
import { Footer } from "./Footer.tsx";
import { MessageLog } from "./MessageLog.tsx";
import { MessageMenu, type MessageMenuState } from "./MessageMenu.tsx";

/** The open conversation: header, messages, composer (2-26). Nothing while none is open. */
export default function ChatScreen() {
  const conversation = useConversation();
  const children = useSelector(conversation, (snapshot) => snapshot?.children);
  if (!conversation || !children?.history || !children.reading || !children.composer) return null;
  return (
    <Chat
      key={conversation.sessionId}
      conversation={conversation}
      history={children.history}
      reading={children.reading}
      composer={children.composer}
    />
  );
}

interface ChatProps {
  conversation: ConversationActor;
  history: HistoryActor;
  reading: ReadingActor;
  composer: ComposerActor;
}

function Chat({ conversation, history, reading, composer }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [menu, setMenu] = useState<MessageMenuState | null>(null);
  const isSystem = useSelector(conversation, ({ context }) => context.conversation?.kind === "system");
  const isBlocked = useSelector(composer, (snapshot) => selectBlockReason(snapshot) !== null);
  const canWrite = !isSystem && !isBlocked;

  useEffect(preloadSheet, []);

  const openMenu = useCallback(
    (message: Message) => {
      const openedAt = conversation.getSnapshot().context.clock.now();
      setMenu({ message, openedAt, isDeleting: false, isOpen: true });
    },
    [conversation],
  );

  return (
    <Screen
      sunken
      scroll={false}
      bar={<ChatHeader conversation={conversation} />}
      footer={<Footer conversation={conversation} composer={composer} field={field} />}
    >
      <MessageLog
        conversation={conversation}
        history={history}
        reading={reading}
        canWrite={canWrite}
        onOpenMenu={openMenu}
      />
      <MessageMenu
        state={menu}
        onChange={setMenu}
        conversation={conversation}
        composer={composer}
        canReply={canWrite}
        onReply={() => field.current?.focus()}
      />
    </Screen>
  );
}
