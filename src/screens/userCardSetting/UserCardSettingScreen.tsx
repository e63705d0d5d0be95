import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { remarkPath } from "../../../machines/domain/people-routes.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { User } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type UserProfileActor, useSend } from "../../shell/actors.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import { BlockSwitch } from "../person/BlockSwitch.tsx";
import { PersonPage } from "../person/PersonPage.tsx";
import type { Person } from "../person/usePerson.ts";

/** Requirement 2-58. */
export default function UserCardSettingScreen() {
  const { t } = useText();
  const userID = new URLSearchParams(useSearch()).get("userID") ?? "";
  return (
    <PersonPage userID={userID} title={t("person.settings")}>
      {(person, actor) =>
        person.relation === "self" ? (
          <EmptyState icon={User} text={t("person.self")} />
        ) : (
          <Settings person={person} actor={actor} />
        )
      }
    </PersonPage>
  );
}

interface SettingsProps {
  person: Person;
  actor: UserProfileActor | undefined;
}

function Settings({ person, actor }: SettingsProps) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const friend = useSelector(actor, (snapshot) => snapshot?.context.friend ?? null);
  return (
    <>
      {friend && (
        <RowGroup>
          <ListRow
            title={t("person.remark")}
            aside={friend.remark}
            chevron
            onClick={() => navigate(remarkPath(friend))}
          />
        </RowGroup>
      )}
      <RowGroup>
        <BlockSwitch actor={actor} />
      </RowGroup>
      {friend && <Unfriend person={person} actor={actor} />}
    </>
  );
}

function Unfriend({ person, actor }: SettingsProps) {
  const { t } = useText();
  const send = useSend(actor);
  const isLeaving = useSelector(actor, (snapshot) => snapshot?.hasTag("unfriending") ?? false);
  const [isAsking, setAsking] = useState(false);
  const { name } = person;
  return (
    <>
      <RowGroup>
        <ListRow
          danger
          title={t(isLeaving ? "person.deleting" : "person.delete")}
          disabled={isLeaving}
          onClick={() => setAsking(true)}
        />
      </RowGroup>
      <ConfirmSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t("person.deleteTitle", { name })}
        hint={t("person.deleteHint", { name })}
        action={t("person.delete")}
        onConfirm={() => send({ type: "user.unfriend" })}
      />
    </>
  );
}
