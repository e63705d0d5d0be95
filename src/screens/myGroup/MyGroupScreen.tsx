import { useSelector } from "@xstate/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { ContactKey } from "../../../machines/people/contacts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Search, Users } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useNavigation, useSend, useSession } from "../../shell/actors.tsx";
import { isFound } from "../../text/search.ts";
import { ADD_ACTIONS } from "../addActions.ts";
import { ContactList } from "../contact/ContactList.tsx";
import { ContactsListed } from "../contact/ContactsListed.tsx";
import { groupEntries, NO_GROUPS } from "../contact/entries.ts";
import styles from "./MyGroupScreen.module.css";

type Kind = "created" | "joined";

/** Height of bar, search field and tabs, in CSS pixels. */
const ABOVE = 184;

/** A tap opens the chat (2-31, 2-53). */
export default function MyGroupScreen() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const toNavigation = useSend(useNavigation());
  const contacts = useContacts();
  const send = useSend(contacts);
  const scroller = useRef<HTMLElement>(null);
  const [chosen, setKind] = useState<Kind | null>(null);
  const [sought, setSought] = useState("");
  const selfID = useSelector(useSession(), (session) => session?.context.userID ?? "");
  const all = useSelector(contacts, (snapshot) => snapshot?.context.groups ?? NO_GROUPS);
  const created = useMemo(() => all.filter(({ ownerUserID }) => ownerUserID === selfID), [all, selfID]);
  // A list with groups first: most users only join groups.
  const kind = chosen ?? (created.length === 0 && all.length > 0 ? "joined" : "created");
  const action = ADD_ACTIONS[kind === "created" ? "newGroup" : "group"];
  const groups = useMemo(
    () => (kind === "created" ? created : all.filter((group) => !created.includes(group))),
    [all, created, kind],
  );
  const entries = useMemo(
    () => groupEntries(groups.filter(({ groupName, groupID }) => isFound(sought, groupName, groupID))),
    [groups, sought],
  );
  const open = useCallback((contact: ContactKey) => send({ type: "user.openChat", contact }), [send]);
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("myGroups.title")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <SearchField label={t("myGroups.search")} value={sought} onChange={setSought} />
      <SegmentedControl<Kind>
        className={styles.kinds}
        label={t("myGroups.which")}
        value={kind}
        options={[
          { value: "created", label: t("myGroups.created") },
          { value: "joined", label: t("myGroups.joined") },
        ]}
        onChange={setKind}
      />
      <ContactsListed
        isEmpty={groups.length === 0}
        empty={
          <EmptyState
            icon={Users}
            text={t(kind === "created" ? "myGroups.emptyCreated" : "myGroups.emptyJoined")}
            action={{ label: t(action.label), onClick: () => navigate(action.path) }}
          />
        }
      >
        {entries.length === 0 ? (
          <EmptyState icon={Search} text={t("search.nothing")} />
        ) : (
          <ContactList
            key={kind}
            kind="group"
            entries={entries}
            above={ABOVE}
            scroller={scroller}
            onOpen={open}
          />
        )}
      </ContactsListed>
    </Screen>
  );
}
