import { useSelector } from "@xstate/react";
import { useSearch } from "wouter";
import type { Conversation } from "../../machines/vocabulary/conversations.ts";
import type { Message } from "../../machines/vocabulary/messages.ts";
import { conversationIn, type Place } from "../../machines/vocabulary/places.ts";
import { BackButton, NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { ChatSkeleton } from "../components/Skeleton.tsx";
import { StatusPill } from "../components/StatusPill.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useConversations, useLastSeen, useNavigation, useSend } from "./actors.tsx";
import { useRememberedChat } from "./lazyScreens.ts";
import { useLinkStatus } from "./linkStatus.ts";

export interface ChatWaitingProps {
  /** What was seen of it last, oldest first; none where that is not to be shown. */
  messages: readonly Message[];
}

/** In place of a chat that is not open yet, under its name where a list has it, and as it was seen last; an address that names no conversation leads nowhere. */
export function ChatWaiting({ messages }: ChatWaitingProps) {
  const send = useSend(useNavigation());
  const place: Place = { path: "/chat", search: useSearch() };
  const asked = conversationIn(place);
  const listed = useSelector(useConversations(), (list) => rowIn(list?.context.rows, asked));
  const seen = useSelector(useLastSeen(), (last) => rowIn(last?.context.rows, asked));
  const row = listed ?? seen;
  const RememberedChat = useRememberedChat();
  const status = useLinkStatus();
  const isRemembered = RememberedChat !== null && messages.length > 0;
  if (asked === null) return <NotFoundScreen />;
  return (
    <Screen
      sunken
      scroll={!isRemembered}
      bar={
        <NavBar
          title={row?.showName ?? ""}
          // What is seen looks like the chat itself: here is said why nothing answers yet.
          detail={isRemembered && status && <StatusPill {...status} />}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      {isRemembered ? <RememberedChat conversation={row ?? null} messages={messages} /> : <ChatSkeleton />}
    </Screen>
  );
}

function rowIn(rows: readonly Conversation[] | undefined, asked: string | null): Conversation | undefined {
  return rows?.find(({ conversationID }) => conversationID === asked);
}
