import { useSelector } from "@xstate/react";
import { useLocation, useSearch } from "wouter";
import type { CallMedia } from "../../../machines/domain/call.ts";
import { applicationPath, userCardPath } from "../../../machines/domain/people-routes.ts";
import { isBeingUnblocked } from "../../../machines/people/contacts.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Identity } from "../../components/Identity.tsx";
import { Ban, Ellipsis, MessageCircle, Phone, User, UserPlus, Video } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useClipboard, useContactRequests, useContacts, useSend } from "../../shell/actors.tsx";
import { useStartCall } from "../../shell/calling.ts";
import { useIsOnline } from "../../shell/presence.ts";
import { applicationDetailsPath } from "../application/place.ts";
import { isAsked, requestOf } from "../application/requestText.ts";
import { useIsBlocked } from "../chat/useIsBlocked.ts";
import { PersonPage } from "../person/PersonPage.tsx";
import type { Person } from "../person/usePerson.ts";
import { GroupMembership } from "./GroupMembership.tsx";
import styles from "./UserCardScreen.module.css";

/** "Not found" for an address without a user (2-35, 2-56). */
export default function UserCardScreen() {
  const { t } = useText();
  const [, navigate] = useLocation();
  const userID = new URLSearchParams(useSearch()).get("userID") ?? "";
  return (
    <PersonPage
      userID={userID}
      title={t("userCard.title")}
      end={({ relation }) =>
        relation !== "self" && (
          <IconButton
            icon={Ellipsis}
            label={t("person.more")}
            onClick={() => navigate(userCardPath(userID, "userCardSetting"))}
          />
        )
      }
    >
      {(person) => (
        <>
          <Somebody person={person} />
          <GroupMembership userID={userID} />
          {person.relation !== "self" && <WaysToReach person={person} />}
          <RowGroup>
            <ListRow
              leading={<Icon of={User} />}
              title={t("person.details")}
              chevron
              onClick={() => navigate(userCardPath(userID, "userCardDetails"))}
            />
          </RowGroup>
          {person.relation === "other" && <Adding userID={userID} />}
        </>
      )}
    </PersonPage>
  );
}

/** The button to add the user, or the state of their requests. One that the user can answer comes first. */
function Adding({ userID }: { userID: string }) {
  const { t } = useText();
  const [, navigate] = useLocation();
  const requests = useContactRequests();
  const wasAsked = useSelector(requests, (snapshot) =>
    snapshot ? isAsked(snapshot.context.lists, { userID }) : false,
  );
  const received = useSelector(requests, (snapshot) =>
    snapshot ? requestOf(snapshot.context.lists, userID) : undefined,
  );
  const to = received
    ? applicationDetailsPath("receivedFriends", received)
    : applicationPath({ kind: "person", id: userID, isScan: false, isOpen: false });
  return (
    <div className={styles.add}>
      {received && <p className={styles.asks}>{t("application.toMe")}</p>}
      <Button block disabled={wasAsked && !received} onClick={() => navigate(to)}>
        {!wasAsked && !received && <Icon of={UserPlus} size={20} />}
        {t(received ? "person.answer" : wasAsked ? "person.asked" : "person.add")}
      </Button>
    </div>
  );
}

function Somebody({ person }: { person: Person }) {
  const { t } = useText();
  const send = useSend(useClipboard());
  const { userID, name, nickname, faceURL, relation } = person;
  const isOnline = useIsOnline(relation === "self" ? null : userID);
  return (
    <Identity
      layout="card"
      name={name}
      src={faceURL}
      details={[
        ...(relation === "self" ? [] : [<Presence key="presence" isOnline={isOnline} />]),
        ...(nickname === "" ? [] : [`${t("userCard.nickname")} ${nickname}`]),
      ]}
      id={userID}
      idLabel={t("profile.userID")}
      copyLabel={t("profile.copyID")}
      onCopy={() => send({ type: "user.copyText", text: userID })}
    />
  );
}

/** Keeps its space while the user is offline, so that nothing moves. */
function Presence({ isOnline }: { isOnline: boolean }) {
  const { t } = useText();
  return <span className={styles.presence}>{isOnline && t("person.online")}</span>;
}

/** The chat with any user opens. Only friends can be called, and not while they are blocked (6-09). */
function WaysToReach({ person }: { person: Person }) {
  const { t } = useText();
  const contacts = useContacts();
  const send = useSend(contacts);
  const startCall = useStartCall();
  const { userID, name, faceURL, relation } = person;
  const isBlocked = useIsBlocked(userID);
  const isBeingFreed =
    useSelector(contacts, (snapshot) => snapshot && isBeingUnblocked(snapshot.context, userID)) ?? false;
  const call = (mediaType: CallMedia) => () => startCall({ userID, nickname: name, faceURL }, mediaType);
  return (
    <RowGroup>
      <ListRow
        leading={<Icon of={MessageCircle} className={styles.way} />}
        title={t("userCard.sendMessage")}
        onClick={() => send({ type: "user.openChat", contact: { userID } })}
      />
      {isBlocked && (
        <ListRow
          leading={<Icon of={Ban} className={styles.way} />}
          title={t("blocked.unblock")}
          detail={t("blocked.blackList")}
          aria-busy={isBeingFreed || undefined}
          onClick={() => send({ type: "user.unblock", userID })}
        />
      )}
      {relation === "friend" && !isBlocked && (
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
