import { useMemo } from "react";
import { useSearch } from "wouter";
import type { ApplicationListName } from "../../../machines/domain/contact-request.ts";
import { UserPlus, UsersRound } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { ApplicationsScreen } from "../application/ApplicationsScreen.tsx";
import { listIn } from "../application/place.ts";
import { NotFoundScreen } from "../notFound/NotFoundScreen.tsx";

/** "Not found" for an address without a list (2-34, 2-55). */
export default function ApplicationListScreen() {
  const name = listIn(useSearch());
  return name === null ? <NotFoundScreen /> : <OneList name={name} />;
}

function OneList({ name }: { name: ApplicationListName }) {
  const { t } = useText();
  const names = useMemo(() => [name], [name]);
  const isOfFriends = name === "receivedFriends" || name === "sentFriends";
  return (
    <ApplicationsScreen
      title={t(`application.${name}`)}
      names={names}
      icon={isOfFriends ? UserPlus : UsersRound}
      empty={t(isOfFriends ? "application.emptyFriends" : "application.emptyGroups")}
    />
  );
}
