import { type ComponentProps, memo } from "react";
import { Virtualizer } from "virtua";
import { Avatar } from "../../components/Avatar.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Search } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type LocalSearchActor, useContacts, useSend } from "../../shell/actors.tsx";
import { ABOVE, type FoundProps, ROW_HEIGHT, useFriendMatches, useGroupMatches } from "./found.ts";
import { Marked } from "./Marked.tsx";
import type { Match } from "./matches.ts";

export function ContactsFound({
  localSearch,
  query,
  scroller,
  kind,
}: FoundProps & { kind: "people" | "groups" }) {
  const { t } = useText();
  const friends = useFriendMatches(query);
  const groups = useGroupMatches(query);
  const matches = kind === "people" ? friends : groups;
  if (matches.length === 0) return <EmptyState icon={Search} text={t("searching.nothing")} />;
  return (
    <Virtualizer
      as={kind === "people" ? FriendList : GroupList}
      item="li"
      data={matches}
      scrollRef={scroller}
      startMargin={ABOVE}
      itemSize={ROW_HEIGHT}
    >
      {(match: Match) => <ContactRow key={match.key} localSearch={localSearch} match={match} query={query} />}
    </Virtualizer>
  );
}

export interface ContactRowProps {
  localSearch: LocalSearchActor;
  match: Match;
  query: string;
}

export const ContactRow = memo(function ContactRow({ localSearch, match, query }: ContactRowProps) {
  const send = useSend(localSearch);
  const toContacts = useSend(useContacts());
  const open = () => {
    send({ type: "user.keepSearch" });
    toContacts({ type: "user.openChat", contact: match.contact });
  };
  return (
    <ListRow
      size="tall"
      leading={<Avatar name={match.name} src={match.faceURL} kind={match.kind} size={48} />}
      title={<Marked text={match.name} query={query} />}
      detail={match.also !== "" && <Marked text={match.also} query={query} />}
      onClick={open}
    />
  );
});

function FriendList(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("searching.friends")} {...props} />;
}

function GroupList(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("searching.groups")} {...props} />;
}
