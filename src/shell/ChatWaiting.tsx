import { useSelector } from "@xstate/react";
import { conversationIn, type Place } from "../../machines/domain/route.ts";
import { NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { ChatSkeleton } from "../components/Skeleton.tsx";
import { StatusPill } from "../components/StatusPill.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useCachedChats, useConversations } from "./actors.tsx";
import { BackFromChat } from "./BackFromChat.tsx";
import { type CachedMessages, rowAt } from "./cachedMessages.ts";
import { useCachedChatView } from "./lazyScreens.ts";
import { useLinkStatus } from "./linkStatus.ts";

export interface ChatWaitingProps {
  place: Place;
  cached: CachedMessages;
}

/**
 * Placeholder for a chat that is not open yet: its name from a list, and its cached messages. Shows "not
 * found" if the URL names no conversation.
 */
export function ChatWaiting({ place, cached }: ChatWaitingProps) {
  const listed = useSelector(useConversations(), (list) => rowAt(place, list?.context.rows));
  const seen = useSelector(useCachedChats(), (last) => rowAt(place, last?.context.rows));
  const row = listed ?? seen;
  const CachedChat = useCachedChatView();
  const status = useLinkStatus();
  const isCached = CachedChat !== null && cached.messages.length > 0;
  if (conversationIn(place) === null) return <NotFoundScreen />;
  return (
    <Screen
      sunken
      scroll={!isCached}
      bar={
        <NavBar
          title={row?.showName ?? ""}
          // The cached messages look like the chat, so the status explains why nothing reacts yet.
          detail={isCached && status && <StatusPill {...status} />}
          start={<BackFromChat />}
        />
      }
    >
      {isCached ? <CachedChat conversation={row ?? null} cached={cached} /> : <ChatSkeleton />}
    </Screen>
  );
}
