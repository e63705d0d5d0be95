import { useSelector } from "@xstate/react";
import type { FormEvent } from "react";
import { useSearch } from "wouter";
import { isAlive } from "../../../machines/domain/group.ts";
import { targetIn } from "../../../machines/domain/people-routes.ts";
import { LONGEST_GREETING, type Target } from "../../../machines/domain/relationship.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { User, Users } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { useContactRequest, useGroup, useUserProfile } from "../../shell/routeActors.ts";
import { focusAtOpening } from "../form/focusAtOpening.ts";
import { useFormText } from "../form/useFormText.ts";
import styles from "../person/Form.module.css";
import { usePerson } from "../person/usePerson.ts";

/** Sends a friend request or a join request (2-82). */
export default function SendApplicationScreen() {
  const { t } = useText();
  const send = useSend(useNavigation());
  const target = targetIn({ path: "/sendApplication", search: useSearch() });
  const goBack = () => send({ type: "user.back" });
  const isGroup = target?.kind === "group";
  return (
    <Screen
      sunken
      bar={<NavBar title={t(isGroup ? "add.group" : "add.friend")} start={<BackButton onClick={goBack} />} />}
    >
      {!target && (
        <EmptyState
          icon={User}
          text={t("person.nobody")}
          action={{ label: t("person.goBack"), onClick: goBack }}
        />
      )}
      {target?.kind === "person" && <AskPerson target={target} />}
      {target?.kind === "group" && <AskGroup target={target} />}
    </Screen>
  );
}

/** No form for a friend, for the signed-in user, or for a user who takes no requests. */
function AskPerson({ target }: { target: Target }) {
  const { t } = useText();
  const person = usePerson(target.id);
  const mayBeAdded = useSelector(
    useUserProfile(target.id),
    (snapshot) => snapshot?.context.details.mayBeAdded ?? true,
  );
  if (person?.relation === "self") return <EmptyState icon={User} text={t("failure.addingOneself")} />;
  if (person?.relation === "friend") return <EmptyState icon={User} text={t("failure.alreadyFriends")} />;
  if (!mayBeAdded) return <EmptyState icon={User} text={t("failure.cannotBeAdded")} />;
  const name = person?.name ?? target.id;
  return (
    <>
      <RowGroup>
        <ListRow
          size="tall"
          leading={<Avatar name={name} src={person?.faceURL} size={48} />}
          title={name}
          detail={t("finding.userID", { id: target.id })}
        />
      </RowGroup>
      <Letter target={target} />
    </>
  );
}

/** No form for a group that was dismissed. */
function AskGroup({ target }: { target: Target }) {
  const { t } = useText();
  const groupID = target.id;
  const group = useSelector(useGroup(), (snapshot) =>
    snapshot?.context.groupID === groupID ? snapshot.context.group : null,
  );
  if (group && !isAlive(group)) return <EmptyState icon={Users} text={t("failure.groupDismissed")} />;
  const name = group?.groupName || groupID;
  return (
    <>
      <RowGroup>
        <ListRow
          size="tall"
          leading={<Avatar name={name} src={group?.faceURL} kind="group" size={48} />}
          title={name}
          detail={t("finding.groupID", { id: groupID })}
        />
      </RowGroup>
      <Letter target={target} />
    </>
  );
}

function Letter({ target }: { target: Target }) {
  const { t } = useText();
  const application = useContactRequest();
  const send = useSend(application);
  const isPending = useSelector(application, (snapshot) => snapshot?.hasTag("pending") ?? false);
  const isSent = useSelector(application, (snapshot) => snapshot?.hasTag("sent") ?? false);
  const [typed, setGreeting] = useFormText();
  const greeting = typed ?? "";
  const apply = (event: FormEvent) => {
    event.preventDefault();
    send({ type: "user.apply", greeting });
  };
  return (
    <form className={styles.form} onSubmit={apply}>
      {!target.isOpen && (
        <TextField
          ref={focusAtOpening}
          label={t("asking.greeting")}
          autoComplete="off"
          maxLength={LONGEST_GREETING}
          placeholder={t("asking.placeholder")}
          hint={t("person.count", { count: [...greeting].length, limit: LONGEST_GREETING })}
          value={greeting}
          onChange={setGreeting}
        />
      )}
      <Button type="submit" block busy={isPending} disabled={isSent}>
        {t(target.isOpen ? "asking.join" : "asking.send")}
      </Button>
    </form>
  );
}
