import { useSelector } from "@xstate/react";
import type { ComponentProps } from "react";
import { Virtualizer } from "virtua";
import type { Message } from "../../../machines/domain/message.ts";
import type { ConversationHits } from "../../../machines/people/search-results.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { Search } from "../../components/icons.ts";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type LocalSearchActor, useSend } from "../../shell/actors.tsx";
import styles from "./AllFound.module.css";
import { ABOVE, type FoundProps, ROW_HEIGHT } from "./found.ts";
import { ConversationHitsRow, MessageHitRow } from "./HitRows.tsx";

export function MessagesFound({ localSearch, query, scroller }: FoundProps) {
  const { t } = useText();
  const hits = useSelector(localSearch, ({ context }) => context.hits);
  if (hits.length === 0) return <NoMessages localSearch={localSearch} />;
  return (
    <>
      <Virtualizer
        as={List}
        item="li"
        data={hits}
        scrollRef={scroller}
        startMargin={ABOVE}
        itemSize={ROW_HEIGHT}
      >
        {(one: ConversationHits) => (
          <ConversationHitsRow
            key={one.conversation.conversationID}
            localSearch={localSearch}
            hits={one}
            query={query}
          />
        )}
      </Virtualizer>
      <p className={styles.hint}>{t("searching.nothingHint")}</p>
    </>
  );
}

export function ConversationFound(props: FoundProps & { conversationID: string }) {
  const { localSearch, query, scroller, conversationID } = props;
  const hits = useSelector(localSearch, ({ context }) =>
    context.hits.find(({ conversation }) => conversation.conversationID === conversationID),
  );
  if (!hits) return <NoMessages localSearch={localSearch} />;
  return (
    <Virtualizer
      as={List}
      item="li"
      data={hits.messages}
      scrollRef={scroller}
      startMargin={ABOVE}
      itemSize={ROW_HEIGHT}
    >
      {(message: Message) => (
        <MessageHitRow
          key={message.clientMsgID}
          localSearch={localSearch}
          conversation={hits.conversation}
          message={message}
          query={query}
        />
      )}
    </Virtualizer>
  );
}

function NoMessages({ localSearch }: { localSearch: LocalSearchActor }) {
  const { t } = useText();
  const isAnswered = useSelector(localSearch, (snapshot) => snapshot.hasTag("answered"));
  const isFailed = useSelector(localSearch, ({ context }) => context.failure !== null);
  if (isFailed) return <SearchFailed localSearch={localSearch} />;
  if (!isAnswered) return <RowsSkeleton />;
  return <EmptyState icon={Search} text={t("searching.nothing")} hint={t("searching.nothingHint")} />;
}

export function SearchFailed({ localSearch }: { localSearch: LocalSearchActor }) {
  const { t } = useText();
  const send = useSend(localSearch);
  return <ErrorState text={t("searching.failed")} onRetry={() => send({ type: "user.retrySearch" })} />;
}

function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("searching.messages")} {...props} />;
}
