import { type ComponentProps, memo, type RefObject } from "react";
import { Virtualizer } from "virtua";
import type { ContactKey } from "../../../machines/people/contacts.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./ContactList.module.css";
import type { Entry } from "./entries.ts";

/** In CSS pixels. */
export const ROW_HEIGHT = 56;

export interface ContactListProps {
  kind: Entry["kind"];
  entries: readonly Entry[];
  /** Height above the rows, in CSS pixels. */
  above: number;
  scroller: RefObject<HTMLElement | null>;
  /** Must keep its identity. */
  onOpen: (contact: ContactKey) => void;
}

export function ContactList({ kind, entries, above, scroller, onOpen }: ContactListProps) {
  return (
    <Virtualizer
      as={kind === "group" ? GroupList : FriendList}
      item="li"
      data={entries}
      scrollRef={scroller}
      startMargin={above}
      itemSize={ROW_HEIGHT}
    >
      {(entry) => (
        <ErrorBoundary key={entry.key} resetKey={entry.name}>
          <EntryRow entry={entry} onOpen={onOpen} />
        </ErrorBoundary>
      )}
    </Virtualizer>
  );
}

interface EntryRowProps {
  entry: Entry;
  onOpen: (contact: ContactKey) => void;
}

/** Each change of the contacts creates new entries, so they are compared by their values. */
const EntryRow = memo(
  function EntryRow({ entry, onOpen }: EntryRowProps) {
    const { t } = useText();
    return (
      <>
        {entry.letter !== null && <h2 className={styles.letter}>{entry.letter}</h2>}
        <ListRow
          leading={<Avatar name={entry.name} src={entry.faceURL} kind={entry.kind} size={40} />}
          title={entry.name}
          aside={entry.memberCount !== null && t("chat.members", { count: entry.memberCount })}
          onClick={() => onOpen(entry.contact)}
        />
      </>
    );
  },
  (before, after) =>
    before.onOpen === after.onOpen &&
    before.entry.key === after.entry.key &&
    before.entry.name === after.entry.name &&
    before.entry.letter === after.entry.letter &&
    before.entry.faceURL === after.entry.faceURL &&
    before.entry.memberCount === after.entry.memberCount,
);

function FriendList(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("contacts.list")} {...props} />;
}

function GroupList(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("myGroups.title")} {...props} />;
}
