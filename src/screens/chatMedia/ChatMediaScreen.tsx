import { useSelector } from "@xstate/react";
import { type RefObject, useRef } from "react";
import { useSearch } from "wouter";
import { SHARED_MEDIA_KINDS, type SharedMediaKind } from "../../../machines/media/shared-items.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { File, Globe, Image } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type SharedMediaActor, useNavigation, useSend } from "../../shell/actors.tsx";
import { useSharedMedia } from "../../shell/routeActors.ts";
import styles from "./ChatMediaScreen.module.css";
import { Files, Links } from "./FileAndLinkRows.tsx";
import { GridSkeleton, MediaGrid } from "./MediaGrid.tsx";
import { useSharedMessages } from "./useSharedMessages.ts";

const TABS = { media: "chatMedia.mediaTab", files: "chatMedia.files", links: "chatMedia.links" } as const;

export default function ChatMediaScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const conversationID = new URLSearchParams(useSearch()).get("conversationID") ?? "";
  const sharedMedia = useSharedMedia(conversationID);
  const send = useSend(sharedMedia);
  const kind = useSelector(sharedMedia, (snapshot) => snapshot?.context.kind ?? "media");
  const scroller = useRef<HTMLElement>(null);
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("chatMedia.title")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <SegmentedControl<SharedMediaKind>
        className={styles.tabs}
        label={t("chatMedia.title")}
        value={kind}
        options={SHARED_MEDIA_KINDS.map((value) => ({ value, label: t(TABS[value]) }))}
        onChange={(value) => send({ type: "user.showSharedMedia", kind: value })}
      />
      {conversationID === "" && <EmptyState icon={Image} text={t("chatMedia.noMedia")} />}
      {conversationID !== "" && !sharedMedia && <GridSkeleton />}
      {sharedMedia && <KindList key={kind} sharedMedia={sharedMedia} kind={kind} scroller={scroller} />}
    </Screen>
  );
}

interface KindProps {
  sharedMedia: SharedMediaActor;
  kind: SharedMediaKind;
  scroller: RefObject<HTMLElement | null>;
}

const NONE = {
  media: { icon: Image, text: "chatMedia.noMedia" },
  files: { icon: File, text: "chatMedia.noFiles" },
  links: { icon: Globe, text: "chatMedia.noLinks" },
} as const;

const LISTS = { media: MediaGrid, files: Files, links: Links };

function KindList({ sharedMedia, kind, scroller }: KindProps) {
  const { t } = useText();
  const send = useSend(sharedMedia);
  const messages = useSharedMessages(sharedMedia);
  const isPending = useSelector(sharedMedia, (snapshot) => snapshot.hasTag("pending"));
  const hasFailed = useSelector(sharedMedia, (snapshot) => snapshot.hasTag("failed"));
  if (messages.length === 0) {
    if (isPending) return kind === "media" ? <GridSkeleton /> : <RowsSkeleton />;
    if (hasFailed)
      return (
        <ErrorState
          text={t("chatMedia.loadFailed")}
          onRetry={() => send({ type: "user.retrySharedMedia" })}
        />
      );
    return <EmptyState icon={NONE[kind].icon} text={t(NONE[kind].text)} />;
  }
  const List = LISTS[kind];
  return <List sharedMedia={sharedMedia} messages={messages} scroller={scroller} />;
}
