import { useSearch } from "wouter";
import { conversationIn } from "../../machines/vocabulary/places.ts";
import { BackButton, NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { ChatSkeleton } from "../components/Skeleton.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useNavigation, useSend } from "./actors.tsx";

/** In place of a chat that is not open yet; an address that names no conversation leads nowhere. */
export function ChatWaiting() {
  const send = useSend(useNavigation());
  const asked = conversationIn({ path: "/chat", search: useSearch() });
  if (asked === null) return <NotFoundScreen />;
  return (
    <Screen
      sunken
      bar={<NavBar title="" start={<BackButton onClick={() => send({ type: "user.back" })} />} />}
    >
      <ChatSkeleton />
    </Screen>
  );
}
