import { useSelector } from "@xstate/react";
import { useSearch } from "wouter";
import type { Conversation } from "../../machines/vocabulary/conversations.ts";
import { conversationIn, type Place } from "../../machines/vocabulary/places.ts";
import { BackButton, NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { ChatSkeleton } from "../components/Skeleton.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useConversations, useLastSeen, useNavigation, useSend } from "./actors.tsx";
import { Fetched } from "./Fetched.tsx";
import { REMEMBERED_CHAT } from "./lazyScreens.ts";
import { rememberedAt } from "./remembered.ts";

/** In place of a chat that is not open yet, under its name where a list has it, and as it was seen last; an address that names no conversation leads nowhere. */
export function ChatWaiting() {
  const send = useSend(useNavigation());
  const place: Place = { path: "/chat", search: useSearch() };
  const asked = conversationIn(place);
  const listed = useSelector(useConversations(), (list) => rowIn(list?.context.rows, asked));
  const seen = useSelector(useLastSeen(), (last) => rowIn(last?.context.rows, asked));
  const messages = useSelector(useLastSeen(), (last) => rememberedAt(place, last?.context.pages));
  const row = listed ?? seen;
  if (asked === null) return <NotFoundScreen />;
  return (
    <Screen
      sunken
      scroll={messages.length === 0}
      bar={
        <NavBar
          title={row?.showName ?? ""}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      {messages.length > 0 ? (
        <Fetched screen={REMEMBERED_CHAT} waiting={<ChatSkeleton />}>
          <REMEMBERED_CHAT.Screen conversation={row ?? null} messages={messages} />
        </Fetched>
      ) : (
        <ChatSkeleton />
      )}
    </Screen>
  );
}

function rowIn(rows: readonly Conversation[] | undefined, asked: string | null): Conversation | undefined {
  return rows?.find(({ conversationID }) => conversationID === asked);
}
