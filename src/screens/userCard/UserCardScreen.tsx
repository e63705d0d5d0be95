import { useSearch } from "wouter";
import type { CallMedia } from "../../../machines/vocabulary/signals.ts";
import { useClipboard, useContacts, useNavigation, useSend } from "../../app/actors.tsx";
import { useStartCall } from "../../app/calling.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Copy, MessageCircle, Phone, Video } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { NotFoundScreen } from "../notFound/NotFoundScreen.tsx";
import { GroupMembership } from "./GroupMembership.tsx";
import { userIn } from "./place.ts";
import styles from "./UserCardScreen.module.css";
import { type Person, usePerson } from "./usePerson.ts";

/** Who somebody is, and how to reach them (2-35, 2-56). An address that names nobody leads nowhere. */
export default function UserCardScreen() {
  const userID = userIn(useSearch());
  return userID === "" ? <NotFoundScreen /> : <UserCard userID={userID} />;
}

function UserCard({ userID }: { userID: string }) {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const person = usePerson(userID);
  return (
    <Screen
      sunken
      bar={
        <NavBar
          title={t("userCard.title")}
          start={<BackButton onClick={() => toNavigation({ type: "user.back" })} />}
        />
      }
    >
      <Identity person={person} />
      <GroupMembership userID={userID} />
      {person.relation !== "self" && <WaysToReach person={person} />}
    </Screen>
  );
}

function Identity({ person }: { person: Person }) {
  const { t } = useText();
  const send = useSend(useClipboard());
  const { userID, name, nickname, faceURL } = person;
  return (
    <div className={styles.identity}>
      <Avatar name={name} src={faceURL} size={96} radius={16} />
      <h2 className={styles.name}>{name}</h2>
      {nickname !== "" && (
        <p className={styles.detail}>
          {t("userCard.nickname")} {nickname}
        </p>
      )}
      <div className={styles.userID}>
        <p className={styles.detail}>
          {t("profile.userID")} <span className={styles.id}>{userID}</span>
        </p>
        <IconButton
          icon={Copy}
          tone="quiet"
          size={18}
          label={t("profile.copyID")}
          onClick={() => send({ type: "user.copyText", text: userID })}
        />
      </div>
    </div>
  );
}

/** Messages to anybody, calls to friends. */
function WaysToReach({ person }: { person: Person }) {
  const { t } = useText();
  const send = useSend(useContacts());
  const startCall = useStartCall();
  const { userID, name, faceURL, relation } = person;
  const call = (mediaType: CallMedia) => () => startCall({ userID, nickname: name, faceURL }, mediaType);
  return (
    <RowGroup>
      <ListRow
        leading={<Icon of={MessageCircle} className={styles.way} />}
        title={t("userCard.sendMessage")}
        onClick={() => send({ type: "user.openChat", contact: { userID } })}
      />
      {relation === "friend" && (
        <>
          <ListRow
            leading={<Icon of={Phone} className={styles.way} />}
            title={t("userCard.voiceCall")}
            onClick={call("voice")}
          />
          <ListRow
            leading={<Icon of={Video} className={styles.way} />}
            title={t("userCard.videoCall")}
            onClick={call("video")}
          />
        </>
      )}
    </RowGroup>
  );
}
