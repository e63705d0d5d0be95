import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { Message } from "../../machines/vocabulary/messages.ts";
import { conversationIn, type Place } from "../../machines/vocabulary/places.ts";
import { useConversation, useLastSeen, useMessenger, useNavigation } from "./actors.tsx";
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
            <Fetched screen={PAGES.chat} waiting={<ChatWaiting />}>
              <PAGES.chat.Screen />
            </Fetched>
          </RememberedContext>
        </View>
      )}
      {isInFront && !isAsked && (
        <View visible>
          <ChatWaiting />
        </View>
      )}
    </>
  );
}

/** What is shown of a chat that was waited for before there was a messenger, for as long as one stays there. */
function useRemembered(isInFront: boolean) {
  const place = useSelector(useNavigation(), (navigation) => navigation?.context.place);
  const messages = useSelector(useLastSeen(), (last) => rememberedAt(place, last?.context.pages));
  const isWaiting = useMessenger() === undefined;
  const [waitedAt, setWaitedAt] = useState<Place | undefined>(undefined);
  const here = isInFront && (isWaiting || waitedAt === place) ? place : undefined;
  if (waitedAt !== here) setWaitedAt(here);
  return here ? messages : NOTHING;
}

const NOTHING: readonly Message[] = [];
