import { useSelector } from "@xstate/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { userCardPath } from "../../../machines/domain/people-routes.ts";
import type { ContactKey } from "../../../machines/people/contacts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Search, User } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useNavigation, useSend } from "../../shell/actors.tsx";
import { isFound } from "../../text/search.ts";
import { ContactList } from "../contact/ContactList.tsx";
import { ContactsListed } from "../contact/ContactsListed.tsx";
import { friendEntries, NO_FRIENDS } from "../contact/entries.ts";

/** Height of bar and search field, in CSS pixels. */
const ABOVE = 118;

/** A tap opens the user's card (2-30, 2-52). */
export default function MyFriendScreen() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const toNavigation = useSend(useNavigation());
  const scroller = useRef<HTMLElement>(null);
  const [sought, setSought] = useState("");
  const friends = useSelector(useContacts(), (snapshot) => snapshot?.context.friends ?? NO_FRIENDS);
  const entries = useMemo(() => {
    const all = friendEntries(friends);
    if (sought.trim() === "") return all;
    return friendEntries(
      friends.filter(({ remark, nickname, userID }) => isFound(sought, remark, nickname, userID)),
    );
  }, [friends, sought]);
  const open = useCallback(
    (contact: ContactKey) => "userID" in contact && navigate(userCardPath(contact.userID)),
    [navigate],
  );
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("friends.title")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <SearchField label={t("friends.search")} value={sought} onChange={setSought} />
      <ContactsListed
        isEmpty={friends.length === 0}
        empty={<EmptyState icon={User} text={t("contacts.empty")} />}
      >
        {entries.length === 0 ? (
          <EmptyState icon={Search} text={t("search.nothing")} />
        ) : (
          <ContactList kind="person" entries={entries} above={ABOVE} scroller={scroller} onOpen={open} />
        )}
      </ContactsListed>
    </Screen>
  );
}
