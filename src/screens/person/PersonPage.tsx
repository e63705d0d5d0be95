import type { ReactNode } from "react";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { User } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type UserProfileActor, useNavigation, useSend } from "../../shell/actors.tsx";
import { useUserProfile } from "../../shell/routeActors.ts";
import { NotFoundScreen } from "../notFound/NotFoundScreen.tsx";
import { type Person, useAbsence, usePerson } from "./usePerson.ts";

export interface PersonPageProps {
  /** Empty if the address has no user id. */
  userID: string;
  title: string;
  end?: (person: Person) => ReactNode;
  children: (person: Person, actor: UserProfileActor | undefined) => ReactNode;
}

/** Shows loading, unknown and error states of the user. */
export function PersonPage({ userID, title, end, children }: PersonPageProps) {
  const toNavigation = useSend(useNavigation());
  const actor = useUserProfile(userID);
  const person = usePerson(userID);
  if (userID === "") return <NotFoundScreen />;
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={title}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
          end={person && end?.(person)}
        />
      }
    >
      {person ? children(person, actor) : <Absent actor={actor} />}
    </Screen>
  );
}

function Absent({ actor }: { actor: UserProfileActor | undefined }) {
  const { t } = useText();
  const send = useSend(actor);
  const absence = useAbsence(actor);
  if (absence === "loading") return <RowsSkeleton rows={3} />;
  if (absence === "unknown") return <EmptyState icon={User} text={t("person.unknown")} />;
  return (
    <ErrorState text={t("messageTip.getUserInfoFailed")} onRetry={() => send({ type: "user.retryPerson" })} />
  );
}
