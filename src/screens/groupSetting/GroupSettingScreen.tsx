import { useRef, useState } from "react";
import { isAlive, isOwner, mayManage } from "../../../machines/domain/group.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Identity } from "../../components/Identity.tsx";
import { InBlocks } from "../../components/InBlocks.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useClipboard, useNavigation, useSend } from "../../shell/actors.tsx";
import { useLastWhile } from "../../shell/last.ts";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import { changeNamePath } from "../changeName/origin.ts";
import { GroupPage } from "../group/GroupPage.tsx";
import { groupPath } from "../group/place.ts";
import { useChanging } from "../group/useGroup.ts";
import { PortraitPicker } from "../portrait/PortraitPicker.tsx";
import { ClearChat } from "../singleSetting/ClearChat.tsx";
import { ChatFiles } from "./ChatFiles.tsx";
import { ChatSwitches } from "./ChatSwitches.tsx";
import styles from "./GroupSettingScreen.module.css";
import { MemberGrid } from "./MemberGrid.tsx";
import { useGroupChat } from "./useGroupChat.ts";

/** Requirements 2-28 and 2-50. */
export default function GroupSettingScreen() {
  const { t } = useText();
  return (
    <GroupPage title={t("group.settings")} sunken>
      {(group, me) => (
        <>
          <ThisGroup group={group} />
          {me && isAlive(group) ? (
            <Inside group={group} me={me} />
          ) : (
            <p className={styles.outside} role="status">
              {t(isAlive(group) ? "blocked.left" : "blocked.dismissed")}
            </p>
          )}
          <ChatFiles groupID={group.groupID} />
          <ChatSwitches groupID={group.groupID} />
          <Clearing group={group} />
          {me && isAlive(group) && <LeaveActions group={group} me={me} />}
        </>
      )}
    </GroupPage>
  );
}

function ThisGroup({ group: { groupID, groupName, faceURL } }: { group: Group }) {
  const { t } = useText();
  const send = useSend(useClipboard());
  return (
    <Identity
      layout="head"
      name={groupName}
      src={faceURL}
      kind="group"
      id={groupID}
      idLabel={t("group.groupID")}
      copyLabel={t("group.copyID")}
      onCopy={() => send({ type: "user.copyText", text: groupID })}
    />
  );
}

function GroupPicture({ group: { groupName, faceURL } }: { group: Group }) {
  const { t } = useText();
  const { change, pending } = useChanging();
  const input = useRef<HTMLInputElement>(null);
  const isBusy = pending?.kind === "picture";
  return (
    <>
      <ListRow
        title={t("group.picture")}
        end={isBusy ? <Spinner /> : <Avatar name={groupName} src={faceURL} kind="group" size={40} />}
        chevron
        aria-busy={isBusy || undefined}
        onClick={() => input.current?.click()}
      />
      <PortraitPicker input={input} onPick={(portrait) => change({ kind: "picture", portrait })} />
    </>
  );
}

function Inside({ group, me }: { group: Group; me: GroupMember }) {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const go = (to: string) => () => toNavigation({ type: "user.navigate", to });
  const { groupID, groupName, notification } = group;
  const manages = mayManage(me);
  const edit = (data: Parameters<typeof changeNamePath>[0]) =>
    manages ? { chevron: true, onClick: go(changeNamePath(data)) } : {};
  return (
    <>
      <MemberGrid group={group} me={me} />
      <RowGroup>
        {manages && <GroupPicture group={group} />}
        <ListRow title={t("group.name")} aside={groupName} {...edit({ groupID, groupName })} />
        <ListRow
          title={t("group.announcement")}
          aside={notification === "" && t("group.noAnnouncement")}
          {...edit({ groupID, notification })}
        />
        {notification !== "" && (
          <p className={styles.announcement}>
            <InBlocks text={notification} />
          </p>
        )}
        <ListRow title={t("qrCode.group")} chevron onClick={go(groupPath("qrCode", groupID))} />
        <ListRow
          title={t("group.myName")}
          aside={me.nickname}
          chevron
          onClick={go(changeNamePath({ groupID, nickname: me.nickname }))}
        />
      </RowGroup>
      {manages && (
        <RowGroup>
          <ListRow title={t("group.manage")} chevron onClick={go(groupPath("groupManage", groupID))} />
        </RowGroup>
      )}
    </>
  );
}

/** Renders nothing while the group's chat is neither open nor in the list. */
function Clearing({ group: { groupID, groupName } }: { group: Group }) {
  const { t } = useText();
  const row = useGroupChat(groupID);
  if (!row) return null;
  return <ClearChat conversationID={row.conversationID} name={groupName} hint={t("group.clearHint")} />;
}

/** The owner can only dismiss the group. Other members can only leave it. */
function LeaveActions({ group, me }: { group: Group; me: GroupMember }) {
  const { t } = useText();
  const { change, pending } = useChanging();
  const kind = isOwner(me) ? "dismiss" : "quit";
  const [asked, setAsked] = useState<typeof kind | null>(null);
  // The role may change during the question: its answer must not mean something else.
  if (asked !== null && asked !== kind) setAsked(null);
  const question = useLastWhile(asked !== null, WORDS[kind]);
  return (
    <div className={styles.leave}>
      <RowGroup>
        <ListRow
          danger
          title={t(WORDS[kind].action)}
          disabled={pending !== null}
          aria-busy={pending?.kind === kind || undefined}
          onClick={() => setAsked(kind)}
        />
      </RowGroup>
      <ConfirmSheet
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t(question.title, { name: group.groupName })}
        hint={t(question.hint)}
        action={t(question.action)}
        onConfirm={() => asked !== null && change({ kind: asked })}
      />
    </div>
  );
}

const WORDS = {
  quit: { action: "group.leave", title: "group.leaveTitle", hint: "group.leaveHint" },
  dismiss: { action: "group.dismiss", title: "group.dismissTitle", hint: "group.dismissHint" },
} as const;
