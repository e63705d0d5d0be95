import { useSelector } from "@xstate/react";
import { type ComponentProps, type RefObject, useDeferredValue, useMemo, useRef, useState } from "react";
import { Virtualizer } from "virtua";
import { useContacts, useNavigation, useSend } from "../../app/actors.tsx";
import { Avatar } from "../../components/Avatar.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Search } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type Match, placeOf, searchContacts } from "./matches.ts";
import styles from "./SearchContactsScreen.module.css";

/** Of what stands above the rows (bar and field) and of a row, in CSS pixels. */
const ABOVE = 118;
const ROW_HEIGHT = 72;

/** Friends and groups one has, by name, remark or id; a hit opens the chat (2-42, 2-63). */
export default function SearchContactsScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const [query, setQuery] = useState("");
  const scroller = useRef<HTMLElement>(null);
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("add.search")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <SearchField autoFocus placeholder={t("finding.localHint")} value={query} onChange={setQuery} />
      <Matches query={useDeferredValue(query.trim())} scroller={scroller} />
    </Screen>
  );
}

function Matches({ query, scroller }: { query: string; scroller: RefObject<HTMLElement | null> }) {
  const { t } = useText();
  const contacts = useContacts();
  const send = useSend(contacts);
  const friends = useSelector(contacts, (snapshot) => snapshot?.context.friends);
  const groups = useSelector(contacts, (snapshot) => snapshot?.context.groups);
  const matches = useMemo(() => searchContacts(query, friends ?? [], groups ?? []), [query, friends, groups]);
  if (query === "") return <EmptyState icon={Search} text={t("finding.localPrompt")} />;
  if (matches.length === 0) return <EmptyState icon={Search} text={t("finding.noContact")} />;
  return (
    <Virtualizer
      as={List}
      item="li"
      data={matches}
      scrollRef={scroller}
      startMargin={ABOVE}
      itemSize={ROW_HEIGHT}
    >
      {(match: Match) => (
        <ListRow
          key={match.key}
          size="tall"
          leading={<Avatar name={match.name} src={match.faceURL} kind={match.kind} size={48} />}
          title={<Marked text={match.name} query={query} />}
          detail={match.also !== "" && <Marked text={match.also} query={query} />}
          onClick={() => send({ type: "user.openChat", contact: match.contact })}
        />
      )}
    </Virtualizer>
  );
}

/** A text with what matches in it marked. */
function Marked({ text, query }: { text: string; query: string }) {
  const place = placeOf(text, query);
  if (!place) return text;
  return (
    <>
      {text.slice(0, place.start)}
      <mark className={styles.match}>{text.slice(place.start, place.end)}</mark>
      {text.slice(place.end)}
    </>
  );
}

/** The container of the virtual list. */
function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("finding.results")} {...props} />;
}
