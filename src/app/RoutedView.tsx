import { shallowEqual, useSelector } from "@xstate/react";
import { Suspense, useState } from "react";
import type { NavigationContext } from "../../machines/navigation.ts";
import type { Message } from "../../machines/vocabulary/messages.ts";
import {
  conversationIn,
  isTab,
  type Place,
  REGISTRATION,
  type RegistrationRoute,
  type RouteName,
  routeAt,
} from "../../machines/vocabulary/places.ts";
import { NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { RowsSkeleton } from "../components/Skeleton.tsx";
import { LoginScreen } from "../screens/login/LoginScreen.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useConversation, useLastSeen, useMessenger, useNavigation, useSession } from "./actors.tsx";
import { ChatWaiting } from "./ChatWaiting.tsx";
import { isPage, PAGES, RegistrationSteps, TabLayout, useTabsEnded } from "./lazyScreens.ts";
import { RememberedContext, rememberedAt } from "./remembered.ts";
import { HereProvider } from "./router.tsx";
import { View } from "./View.tsx";

const ChatScreen = PAGES.chat.Screen;

/**
 * The screen of `route`; null draws none. The tabs live as long as the person is signed in (2-02), a chat as long as
 * its conversation is open (2-03, 2-06), other pages as long as one can go back to them (2-04, 2-05), and the sign-in
 * form until somebody is in.
 */
export function RoutedView({ route }: { route: RouteName | null }) {
  const userID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  return (
    <>
      {(route === "login" || isStep(route)) && (
        <View visible={route === "login"}>
          <LoginScreen />
        </View>
      )}
      {isStep(route) && (
        <Suspense fallback={null}>
          <RegistrationSteps route={route} />
        </Suspense>
      )}
      {userID !== "" && (
        <View key={`tabs ${userID}`} visible={isTab(route)}>
          <Tabs />
        </View>
      )}
      {userID !== "" && <ChatView isInFront={route === "chat"} />}
      {userID !== "" && <Pages />}
      {route === "notFound" && (
        <View visible>
          <NotFoundScreen />
        </View>
      )}
    </>
  );
}

/** The chat that was opened last, behind other screens, too; where another one is asked for, it is not the answer. */
function ChatView({ isInFront }: { isInFront: boolean }) {
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
            <Suspense fallback={<ChatWaiting />}>
              <ChatScreen />
            </Suspense>
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

function Tabs() {
  const hasEnded = useTabsEnded();
  if (!hasEnded) return <TabsWaiting />;
  return (
    <Suspense fallback={<TabsWaiting />}>
      <TabLayout />
    </Suspense>
  );
}

/** In place of the tabs until they are fetched. */
function TabsWaiting() {
  return (
    <Screen bar={<NavBar title="" />}>
      <RowsSkeleton />
    </Screen>
  );
}

/** One of the steps to a new account or password, all behind the sign-in form. */
function isStep(route: RouteName | null): route is RegistrationRoute {
  return REGISTRATION.some((step) => step === route);
}

/** How many places behind the one in front keep what is drawn for them. */
const KEPT = 6;
const NOWHERE: readonly Place[] = [];

/** The pages one can go back to, each with its scroll and what was typed there, the last one in front. */
function Pages() {
  const kept = useSelector(
    useNavigation(),
    (navigation) => (navigation ? lastOf(navigation.context) : NOWHERE),
    shallowEqual,
  );
  const depth = useSelector(useNavigation(), (navigation) => navigation?.context.trail.length ?? 0);
  return kept.map((place, index) => {
    const page = routeAt(place.path);
    if (!isPage(page) || page === "chat") return null;
    const { Screen: PageScreen } = PAGES[page];
    const position = depth - kept.length + index;
    return (
      <View key={`${position} ${place.path}?${place.search}`} visible={index === kept.length - 1}>
        <HereProvider place={place}>
          <Suspense fallback={null}>
            <PageScreen />
          </Suspense>
        </HereProvider>
      </View>
    );
  });
}

function lastOf({ trail }: NavigationContext): readonly Place[] {
  return trail.slice(-KEPT);
}
