import { useSelector } from "@xstate/react";
import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import type { ContactKey } from "../../../machines/people/contacts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Search, UserPlus } from "../../components/icons.ts";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useSend } from "../../shell/actors.tsx";
import type { ScrollingScreenProps } from "../../shell/scrolling.ts";
import { ADD_ACTIONS } from "../addActions.ts";
import { AddMenu } from "../conversation/AddMenu.tsx";
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
              <AddMenu />
            </>
          }
        />
      }
    >
      <ContactLinks />
      <ContactsListed
        isEmpty={friends.length === 0}
        empty={
          <EmptyState
            icon={UserPlus}
            text={t("contacts.empty")}
            hint={t("contacts.emptyHint")}
            action={{ label: t("add.friend"), onClick: () => navigate(ADD_ACTIONS.friend.path) }}
          />
        }
      >
        <ContactList
          kind="person"
          entries={entries}
          above={BAR_HEIGHT + LINKS_HEIGHT}
          scroller={scroller}
          onOpen={open}
        />
      </ContactsListed>
    </Screen>
  );
}
