import { shallowEqual, useSelector } from "@xstate/react";
import { Suspense } from "react";
import { type NavigationContext, selectPanes } from "../../machines/app/navigation.ts";
import type { Pane, Panes } from "../../machines/app/panes.ts";
import {
  isTab,
  type Place,
  REGISTRATION,
  type RegistrationRoute,
  type RouteName,
  routeAt,
} from "../../machines/domain/route.ts";
import { cx } from "../components/cx.ts";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { BackButton, NavBar } from "../components/NavBar.tsx";
import { PointerMenuContext } from "../components/pointerMenuContext.ts";
import { Screen } from "../components/Screen.tsx";
import { RowsSkeleton } from "../components/Skeleton.tsx";
import { useText } from "../i18n/TextProvider.tsx";
import { LoginScreen } from "../screens/login/LoginScreen.tsx";
import { NotFoundScreen } from "../screens/notFound/NotFoundScreen.tsx";
import { type NavigationActor, useNavigation, useSend, useSession } from "./actors.tsx";
import { Fetched } from "./Fetched.tsx";
import { TABS, useChatView } from "./lazyLayers.ts";
import { BesideTabs, isPage, PAGES, RegistrationSteps } from "./lazyScreens.ts";
import styles from "./RoutedView.module.css";
import { HereProvider } from "./router.tsx";
import { Region, View } from "./View.tsx";

/**
 * The screen of `route`; null renders none. Lifetimes: the tabs until sign-out (2-02), a chat while its
 * conversation is open (2-03, 2-06), other pages while the user can go back to them (2-04, 2-05), the sign-in
 * form until sign-in.
 */
export function RoutedView({ route }: { route: RouteName | null }) {
  const userID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const navigation = useNavigation();
  return (
    <>
      {(route === "login" || isStep(route)) && (
        <View visible={route === "login"}>
          <LoginScreen />
        </View>
      )}
      {isStep(route) && (
        <Region hasViews back={<Back />}>
          <Suspense fallback={null}>
            <RegistrationSteps route={route} />
          </Suspense>
        </Region>
      )}
      {navigation && userID !== "" && <SignedIn key={userID} navigation={navigation} route={route} />}
      {userID === "" && route === "notFound" && (
        <View visible>
          <NotFoundScreen />
        </View>
      )}
    </>
  );
}

interface SignedInProps {
  navigation: NavigationActor;
  route: RouteName | null;
}

const NO_PANES: Panes = { tabs: null, chat: null, page: null };

/**
 * Screens of a signed-in user, in the panes that navigation names. Until ChatView is loaded, a chat route shows the
 * tabs, with their loading and error states.
 */
function SignedIn({ navigation, route }: SignedInProps) {
  const { t } = useText();
  const ChatView = useChatView();
  const named = useSelector(navigation, selectPanes, shallowEqual);
  const { tabs, chat, page } = route === null ? NO_PANES : named;
  const isComing = chat !== null && !ChatView;
  const isSplit = tabs === "left";
  return (
    <PointerMenuContext value={isSplit}>
      <div className={cx(styles.panes, isSplit && styles.split)}>
        <View visible={tabs !== null || isComing} pane={tabs} isInFront={isTab(route)} label={t("tabs.main")}>
          <Fetched screen={TABS} waiting={<TabsWaiting />}>
            <TABS.Screen />
          </Fetched>
        </View>
        {ChatView && <ChatView pane={chat} isInFront={route === "chat"} />}
        <Pages pane={page} />
        {page !== null && route === "notFound" && (
          <View visible pane={page}>
            <NotFoundScreen />
          </View>
        )}
        {isSplit && (
          <ErrorBoundary resetKey={route ?? ""} fallback={false}>
            <Suspense fallback={null}>
              <BesideTabs isEmpty={!chat && !page} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </PointerMenuContext>
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
function Pages({ pane }: { pane: Pane | null }) {
  const { t } = useText();
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
      <View
        key={`${position} ${place.path}?${place.search}`}
        visible={pane !== null && index === kept.length - 1}
        pane={pane}
        label={t("common.details")}
        back={<Back />}
      >
        <HereProvider place={place}>
          <Fetched screen={PAGES[page]} waiting={null}>
            <PageScreen />
          </Fetched>
        </HereProvider>
      </View>
    );
  });
}

function Back() {
  const send = useSend(useNavigation());
  return <BackButton onClick={() => send({ type: "user.back" })} />;
}

function lastOf({ trail }: NavigationContext): readonly Place[] {
  return trail.slice(-KEPT);
}
