import { useSelector } from "@xstate/react";
import { useState } from "react";
import { conversationIn, type Place } from "../../machines/domain/route.ts";
import { useCachedChats, useConversation, useConversations, useNavigation, useSignedIn } from "./actors.tsx";
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
import { View } from "./View.tsx";

/** The open conversation, kept behind other screens. If the URL names another chat, shows a placeholder. */
export default function ChatView({ isInFront }: { isInFront: boolean }) {
  const conversation = useConversation();
  const asked = useSelector(useNavigation(), (navigation) =>
    navigation ? conversationIn(navigation.context.place) : null,
  );
  const isComing = useSelector(conversation, (snapshot) => snapshot?.hasTag("coming") ?? false);
  const isAsked = conversation?.getSnapshot().context.conversationID === asked && !isComing;
  const cached = useCachedMessages(isInFront);
  return (
    <>
      {conversation && (
        <View key={conversation.sessionId} visible={isInFront && isAsked}>
          <CachedMessagesContext value={cached}>
            <Fetched screen={PAGES.chat} waiting={<ChatWaiting cached={cached} />}>
              <PAGES.chat.Screen />
            </Fetched>
          </CachedMessagesContext>
        </View>
      )}
      {isInFront && !isAsked && (
        <View visible>
          <ChatWaiting cached={cached} />
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
function useCachedMessages(isInFront: boolean): CachedMessages {
  const place = useSelector(useNavigation(), (navigation) =>
    isInFront ? navigation?.context.place : undefined,
  );
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
