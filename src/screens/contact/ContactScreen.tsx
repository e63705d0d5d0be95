import { useSelector } from "@xstate/react";
import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import type { ContactKey } from "../../../machines/people/contacts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Plus, Search, User } from "../../components/icons.ts";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useSend } from "../../shell/actors.tsx";
import type { ScrollingScreenProps } from "../../shell/scrolling.ts";
import { ContactLinks, LINKS_HEIGHT } from "./ContactLinks.tsx";
import { ContactList } from "./ContactList.tsx";
import { ContactsListed } from "./ContactsListed.tsx";
import { friendEntries, NO_FRIENDS } from "./entries.ts";

const BAR_HEIGHT = 48;

/** A tap on a friend opens the chat (2-19, 1-04). */
export function ContactScreen({ scroller }: ScrollingScreenProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const contacts = useContacts();
  const send = useSend(contacts);
  const friends = useSelector(contacts, (snapshot) => snapshot?.context.friends ?? NO_FRIENDS);
  const entries = useMemo(() => friendEntries(friends), [friends]);
  const open = useCallback((contact: ContactKey) => send({ type: "user.openChat", contact }), [send]);
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t("contacts.title")}
          end={
            <>
              <IconButton icon={Search} label={t("friends.search")} onClick={() => navigate("/myFriend")} />
              <IconButton icon={Plus} label={t("add.title")} onClick={() => navigate("/contactAdd")} />
            </>
          }
        />
      }
    >
      <ContactLinks />
      <ContactsListed
        isEmpty={friends.length === 0}
        empty={<EmptyState icon={User} text={t("contacts.empty")} />}
      >
        <ContactList entries={entries} above={BAR_HEIGHT + LINKS_HEIGHT} scroller={scroller} onOpen={open} />
      </ContactsListed>
    </Screen>
  );
}
