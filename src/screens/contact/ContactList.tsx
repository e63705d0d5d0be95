import { useSelector } from "@xstate/react";
import { type ComponentProps, memo, type RefObject, useMemo } from "react";
import { Virtualizer } from "virtua";
import type { ContactKey } from "../../../machines/contacts.ts";
import { type ContactsActor, useSend } from "../../app/actors.tsx";
import { Avatar } from "../../components/Avatar.tsx";
import { ErrorBoundary } from "../../components/ErrorBoundary.tsx";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./ContactList.module.css";
import { type Entry, friendEntries, groupEntries } from "./entries.ts";

/** Of what stands above the rows (bar and choice) and of a row, in CSS pixels. */
const ABOVE = 114;
const ROW_HEIGHT = 56;

export interface ContactListProps {
  kind: "friends" | "groups";
  contacts: ContactsActor;
  scroller: RefObject<HTMLElement | null>;
}

/** People under their letters, or groups in the same order without them. */
export function ContactList({ kind, contacts, scroller }: ContactListProps) {
  const send = useSend(contacts);
  const friends = useSelector(contacts, ({ context }) => context.friends);
  const groups = useSelector(contacts, ({ context }) => context.groups);
  const entries = useMemo(
    () => (kind === "friends" ? friendEntries(friends) : groupEntries(groups)),
    [kind, friends, groups],
  );
  const open = useMemo(() => (contact: ContactKey) => send({ type: "user.openChat", contact }), [send]);
  return (
    <Virtualizer
      as={List}
      item="li"
      data={entries}
      scrollRef={scroller}
      startMargin={ABOVE}
      itemSize={ROW_HEIGHT}
    >
      {(entry) => (
        <ErrorBoundary key={entry.key} resetKey={entry.name}>
          <EntryRow entry={entry} onOpen={open} />
        </ErrorBoundary>
      )}
    </Virtualizer>
  );
}

interface EntryRowProps {
  entry: Entry;
  onOpen: (contact: ContactKey) => void;
}

/** Entries are made anew with every change of the lists, so they are compared by what they show. */
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

/** The container of the virtual list. */
function List(props: ComponentProps<"ul">) {
  const { t } = useText();
  return <ul aria-label={t("contacts.list")} {...props} />;
}
