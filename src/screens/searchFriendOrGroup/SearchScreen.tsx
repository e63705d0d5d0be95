import { useSelector } from "@xstate/react";
import { type FormEvent, useDeferredValue, useRef } from "react";
import { useSearch } from "wouter";
import { wordsIn } from "../../../machines/domain/searched-text.ts";
import { type SearchScope, searchScopeIn } from "../../../machines/people/search-results.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { useLocalSearch } from "../../shell/routeActors.ts";
import { AllFound } from "./AllFound.tsx";
import { ContactsFound } from "./ContactsFound.tsx";
import type { FoundProps } from "./found.ts";
import { ConversationFound, MessagesFound } from "./MessagesFound.tsx";
import { RecentSearches } from "./RecentSearches.tsx";

const TITLES = {
  all: "search.label",
  people: "searching.friends",
  groups: "searching.groups",
  messages: "searching.messages",
  conversation: "searching.messages",
} as const;

/** Requirements 2-42 and 2-63. */
export default function SearchScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const localSearch = useLocalSearch();
  const send = useSend(localSearch);
  const scope = searchScopeIn(useSearch());
  const keyword = useSelector(localSearch, (snapshot) => snapshot?.context.keyword ?? "");
  const query = useDeferredValue(wordsIn(keyword));
  const scroller = useRef<HTMLElement>(null);
  const find = (event: FormEvent) => {
    event.preventDefault();
    send({ type: "user.keepSearch" });
  };
  return (
    <Screen
      ref={scroller}
      bar={
        <NavBar
          title={t(TITLES[scope.kind])}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <form onSubmit={find}>
        <SearchField
          // A new field once the search is ready, so that `autoFocus` applies.
          key={localSearch ? "open" : "closed"}
          disabled={!localSearch}
          autoFocus={scope.kind === "all" && keyword === ""}
          placeholder={t("searching.hint")}
          value={keyword}
          onChange={(typed) => send({ type: "user.typeKeyword", keyword: typed })}
        />
      </form>
      {localSearch && query === "" && <RecentSearches localSearch={localSearch} />}
      {localSearch && query !== "" && (
        <Found localSearch={localSearch} scope={scope} query={query} scroller={scroller} />
      )}
    </Screen>
  );
}

function Found({ scope, ...found }: FoundProps & { scope: SearchScope }) {
  switch (scope.kind) {
    case "all":
      return <AllFound {...found} />;
    case "people":
    case "groups":
      return <ContactsFound {...found} kind={scope.kind} />;
    case "messages":
      return <MessagesFound {...found} />;
    case "conversation":
      return <ConversationFound {...found} conversationID={scope.conversationID} />;
  }
}
