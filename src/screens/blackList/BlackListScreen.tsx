import { useSelector } from "@xstate/react";
import { useRef, useState } from "react";
import type { Black } from "../../../machines/domain/people.ts";
import { isBeingUnblocked } from "../../../machines/people/contacts.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Ban } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useNextRow } from "../../components/useNextRow.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useNavigation, useSend } from "../../shell/actors.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import { ContactsListed } from "../contact/ContactsListed.tsx";
import styles from "./BlackListScreen.module.css";

const NOBODY: readonly Black[] = [];

/** Requirements 2-46 and 2-67. */
export default function BlackListScreen() {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const contacts = useContacts();
  const send = useSend(contacts);
  const [asked, setAsked] = useState<Black | null>(null);
  const blacks = useSelector(contacts, (snapshot) => snapshot?.context.blacks ?? NOBODY);
  const askedName = useNameOf(asked);
  const content = useRef<HTMLElement>(null);
  const next = useNextRow(blacks, "button", content);
  return (
    <Screen
      ref={content}
      readOnly={blacks.length === 0}
      bar={
        <NavBar
          title={t("blackList.title")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <ContactsListed
        isEmpty={blacks.length === 0}
        empty={<EmptyState icon={Ban} text={t("blackList.empty")} hint={t("blackList.hint")} />}
      >
        <ul aria-label={t("blackList.title")} {...next}>
          {blacks.map((person) => (
            <li key={person.userID}>
              <BlackRow person={person} onRemove={() => setAsked(person)} />
            </li>
          ))}
        </ul>
        <p className={styles.hint}>{t("blackList.hint")}</p>
      </ContactsListed>
      <ConfirmSheet
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t("blackList.removeNamed", { name: askedName })}
        hint={t("blackList.removeHint")}
        action={t("blackList.remove")}
        onConfirm={() => asked && send({ type: "user.unblock", userID: asked.userID })}
      />
    </Screen>
  );
}

function BlackRow({ person, onRemove }: { person: Black; onRemove: () => void }) {
  const { t } = useText();
  const isBusy = useSelector(
    useContacts(),
    (snapshot) => snapshot !== undefined && isBeingUnblocked(snapshot.context, person.userID),
  );
  const name = useNameOf(person);
  return (
    <div className={styles.row}>
      <ListRow size="tall" leading={<Avatar name={name} src={person.faceURL} size={48} />} title={name} />
      <Button
        className={styles.remove}
        variant="secondary"
        busy={isBusy}
        aria-label={t("blackList.removeNamed", { name })}
        onClick={onRemove}
      >
        {t("blackList.remove")}
      </Button>
    </div>
  );
}

/** A friend's remark, else the nickname. */
function useNameOf(person: Black | null): string {
  const remark = useSelector(
    useContacts(),
    (snapshot) => snapshot?.context.friends.find(({ userID }) => userID === person?.userID)?.remark,
  );
  return person ? remark || person.nickname || person.userID : "";
}
