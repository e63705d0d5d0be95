import { useSelector } from "@xstate/react";
import { useSearch } from "wouter";
import { isAlive } from "../../../machines/domain/group.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { applicationPath } from "../../../machines/domain/people-routes.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { Identity } from "../../components/Identity.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  useClipboard,
  useContactRequests,
  useContacts,
  useNavigation,
  useSend,
} from "../../shell/actors.tsx";
import { calendarDay } from "../../text/time.ts";
import { isAsked } from "../application/requestText.ts";
import { GroupPage } from "../group/GroupPage.tsx";
import { groupPath } from "../group/place.ts";
import { useMembers } from "../group/useGroup.ts";
import { useMemberName } from "../group/useMemberName.ts";
import styles from "./GroupCardScreen.module.css";

/** Members open the chat, others send a join request (2-36, 2-57). */
export default function GroupCardScreen() {
  const { t } = useText();
  return (
    <GroupPage title={t("groupCard.title")} sunken>
      {(group, me) => (
        <>
          <ThisGroup group={group} />
          {me && <Preview group={group} />}
          <GroupAction group={group} me={me} />
        </>
      )}
    </GroupPage>
  );
}

function ThisGroup({ group }: { group: Group }) {
  const { t, language } = useText();
  const send = useSend(useClipboard());
  const { groupID, groupName, faceURL, memberCount, createTime } = group;
  const members = t("chat.members", { count: memberCount });
  const created = t("groupCard.created", { date: calendarDay(createTime, language) });
  return (
    <Identity
      layout="card"
      name={groupName}
      src={faceURL}
      kind="group"
      details={createTime > 0 ? [members, created] : [members]}
      id={groupID}
      idLabel={t("group.groupID")}
      copyLabel={t("group.copyID")}
      onCopy={() => send({ type: "user.copyText", text: groupID })}
    />
  );
}

const FACES = 5;

function Preview({ group: { groupID } }: { group: Group }) {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const members = useMembers();
  const nameOf = useMemberName();
  return (
    <RowGroup>
      <ListRow
        title={t("group.members")}
        end={
          <span className={styles.faces}>
            {members.slice(0, FACES).map((member) => (
              <Avatar key={member.userID} name={nameOf(member)} src={member.faceURL} size={28} />
            ))}
          </span>
        }
        chevron
        onClick={() => toNavigation({ type: "user.navigate", to: groupPath("groupMemberList", groupID) })}
      />
    </RowGroup>
  );
}

function GroupAction({ group, me }: { group: Group; me: GroupMember | null }) {
  const { t } = useText();
  const toContacts = useSend(useContacts());
  const toNavigation = useSend(useNavigation());
  const { groupID, needVerification } = group;
  const wasAsked = useSelector(useContactRequests(), (snapshot) =>
    snapshot ? isAsked(snapshot.context.lists, { groupID }) : false,
  );
  const isScan = new URLSearchParams(useSearch()).get("isScan") === "true";
  if (!isAlive(group)) return <p className={styles.dismissed}>{t("groupCard.dismissed")}</p>;
  if (me) {
    return (
      <div className={styles.action}>
        <Button block onClick={() => toContacts({ type: "user.openChat", contact: { groupID } })}>
          {t("groupCard.sendMessage")}
        </Button>
      </div>
    );
  }
  const isOpen = needVerification === 2;
  const to = applicationPath({ kind: "group", id: groupID, isScan, isOpen });
  return (
    <div className={styles.action}>
      <Button block disabled={wasAsked} onClick={() => toNavigation({ type: "user.navigate", to })}>
        {t(wasAsked ? "groupCard.asked" : isOpen ? "add.group" : "groupCard.apply")}
      </Button>
    </div>
  );
}
