import { useSelector } from "@xstate/react";
import { Activity, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { selectTab } from "../../machines/app/navigation.ts";
import { TABS, type Tab } from "../../machines/domain/route.ts";
import { pendingCount } from "../../machines/people/contact-requests.ts";
import type { PlatformPort } from "../../machines/ports/platform.ts";
import { CircleUserRound, LayoutGrid, MessageCircle, Users } from "../components/icons.ts";
import { preloadSheet } from "../components/Sheet.tsx";
import { TabBar } from "../components/TabBar.tsx";
import { useText } from "../i18n/TextProvider.tsx";
import { ContactScreen } from "../screens/contact/ContactScreen.tsx";
import { ConversationScreen } from "../screens/conversation/ConversationScreen.tsx";
import { ProfileScreen } from "../screens/profile/ProfileScreen.tsx";
import { WorkbenchScreen } from "../screens/workbench/WorkbenchScreen.tsx";
import {
  useAppUpdate,
  useCallManager,
  useContactRequests,
  useConversations,
  useNavigation,
  useSync,
} from "./actors.tsx";
import { preloadCallOverlay } from "./CallLayer.tsx";
import { preloadGallery } from "./GalleryLayer.tsx";
import { SCREEN_PRELOADS, useUpdateRow } from "./lazyScreens.ts";
import { useMover } from "./mover.ts";
import { useOutside } from "./outside.tsx";
import { AboveContext } from "./router.tsx";
import { type ScrollingScreenProps, scrollToTop, useKeptScroll } from "./scrolling.ts";
import styles from "./TabLayout.module.css";
import { Region } from "./View.tsx";

const SCREENS = {
  conversation: ConversationScreen,
  contact: ContactScreen,
  workbench: WorkbenchScreen,
  profile: ProfileScreen,
} as const satisfies Record<Tab, unknown>;

/** Milliseconds between two taps on a tab that are a double tap. */
const DOUBLE_TAP = 350;

/** The four tabs, each kept alive when hidden (2-02, 2-25), and the tab bar. */
export default function TabLayout() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const unread = useSelector(useConversations(), (list) => list?.context.unreadTotal ?? 0);
  const pending = useSelector(useContactRequests(), (applications) =>
    applications
      ? pendingCount(applications.context, "friend") + pendingCount(applications.context, "group")
      : 0,
  );
  const current = useSelector(
    useNavigation(),
    (navigation): Tab => (navigation ? selectTab(navigation) : "conversation"),
  );
  const scrollers = {
    conversation: useRef<HTMLElement>(null),
    contact: useRef<HTMLElement>(null),
    workbench: useRef<HTMLElement>(null),
    profile: useRef<HTMLElement>(null),
  };
  const onDoubleTap = useRef<((from: number) => void) | null>(null);
  const tap = useRef({ at: Number.NEGATIVE_INFINITY, from: 0 });
  const tapAgain = (scroller: HTMLElement | null) => {
    const { at, from } = tap.current;
    const now = performance.now();
    const isDouble = current === "conversation" && onDoubleTap.current && now - at < DOUBLE_TAP;
    tap.current = { at: isDouble ? Number.NEGATIVE_INFINITY : now, from: scroller?.scrollTop ?? 0 };
    if (isDouble) onDoubleTap.current?.(from);
    else scrollToTop(scroller);
  };

  // Preload only after the list is loaded, so that it does not compete with the list.
  const isLoaded = useSelector(useConversations(), (list) => list?.hasTag("loading") === false);
  const hasRows = useSelector(useConversations(), (list) => (list?.context.rows.length ?? 0) > 0);
  // A new device has no rows before its first sync. Preloading would take bandwidth from that sync.
  const isHeard = useSelector(useSync(), (sync) => sync?.hasTag("heard") ?? false);
  const isServed = isLoaded && (hasRows || isHeard);
  const { whenIdle } = useOutside();
  useEffect(() => (isServed ? preload(whenIdle) : undefined), [isServed, whenIdle]);

  const isUpdateOffered = useSelector(useAppUpdate(), (update) => update?.hasTag("offered") ?? false);
  const isCalling = useSelector(useCallManager(), (calls) => calls?.hasTag("engaged") ?? false);

  return (
    <>
      <div className={styles.tabs}>
        <AboveContext value="tabs">
          {TABS.map((tab) => (
            <Activity key={tab} mode={tab === current ? "visible" : "hidden"}>
              <TabPanel tab={tab} scroller={scrollers[tab]} onDoubleTap={onDoubleTap} />
            </Activity>
          ))}
        </AboveContext>
      </div>
      {isUpdateOffered && !isCalling && <Update />}
      <TabBar
        current={current}
        onSelect={(tab) => {
          if (tab === current) tapAgain(scrollers[tab].current);
          else navigate(`/${tab}`);
        }}
        items={[
          {
            key: "conversation",
            label: t("tabs.messages"),
            icon: MessageCircle,
            href: "/conversation",
            count: unread,
          },
          {
            key: "contact",
            label: t("tabs.contacts"),
            icon: Users,
            href: "/contact",
            count: pending,
            counts: "pending",
          },
          { key: "workbench", label: t("tabs.workbench"), icon: LayoutGrid, href: "/workbench" },
          { key: "profile", label: t("tabs.me"), icon: CircleUserRound, href: "/profile" },
        ]}
      />
    </>
  );
}

function Update() {
  const Fetched = useUpdateRow();
  return Fetched && <Fetched />;
}

const PRELOADS = [preloadSheet, ...SCREEN_PRELOADS, preloadCallOverlay, preloadGallery];

/** Preloads one part at a time, so that a touch in between is answered at once. Returns how to stop. */
function preload(whenIdle: PlatformPort["whenIdle"]): () => void {
  let stop = () => {};
  const next = ([first, ...others]: readonly (() => void)[]) => {
    if (!first) return;
    stop = whenIdle(() => {
      first();
      next(others);
    });
  };
  next(PRELOADS);
  return () => stop();
}

function TabPanel({ tab, ...scrolling }: { tab: Tab } & ScrollingScreenProps) {
  const frame = useRef<HTMLDivElement>(null);
  useKeptScroll(frame);
  useMover(frame, "tab");
  const TabScreen = SCREENS[tab];
  return (
    <div ref={frame} className={styles.tab}>
      <Region>
        <TabScreen {...scrolling} />
      </Region>
    </div>
  );
}
