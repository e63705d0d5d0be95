import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { Conversation } from "../../machines/vocabulary/conversations.ts";
import type { Message } from "../../machines/vocabulary/messages.ts";
import { conversationIn, type Place } from "../../machines/vocabulary/places.ts";
import { useConversation, useConversations, useLastSeen, useMessenger, useNavigation } from "./actors.tsx";
import { ChatWaiting } from "./ChatWaiting.tsx";
import { Fetched } from "./Fetched.tsx";
import { PAGES } from "./lazyScreens.ts";
import { RememberedContext, rememberedAt } from "./remembered.ts";
import { View } from "./View.tsx";

/** The chat that was opened last, behind other screens, too; where another one is asked for, it is not the answer. */
export default function ChatView({ isInFront }: { isInFront: boolean }) {
  const conversation = useConversation();
  const asked = useSelector(useNavigation(), (navigation) =>
    navigation ? conversationIn(navigation.context.place) : null,
  );
  const isAsked = conversation?.getSnapshot().context.conversationID === asked;
  const remembered = useRemembered(isInFront);
  return (
    <>
      {conversation && (
        <View key={conversation.sessionId} visible={isInFront && isAsked}>
          <RememberedContext value={remembered}>
            <Fetched screen={PAGES.chat} waiting={<ChatWaiting messages={remembered} />}>
              <PAGES.chat.Screen />
            </Fetched>
          </RememberedContext>
        </View>
      )}
      {isInFront && !isAsked && (
        <View visible>
          <ChatWaiting messages={remembered} />
        </View>
      )}
    </>
  );
}

/**
 * What is shown of a chat until its first page is there, as it was when one came: what was seen last, before there is a
 * messenger, and then where nothing came since. It is gone as soon as one is elsewhere.
 */
function useRemembered(isInFront: boolean) {
  const place = useSelector(useNavigation(), (navigation) =>
    isInFront ? navigation?.context.place : undefined,
  );
  const seen = useSelector(useLastSeen(), (last) => rememberedAt(place, last?.context.pages));
  const newestID = useSelector(useConversations(), (list) => newestIn(list?.context.rows, place));
  const isWaiting = useMessenger() === undefined;
  const messages = isWaiting || seen.at(-1)?.clientMsgID === newestID ? seen : NOTHING;
  const [shown, setShown] = useState<{ place: Place | undefined; messages: readonly Message[] }>({
    place: undefined,
    messages: NOTHING,
  });
  if (shown.place !== place || (isWaiting && shown.messages !== messages)) setShown({ place, messages });
  return shown.messages;
}

const NOTHING: readonly Message[] = [];

/** clientMsgID of the latest message of the chat one is at, as the list tells it. */
function newestIn(rows: readonly Conversation[] | undefined, place: Place | undefined): string | undefined {
  const asked = place && conversationIn(place);
  return rows?.find(({ conversationID }) => conversationID === asked)?.latestMsg?.clientMsgID;
}
