import { useSelector } from "@xstate/react";
import type { ComponentProps, ReactElement } from "react";
import { Virtualizer } from "virtua";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { MessageCircle } from "../../../components/icons.ts";
import { MoreFailed } from "../../../components/MoreFailed.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useConversations, useSend } from "../../../shell/actors.tsx";
import styles from "./Forwarding.module.css";
import type { Candidate } from "./receivers.ts";

/** Approximate, in CSS pixels. */
const ROW_HEIGHT = 56;

export interface CandidateListProps {
  /** All chats of the user, and those that the search found. */
  all: readonly Candidate[];
  found: readonly Candidate[];
  scroller: ComponentProps<typeof Virtualizer>["scrollRef"];
  /** Height above the rows in the scroller, in CSS pixels. */
  above?: number;
  /** @param isFirst whether the row is the first of its section */
  row: (candidate: Candidate, isFirst: boolean) => ReactElement;
}

/** The chats that a user may choose to send something to. While a search loads further chats, the end says so. */
export function CandidateList({ all, found, scroller, above = 0, row }: CandidateListProps) {
  const { t } = useText();
  const conversations = useConversations();
  const send = useSend(conversations);
  const isLoading = useSelector(conversations, (list) => list?.hasTag("loadingAll") ?? false);
  const hasFailed = useSelector(
    conversations,
    (list) => (list?.hasTag("failed") || list?.hasTag("moreFailed")) ?? false,
  );
  return (
    <>
      {found.length > 0 ? (
        <Virtualizer
          as={List}
          item="li"
          data={found}
          {...(scroller && { scrollRef: scroller })}
          startMargin={above}
          itemSize={ROW_HEIGHT}
        >
          {(one, index) => row(one, one.section !== found[index - 1]?.section)}
        </Virtualizer>
      ) : (
        !isLoading &&
        !hasFailed && (
          <EmptyState
            icon={MessageCircle}
            text={t(all.length === 0 ? "forwarding.empty" : "forwarding.nothing")}
          />
        )
      )}
      {hasFailed ? (
        <MoreFailed onRetry={() => send({ type: "user.retryConversations" })} />
      ) : (
        isLoading && (
          <p className={styles.more}>
            <Spinner label={t("common.loading")} />
          </p>
        )
      )}
    </>
  );
}

function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("forwarding.chats")} {...props} />;
}
