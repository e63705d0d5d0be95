import { useSelector } from "@xstate/react";
import type { FormEvent } from "react";
import { useLocation, useSearch } from "wouter";
import { groupCardPath, searchIn, userCardPath } from "../../../machines/domain/people-routes.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { User, Users } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { failureText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type DirectorySearchActor, useNavigation, useSend } from "../../shell/actors.tsx";
import { useDirectorySearch } from "../../shell/routeActors.ts";
import styles from "./SearchToJoinScreen.module.css";

/** Searches on the server (2-81). */
export default function SearchToJoinScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const directorySearch = useDirectorySearch();
  const send = useSend(directorySearch);
  const search = useSearch();
  const isGroup = searchIn({ path: "/searchToJoin", search })?.isGroup ?? false;
  const keyword = useSelector(directorySearch, (snapshot) => snapshot?.context.keyword ?? "");
  const isPending = useSelector(directorySearch, (snapshot) => snapshot?.hasTag("pending") ?? false);
  const find = (event: FormEvent) => {
    event.preventDefault();
    send({ type: "user.find" });
  };
  return (
    <Screen
      bar={
        <NavBar
          title={t(isGroup ? "add.group" : "add.friend")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <form className={styles.form} onSubmit={find}>
        <SearchField
          className={styles.field}
          autoFocus
          placeholder={t(isGroup ? "finding.groupHint" : "finding.friendHint")}
          value={keyword}
          onChange={(typed) => send({ type: "user.typeKeyword", keyword: typed })}
        />
        <Button type="submit" variant="text" busy={isPending} disabled={keyword.trim() === ""}>
          {t("add.search")}
        </Button>
      </form>
      {directorySearch && <Result directorySearch={directorySearch} />}
    </Screen>
  );
}

function Result({ directorySearch }: { directorySearch: DirectorySearchActor }) {
  const { t } = useText();
  const send = useSend(directorySearch);
  const isPending = useSelector(directorySearch, (snapshot) => snapshot.hasTag("pending"));
  const isNothing = useSelector(directorySearch, (snapshot) => snapshot.hasTag("nothing"));
  const { isGroup, people, groups, failure } = useSelector(directorySearch, ({ context }) => context);
  if (isPending) return <RowsSkeleton rows={3} />;
  if (failure)
    return <ErrorState text={failureText(t, failure)} onRetry={() => send({ type: "user.find" })} />;
  if (isNothing) {
    return isGroup ? (
      <EmptyState icon={Users} text={t("finding.noGroup")} hint={t("finding.noGroupHint")} />
    ) : (
      <EmptyState icon={User} text={t("finding.nobody")} hint={t("finding.nobodyHint")} />
    );
  }
  if (people.length + groups.length === 0) return null;
  return (
    <ul aria-label={t("finding.results")}>
      {people.map((person) => (
        <li key={person.userID}>
          <Hit kind="person" id={person.userID} name={person.nickname} faceURL={person.faceURL} />
        </li>
      ))}
      {groups.map(({ groupID, groupName, faceURL }) => (
        <li key={groupID}>
          <Hit kind="group" id={groupID} name={groupName} faceURL={faceURL} />
        </li>
      ))}
    </ul>
  );
}

interface HitProps {
  kind: "person" | "group";
  id: string;
  name: string;
  faceURL: string;
}

/** The id distinguishes equal names. */
function Hit({ kind, id, name, faceURL }: HitProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  return (
    <ListRow
      size="tall"
      leading={<Avatar name={name || id} src={faceURL} kind={kind} size={48} />}
      title={name || id}
      detail={t(kind === "person" ? "finding.userID" : "finding.groupID", { id })}
      chevron
      onClick={() => navigate(kind === "person" ? userCardPath(id) : groupCardPath(id))}
    />
  );
}
