import { useSelector } from "@xstate/react";
import { useSearch } from "wouter";
import type { Language } from "../../../machines/domain/language.ts";
import type { PersonDetails } from "../../../machines/domain/relationship.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import type { Translate } from "../../i18n/text.ts";
import type { UserProfileActor } from "../../shell/actors.tsx";
import { birthdayText } from "../../text/birthday.ts";
import { PersonPage } from "../person/PersonPage.tsx";
import type { Person } from "../person/usePerson.ts";

/** Only the details that the user has published (2-59). */
export default function UserCardDetailsScreen() {
  const { t } = useText();
  const userID = new URLSearchParams(useSearch()).get("userID") ?? "";
  return (
    <PersonPage userID={userID} title={t("person.details")}>
      {(person, actor) => <Details person={person} actor={actor} />}
    </PersonPage>
  );
}

const NOTHING: PersonDetails = { mayBeAdded: true };

function Details({ person, actor }: { person: Person; actor: UserProfileActor | undefined }) {
  const { t, language } = useText();
  const details = useSelector(actor, (snapshot) => snapshot?.context.details ?? NOTHING);
  const { name, nickname, faceURL } = person;
  return (
    <>
      <RowGroup>
        <ListRow title={t("person.picture")} end={<Avatar name={name} src={faceURL} size={40} />} />
        <ListRow title={t("userCard.nickname")} aside={nickname || name} />
        {nickname !== "" && <ListRow title={t("person.remark")} aside={name} />}
      </RowGroup>
      <Fields fields={fieldsOf(details, t, language)} />
    </>
  );
}

function Fields({ fields }: { fields: readonly (readonly [label: string, value: string])[] }) {
  if (fields.length === 0) return null;
  return (
    <RowGroup>
      {fields.map(([label, value]) => (
        <ListRow key={label} title={label} aside={value} />
      ))}
    </RowGroup>
  );
}

const GENDERS = ["person.female", "person.male"] as const;

function fieldsOf({ gender, birth, phone, email }: PersonDetails, t: Translate, language: Language) {
  const genderKey = gender === undefined ? undefined : GENDERS[gender];
  const birthday = birth === undefined ? undefined : birthdayText(birth, language);
  const all = [
    [t("person.gender"), genderKey && t(genderKey)],
    [t("person.birthday"), birthday],
    [t("person.phone"), phone],
    [t("person.email"), email],
  ] as const;
  return all.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
