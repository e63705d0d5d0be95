import { useSelector } from "@xstate/react";
import { type RefObject, useRef } from "react";
import { useSearch } from "wouter";
import { HOLDINGS, type Holding } from "../../../machines/media/shared-items.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { File, Globe, Image } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type SharedMediaActor, useNavigation, useSend, useSharedMedia } from "../../shell/actors.tsx";
import styles from "./ChatMediaScreen.module.css";
import { Files, Links } from "./HoldingRows.tsx";
import { GridSkeleton, MediaGrid } from "./MediaGrid.tsx";
import { useHeld } from "./useHeld.ts";

const TABS = { media: "chatMedia.mediaTab", files: "chatMedia.files", links: "chatMedia.links" } as const;

export default function ChatMediaScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const conversationID = new URLSearchParams(useSearch()).get("conversationID") ?? "";
  const sharedMedia = useSharedMedia(conversationID);
  const send = useSend(sharedMedia);
  const holding = useSelector(sharedMedia, (snapshot) => snapshot?.context.holding ?? "media");
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
      <SegmentedControl<Holding>
        className={styles.tabs}
        label={t("chatMedia.title")}
        value={holding}
        options={HOLDINGS.map((value) => ({ value, label: t(TABS[value]) }))}
        onChange={(value) => send({ type: "user.showHolding", holding: value })}
      />
      {conversationID === "" && <EmptyState icon={Image} text={t("chatMedia.noMedia")} />}
      {conversationID !== "" && !sharedMedia && <GridSkeleton />}
      {sharedMedia && <Held key={holding} sharedMedia={sharedMedia} holding={holding} scroller={scroller} />}
    </Screen>
  );
}

interface HeldProps {
  sharedMedia: SharedMediaActor;
  holding: Holding;
  scroller: RefObject<HTMLElement | null>;
}

const NONE = {
  media: { icon: Image, text: "chatMedia.noMedia" },
  files: { icon: File, text: "chatMedia.noFiles" },
  links: { icon: Globe, text: "chatMedia.noLinks" },
} as const;

const LISTS = { media: MediaGrid, files: Files, links: Links };

function Held({ sharedMedia, holding, scroller }: HeldProps) {
  const { t } = useText();
  const send = useSend(sharedMedia);
  const messages = useHeld(sharedMedia);
  const isPending = useSelector(sharedMedia, (snapshot) => snapshot.hasTag("pending"));
  const hasFailed = useSelector(sharedMedia, (snapshot) => snapshot.hasTag("failed"));
  if (messages.length === 0) {
    if (isPending) return holding === "media" ? <GridSkeleton /> : <RowsSkeleton />;
    if (hasFailed)
      return (
        <ErrorState text={t("chatMedia.loadFailed")} onRetry={() => send({ type: "user.retryHoldings" })} />
      );
    return <EmptyState icon={NONE[holding].icon} text={t(NONE[holding].text)} />;
  }
  const List = LISTS[holding];
  return <List sharedMedia={sharedMedia} messages={messages} scroller={scroller} />;
}
