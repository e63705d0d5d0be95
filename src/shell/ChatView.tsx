import { useSelector } from "@xstate/react";
import { useState } from "react";
import { conversationIn, type Place } from "../../machines/domain/route.ts";
import { useConversation, useConversations, useLastSeen, useMessenger, useNavigation } from "./actors.tsx";
import { ChatWaiting } from "./ChatWaiting.tsx";
import { Fetched } from "./Fetched.tsx";
import { PAGES } from "./lazyScreens.ts";
import { useUnheard } from "./linkStatus.ts";
import { NOTHING, type Remembered, RememberedContext, rememberedAt, rowAt, unreadIn } from "./remembered.ts";
import { View } from "./View.tsx";

/** The chat that was opened last, behind other screens, too; where another one is asked for, it is not the answer. */
export default function ChatView({ isInFront }: { isInFront: boolean }) {
  const conversation = useConversation();
  const asked = useSelector(useNavigation(), (navigation) =>
    navigation ? conversationIn(navigation.context.place) : null,
  );
  const isTold = useSelector(useLastSeen(), (last) =>
    last?.context.rows.some(({ conversationID }) => conversationID === asked),
  );
  const isOutOfReach = useSelector(conversation, (snapshot) => snapshot?.hasTag("unavailable") ?? false);
  // Its row was told of, so that it comes: a new device's database is still being filled.
  const isComing = useUnheard()?.state === "unheard" && isTold && isOutOfReach;
  const isAsked = conversation?.getSnapshot().context.conversationID === asked && !isComing;
  const remembered = useRemembered(isInFront);
  return (
    <>
      {conversation && (
        <View key={conversation.sessionId} visible={isInFront && isAsked}>
          <RememberedContext value={remembered}>
            <Fetched screen={PAGES.chat} waiting={<ChatWaiting remembered={remembered} />}>
              <PAGES.chat.Screen />
            </Fetched>
          </RememberedContext>
        </View>
      )}
      {isInFront && !isAsked && (
        <View visible>
          <ChatWaiting remembered={remembered} />
        </View>
      )}
    </>
  );
}

/**
 * What is shown of a chat until its first page is there, as it was when one came: what was seen last, before there is a
 * messenger, and then where nothing came since. It is gone as soon as one is elsewhere.
 */
function useRemembered(isInFront: boolean): Remembered {
  const place = useSelector(useNavigation(), (navigation) =>
    isInFront ? navigation?.context.place : undefined,
  );
  const last = useLastSeen();
  const seen = useSelector(last, (last) => rememberedAt(place, last?.context.pages));
  const seenRow = useSelector(last, (last) => rowAt(place, last?.context.rows));
  const row = useSelector(useConversations(), (list) => rowAt(place, list?.context.rows));
  const isWaiting = useMessenger() === undefined;
  const isNewest = seen.at(-1)?.clientMsgID === row?.latestMsg?.clientMsgID;
  const messages = isWaiting || isNewest ? seen : NOTHING.messages;
  const [shown, setShown] = useState<{ place: Place | undefined; remembered: Remembered }>({
    place: undefined,
    remembered: NOTHING,
  });
  if (shown.place !== place || (isWaiting && shown.remembered.messages !== messages))
    setShown({ place, remembered: { messages, unread: unreadIn(row ?? seenRow) } });
  return shown.remembered;
}
