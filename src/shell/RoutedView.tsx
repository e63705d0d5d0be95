import { shallowEqual, useSelector } from "@xstate/react";
import { Suspense } from "react";
import type { NavigationContext } from "../../machines/app/navigation.ts";
import {
  isTab,
  type Place,
  REGISTRATION,
  type RegistrationRoute,
  type RouteName,
  routeAt,
} from "../../machines/domain/route.ts";
import { NavBar } from "../components/NavBar.tsx";
import { Screen } from "../components/Screen.tsx";
import { RowsSkeleton } from "../components/Skeleton.tsx";
import { LoginScreen } from "../screens/login/LoginScreen.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { useNavigation, useSession } from "./actors.tsx";
import { Fetched } from "./Fetched.tsx";
import { TABS, useChatView } from "./lazyLayers.ts";
import { isPage, PAGES, RegistrationSteps } from "./lazyScreens.ts";
import { HereProvider } from "./router.tsx";
import { View } from "./View.tsx";

/**
 * The screen of `route`; null renders none. Lifetimes: the tabs until sign-out (2-02), a chat while its
 * conversation is open (2-03, 2-06), other pages while the user can go back to them (2-04, 2-05), the sign-in
 * form until sign-in.
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
      {userID !== "" && <SignedIn userID={userID} route={route} />}
      {route === "notFound" && (
        <View visible>
          <NotFoundScreen />
        </View>
      )}
    </>
  );
}

/**
 * Screens of a signed-in user. Until ChatView is loaded, a chat route shows the tabs, with their loading and
 * error states.
 */
function SignedIn({ userID, route }: { userID: string; route: RouteName | null }) {
  const ChatView = useChatView();
  return (
    <>
      <View key={`tabs ${userID}`} visible={isTab(route) || (route === "chat" && !ChatView)}>
        <Fetched screen={TABS} waiting={<TabsWaiting />}>
          <TABS.Screen />
        </Fetched>
      </View>
      {ChatView && <ChatView isInFront={route === "chat"} />}
      <Pages />
    </>
  );
}

function TabsWaiting() {
  return (
    <Screen bar={<NavBar title="" />}>
      <RowsSkeleton />
    </Screen>
  );
}

/**
 * Whether the route is a step of registration or password reset. The sign-in form stays rendered behind these
 * steps.
 */
function isStep(route: RouteName | null): route is RegistrationRoute {
  return REGISTRATION.some((step) => step === route);
}

/** Number of pages that stay rendered, including the one in front. */
const KEPT = 6;
const NOWHERE: readonly Place[] = [];

/** The pages the user can go back to, last one in front. Each keeps its scroll position and input. */
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
    const position = depth - kept.length + index;
    const { Screen: PageScreen } = PAGES[page];
    return (
      <View key={`${position} ${place.path}?${place.search}`} visible={index === kept.length - 1}>
        <HereProvider place={place}>
          <Fetched screen={PAGES[page]} waiting={null}>
            <PageScreen />
          </Fetched>
        </HereProvider>
      </View>
    );
  });
}

function lastOf({ trail }: NavigationContext): readonly Place[] {
  return trail.slice(-KEPT);
}
