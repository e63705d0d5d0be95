import { useSelector } from "@xstate/react";
import { useSearch } from "wouter";
import type { Conversation } from "../../machines/vocabulary/conversations.ts";
import { conversationIn } from "../../machines/vocabulary/places.ts";
import { BackButton, NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { ChatSkeleton } from "../components/Skeleton.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useConversations, useLastSeen, useNavigation, useSend } from "./actors.tsx";

/** In place of a chat that is not open yet, under its name where a list has it; an address that names no conversation leads nowhere. */
export function ChatWaiting() {
  const send = useSend(useNavigation());
  const asked = conversationIn({ path: "/chat", search: useSearch() });
  const listed = useSelector(useConversations(), (list) => nameIn(list?.context.rows, asked));
  const seen = useSelector(useLastSeen(), (last) => nameIn(last?.context.rows, asked));
  if (asked === null) return <NotFoundScreen />;
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={listed ?? seen ?? ""}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      <ChatSkeleton />
    </Screen>
  );
}

function nameIn(rows: readonly Conversation[] | undefined, asked: string | null): string | undefined {
  return rows?.find(({ conversationID }) => conversationID === asked)?.showName;
}
