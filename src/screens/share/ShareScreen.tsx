import { useSelector } from "@xstate/react";
import { memo, useCallback, useRef } from "react";
import type { ClosedGroups, Receiver } from "../../../machines/conversation/forwarded-messages.ts";
import type { IncomingShare } from "../../../machines/domain/incoming-share.ts";
import { MESSAGE_LIMIT } from "../../../machines/domain/mention.ts";
import { ownValue } from "../../../machines/domain/own-value.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { FileText, Forward, X } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { failureText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  type IncomingShareActor,
  useNavigation,
  useSend,
  useSession,
  useSignedIn,
} from "../../shell/actors.tsx";
import { fileSize } from "../../text/fileSize.ts";
import { CandidateList, type CandidateListProps } from "../chat/forwarding/CandidateList.tsx";
import { type Candidate, useCandidates, useChatSearch } from "../chat/forwarding/receivers.ts";
import styles from "./ShareScreen.module.css";

/** Approximate height above the rows, in CSS pixels. */
const ABOVE = 220;

/** Lets the user choose the chat for content that another app shared (11-57). */
export default function ShareScreen() {
  const { t } = useText();
  const scroller = useRef<HTMLElement>(null);
  const actor = useSelector(useSignedIn(), (signedIn) => signedIn?.children.incomingShare);
  const send = useSend(actor);
  const share = useSelector(actor, (snapshot) => snapshot?.context.share ?? null);
  const isMissing = useSelector(actor, (snapshot) => snapshot?.hasTag("missing") ?? false);
  const isReady = useSelector(actor, (snapshot) => snapshot?.hasTag("ready") ?? false);
  const toNavigation = useSend(useNavigation());
  const cancel = () => (actor ? send({ type: "user.cancelShare" }) : toNavigation({ type: "user.back" }));
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("incomingShare.title")}
          start={<IconButton icon={X} label={t("common.cancel")} onClick={cancel} />}
        />
      }
    >
      {isMissing ? (
        <EmptyState
          icon={Forward}
          text={t(share && share.leftOut > 0 ? "incomingShare.tooLarge" : "incomingShare.missing")}
          hint={t("incomingShare.missingHint")}
          action={{ label: t("incomingShare.toChats"), onClick: cancel }}
        />
      ) : actor && share && isReady ? (
        <>
          <Shared share={share} />
          <Chats actor={actor} scroller={scroller} />
        </>
      ) : (
        <RowsSkeleton />
      )}
    </Screen>
  );
}

/** The shared text. Another app wrote it, so it is shown as text and never as a link. */
function Shared({ share: { text, files, leftOut, isCut } }: { share: IncomingShare }) {
  const { t, language } = useText();
  const [first] = files;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <section className={styles.shared} aria-label={t("incomingShare.shared")}>
      {text !== "" && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {first && (
        <p className={styles.files}>
          <Icon of={FileText} size={20} />
          <span className={styles.name} dir="auto">
            {files.length === 1 ? first.name : t("incomingShare.files", { count: files.length })}
          </span>
          <span className={styles.size}>{fileSize(bytes)}</span>
        </p>
      )}
      {isCut && (
        <p className={styles.note}>
          {t("incomingShare.cut", { limit: MESSAGE_LIMIT.toLocaleString(language) })}
        </p>
      )}
      {leftOut > 0 && <p className={styles.note}>{t("incomingShare.leftOut", { count: leftOut })}</p>}
    </section>
  );
}

interface ChatsProps {
  actor: IncomingShareActor;
  scroller: CandidateListProps["scroller"];
}

function Chats({ actor, scroller }: ChatsProps) {
  const { t } = useText();
  const send = useSend(actor);
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const { query, search } = useChatSearch();
  const { all, found } = useCandidates(query, selfID);
  const closed = useSelector(actor, ({ context }) => context.closed);
  const trouble = useSelector(actor, ({ context }) => context.trouble);
  const isWorking = useSelector(actor, (snapshot) => snapshot.hasTag("working"));
  const choose = useCallback(
    ({ conversationID, contact }: Receiver) =>
      send({ type: "user.chooseReceiver", receiver: { conversationID, contact } }),
    [send],
  );
  return (
    <>
      <SearchField value={query} onChange={search} label={t("forwarding.search")} />
      {trouble && (
        <p role="alert" className={styles.trouble}>
          {failureText(t, trouble)}
        </p>
      )}
      <CandidateList
        all={all}
        found={found}
        scroller={scroller}
        above={ABOVE}
        row={(one, isFirst) => (
          <Row
            key={one.conversationID}
            candidate={one}
            isFirst={isFirst}
            closed={"groupID" in one.contact ? ownValue(closed, one.contact.groupID) : undefined}
            isBusy={isWorking}
            onChoose={choose}
          />
        )}
      />
    </>
  );
}

interface RowProps {
  candidate: Candidate;
  /** The section's heading stands above it. */
  isFirst: boolean;
  closed: ClosedGroups[string] | undefined;
  isBusy: boolean;
  onChoose: (receiver: Receiver) => void;
}

/** The list renders at each scroll step. Unchanged rows do not. */
const Row = memo(function Row({ candidate, isFirst, closed, isBusy, onChoose }: RowProps) {
  const { t } = useText();
  const { kind, name, faceURL, section } = candidate;
  return (
    <>
      {isFirst && <h2 className={styles.section}>{t(`forwarding.${section}`)}</h2>}
      <ListRow
        leading={<Avatar name={name} src={faceURL} kind={kind} size={40} />}
        title={name}
        aside={closed && t(`blocked.${closed}`)}
        disabled={closed !== undefined || isBusy}
        onClick={() => onChoose(candidate)}
      />
    </>
  );
});
