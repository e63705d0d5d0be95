import { useSelector } from "@xstate/react";
import { useLocation } from "wouter";
import type { Conversation } from "../../../machines/domain/conversation.ts";
import { SEARCH_PATH } from "../../../machines/people/search-results.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { MessageCircle } from "../../components/icons.ts";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SearchLink } from "../../components/SearchLink.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { StatusPill, type StatusPillProps } from "../../components/StatusPill.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  useCachedChats,
  useContacts,
  useConversations,
  useNotificationOffer,
  useSend,
  useSync,
} from "../../shell/actors.tsx";
import { useNotificationOfferView } from "../../shell/lazyScreens.ts";
import { useLinkStatus, useUnheard } from "../../shell/linkStatus.ts";
import type { ScrollingScreenProps } from "../../shell/scrolling.ts";
import { ADD_ACTIONS } from "../addActions.ts";
import { AddMenu } from "./AddMenu.tsx";
import { ConversationList } from "./ConversationList.tsx";

const NO_ROWS: readonly Conversation[] = [];

/** Latest chat first (2-15), below the connection state (4-28). */
export function ConversationScreen({ scroller, onDoubleTap }: ScrollingScreenProps) {
  const { t } = useText();
  const outdated = useOutdated();
  const status = useLinkStatus() ?? outdated;
  const isOffered = useSelector(useNotificationOffer(), (offer) => offer?.hasTag("offered") ?? false);
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("conversations.title")}
          detail={status && <StatusPill {...status} />}
          end={<AddMenu />}
        />
      }
    >
      <SearchLink href={SEARCH_PATH} />
      {isOffered && <Offer />}
      <Content scroller={scroller} onDoubleTap={onDoubleTap} />
    </Screen>
  );
}

/** Says that the rows could not be loaded again, with a retry; null if they are up to date, or there are none. */
function useOutdated(): StatusPillProps | null {
  const conversations = useConversations();
  const send = useSend(conversations);
  const isOutdated = useSelector(
    conversations,
    (list) => (list?.hasTag("failed") ?? false) && list?.context.rows.length !== 0,
  );
  if (!isOutdated) return null;
  return { state: "outdated", onRetry: () => send({ type: "user.retryConversations" }) };
}

function Offer() {
  const Fetched = useNotificationOfferView();
  return Fetched && <Fetched />;
}

function Content(scrolling: ScrollingScreenProps) {
  const { t } = useText();
  const conversations = useConversations();
  const send = useSend(conversations);
  const unheard = useUnheard();
  const rows = useSelector(conversations, (list) => list?.context.rows ?? NO_ROWS);
  const seen = useSelector(useCachedChats(), (last) => last?.context.rows ?? NO_ROWS);
  const isFirst = useSelector(conversations, (list) => list?.hasTag("first") ?? true);
  const isFilled = useSelector(useSync(), (sync) => sync?.context.reinstall ?? false);
  const hasFailed = useSelector(conversations, (list) => list?.hasTag("failed") ?? false);
  const isLoading = useSelector(conversations, (list) => list?.hasTag("loading") ?? true);

  // Cached rows are shown until the first whole page is loaded, so that the list does not shrink meanwhile. If the SDK
  // fills an empty database, that is the first page after the sync, also when the database cannot be read before.
  const isUnfilled = isFilled && unheard !== null;
  const isFilling = isFilled ? isLoading : unheard !== null && rows.length === 0;
  const standsIn = seen.length > 0 && (isUnfilled || (!hasFailed && (isFirst || isFilling)));
  if (standsIn) return <ConversationList conversations={undefined} rows={seen} {...scrolling} />;
  if (rows.length > 0) return <ConversationList conversations={conversations} rows={rows} {...scrolling} />;
  // Without a sync there are no conversations to read.
  if (unheard?.state === "failed")
    return <ErrorState text={t("conversations.notFetched")} onRetry={unheard.onRetry} />;
  if (hasFailed) {
    return (
      <ErrorState
        text={t("conversations.loadFailed")}
        onRetry={() => send({ type: "user.retryConversations" })}
      />
    );
  }
  if (isLoading || unheard) return <RowsSkeleton />;
  return <NoChats />;
}

/** A link to the friends, or to the user search: a new user has no friends. */
function NoChats() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const hasFriends = useSelector(useContacts(), (contacts) => (contacts?.context.friends.length ?? 0) > 0);
  return (
    <EmptyState
      icon={MessageCircle}
      text={t("conversations.empty")}
      hint={t(hasFriends ? "conversations.emptyHint" : "contacts.emptyHint")}
      action={{
        label: t(hasFriends ? "conversations.startChat" : "add.friend"),
        onClick: () => navigate(hasFriends ? "/contact" : ADD_ACTIONS.friend.path),
      }}
    />
  );
}
