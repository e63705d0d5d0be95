import { useSelector } from "@xstate/react";
import { useState } from "react";
import { selectChat } from "../../machines/app/navigation.ts";
import type { Pane } from "../../machines/app/panes.ts";
import { conversationIn, type Place } from "../../machines/domain/route.ts";
import { useCachedChats, useConversation, useConversations, useNavigation, useSignedIn } from "./actors.tsx";
import { BackFromChat } from "./BackFromChat.tsx";
import { ChatWaiting } from "./ChatWaiting.tsx";
import {
  type CachedMessages,
  CachedMessagesContext,
  cachedMessagesAt,
  NOTHING,
  rowAt,
  unreadIn,
} from "./cachedMessages.ts";
import { Fetched } from "./Fetched.tsx";
import { PAGES } from "./lazyScreens.ts";
import { AboveContext } from "./router.tsx";
import { View } from "./View.tsx";

export interface ChatViewProps {
  /** Null hides the chat. */
  pane: Pane | null;
  isInFront: boolean;
}

/** The open conversation, kept behind other screens. If the URL names another chat, shows a placeholder. */
export default function ChatView({ pane, isInFront }: ChatViewProps) {
  const conversation = useConversation();
  const place = useSelector(useNavigation(), (navigation) => (navigation && selectChat(navigation)) ?? null);
  const asked = place && conversationIn(place);
  const isComing = useSelector(conversation, (snapshot) => snapshot?.hasTag("coming") ?? false);
  const isAsked = conversation?.getSnapshot().context.conversationID === asked && !isComing;
  const cached = useCachedMessages(place);
  return (
    <>
      {conversation && (
        <View
          key={conversation.sessionId}
          visible={pane !== null && isAsked}
          pane={pane}
          isInFront={isInFront && isAsked}
          back={<BackFromChat />}
        >
          <CachedMessagesContext value={cached}>
            <AboveContext value="chat">
              <Fetched screen={PAGES.chat} waiting={place && <ChatWaiting place={place} cached={cached} />}>
                <PAGES.chat.Screen />
              </Fetched>
            </AboveContext>
          </CachedMessagesContext>
        </View>
      )}
      {pane && place && !isAsked && (
        <View visible pane={pane} isInFront={isInFront}>
          <ChatWaiting place={place} cached={cached} />
        </View>
      )}
    </>
  );
}

/**
 * Returns the cached messages to show until the first page is loaded, as they were when the user opened the
 * chat. Before the signed-in charts have started: the cached messages. Later: the same, but only if no newer message
 * exists. Reset when the user leaves the chat.
 */
function useCachedMessages(inView: Place | null): CachedMessages {
  const place = inView ?? undefined;
  const last = useCachedChats();
  const seen = useSelector(last, (last) => cachedMessagesAt(place, last?.context.pages));
  const cachedRow = useSelector(last, (last) => rowAt(place, last?.context.rows));
  const row = useSelector(useConversations(), (list) => rowAt(place, list?.context.rows));
  const isWaiting = useSignedIn() === undefined;
  const isNewest = seen.at(-1)?.clientMsgID === row?.latestMsg?.clientMsgID;
  const messages = isWaiting || isNewest ? seen : NOTHING.messages;
  const [shown, setShown] = useState<{ place: Place | undefined; cached: CachedMessages }>({
    place: undefined,
    cached: NOTHING,
  });
  if (shown.place !== place || (isWaiting && shown.cached.messages !== messages))
    setShown({ place, cached: { messages, unread: unreadIn(row ?? cachedRow) } });
  return shown.cached;
}
