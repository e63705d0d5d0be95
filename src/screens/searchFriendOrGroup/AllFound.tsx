import { useSelector } from "@xstate/react";
import { type ReactNode, useId } from "react";
import { useLocation } from "wouter";
import { searchToJoinPath } from "../../../machines/domain/people-routes.ts";
import { searchPath } from "../../../machines/people/search-results.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Search } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./AllFound.module.css";
import { ContactRow } from "./ContactsFound.tsx";
import { type FoundProps, useFriendMatches, useGroupMatches } from "./found.ts";
import { ConversationHitsRow } from "./HitRows.tsx";
import { SearchFailed } from "./MessagesFound.tsx";
import type { Match } from "./matches.ts";

/** Per kind. */
const SHOWN = 3;

/** Contacts appear at once, messages when the search is done. */
export function AllFound({ localSearch, query }: Omit<FoundProps, "scroller">) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const findPeople = searchToJoinPath(false, query);
  const friends = useFriendMatches(query);
  const groups = useGroupMatches(query);
  const hits = useSelector(localSearch, ({ context }) => context.hits);
  const isPending = useSelector(localSearch, (snapshot) => snapshot.hasTag("pending"));
  const isFailed = useSelector(localSearch, ({ context }) => context.failure !== null);
  const contacts = (matches: readonly Match[]) =>
    matches.slice(0, SHOWN).map((match) => (
      <li key={match.key}>
        <ContactRow localSearch={localSearch} match={match} query={query} />
      </li>
    ));
  if (!isPending && !isFailed && friends.length + groups.length + hits.length === 0)
    return (
      <EmptyState
        icon={Search}
        text={t("searching.nothing")}
        hint={t("searching.nothingHint")}
        action={{ label: t("searching.findPeople"), onClick: () => navigate(findPeople) }}
      />
    );
  return (
    <>
      <Section title={t("searching.friends")} rows={contacts(friends)}>
        {friends.length > SHOWN && (
          <More label={t("searching.moreFriends")} href={searchPath({ kind: "people" })} />
        )}
      </Section>
      <Section title={t("searching.groups")} rows={contacts(groups)}>
        {groups.length > SHOWN && (
          <More label={t("searching.moreGroups")} href={searchPath({ kind: "groups" })} />
        )}
      </Section>
      <Section
        title={t("searching.messages")}
        rows={hits.slice(0, SHOWN).map((one) => (
          <li key={one.conversation.conversationID}>
            <ConversationHitsRow localSearch={localSearch} hits={one} query={query} />
          </li>
        ))}
      >
        {hits.length > SHOWN && (
          <More label={t("searching.moreMessages")} href={searchPath({ kind: "messages" })} />
        )}
      </Section>
      {hits.length > 0 && <p className={styles.hint}>{t("searching.nothingHint")}</p>}
      {isPending && <RowsSkeleton rows={3} />}
      {!isPending && <More label={t("searching.findPeople")} href={findPeople} />}
      {isFailed && <SearchFailed localSearch={localSearch} />}
    </>
  );
}

interface SectionProps {
  title: string;
  rows: readonly ReactNode[];
  children: ReactNode;
}

function Section({ title, rows, children }: SectionProps) {
  const titleID = useId();
  if (rows.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={titleID}>
      <h2 id={titleID} className={styles.title}>
        {title}
      </h2>
      <ul aria-labelledby={titleID}>{rows}</ul>
      {children}
    </section>
  );
}

function More({ label, href }: { label: string; href: string }) {
  return <ListRow className={styles.more} title={label} href={href} chevron />;
}
