import { useSelector } from "@xstate/react";
import { useSearch } from "wouter";
import { conversationIn, type Place } from "../../machines/domain/route.ts";
import { BackButton, NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { ChatSkeleton } from "../components/Skeleton.tsx";
import { StatusPill } from "../components/StatusPill.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useCachedChats, useConversations, useNavigation, useSend } from "./actors.tsx";
import { useRememberedChat } from "./lazyScreens.ts";
import { useLinkStatus } from "./linkStatus.ts";
import { type Remembered, rowAt } from "./remembered.ts";

export interface ChatWaitingProps {
  remembered: Remembered;
}

/**
 * Placeholder for a chat that is not open yet: its name from a list, and its cached messages. Shows "not
 * found" if the URL names no conversation.
 */
export function ChatWaiting({ remembered }: ChatWaitingProps) {
  const send = useSend(useNavigation());
  const place: Place = { path: "/chat", search: useSearch() };
  const listed = useSelector(useConversations(), (list) => rowAt(place, list?.context.rows));
  const seen = useSelector(useCachedChats(), (last) => rowAt(place, last?.context.rows));
  const row = listed ?? seen;
  const RememberedChat = useRememberedChat();
  const status = useLinkStatus();
  const isRemembered = RememberedChat !== null && remembered.messages.length > 0;
  if (conversationIn(place) === null) return <NotFoundScreen />;
  return (
    <Screen
      sunken
      scroll={!isRemembered}
      bar={
        <NavBar
          title={row?.showName ?? ""}
          // The cached messages look like the chat, so the status explains why nothing reacts yet.
          detail={isRemembered && status && <StatusPill {...status} />}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      {isRemembered ? (
        <RememberedChat conversation={row ?? null} remembered={remembered} />
      ) : (
        <ChatSkeleton />
      )}
    </Screen>
  );
}
