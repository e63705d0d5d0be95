import { isAlive, isOwner, mayManage } from "../../../machines/domain/group.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { Choices } from "../../components/Choices.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Users } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { GroupPage } from "../group/GroupPage.tsx";
import { groupPath } from "../group/place.ts";
import { useChanging } from "../group/useGroup.ts";

/** For the owner and admins (2-29, 2-51). */
export default function GroupManageScreen() {
  const { t } = useText();
  return (
    <GroupPage title={t("groupManage.title")} sunken>
      {(group, me) =>
        me && isAlive(group) && mayManage(me) ? (
          <Management group={group} me={me} />
        ) : (
          <EmptyState icon={Users} text={t("groupManage.notForYou")} />
        )
      }
    </GroupPage>
  );
}

const MODES = [
  { value: 0, words: "groupManage.verify0" },
  { value: 1, words: "groupManage.verify1" },
  { value: 2, words: "groupManage.verify2" },
] as const;

function Management({ group, me }: { group: Group; me: GroupMember }) {
  const { t } = useText();
  const { change, pending } = useChanging();
  const toNavigation = useSend(useNavigation());
  const go = (to: string) => () => toNavigation({ type: "user.navigate", to });
  const { groupID, status, lookMemberInfo, applyMemberFriend, needVerification } = group;
  const isBusy = pending !== null;
  return (
    <>
      <RowGroup label={t("groupManage.speaking")}>
        <SwitchRow
          label={t("groupManage.muteAll")}
          hint={t("groupManage.muteAllHint")}
          checked={pending?.kind === "muteAll" ? pending.muted : status === 3}
          busy={isBusy}
          onChange={(muted) => change({ kind: "muteAll", muted })}
        />
      </RowGroup>
      <RowGroup label={t("groupManage.permissions")}>
        <SwitchRow
          label={t("groupManage.lookMemberInfo")}
          checked={pending?.kind === "lookMemberInfo" ? pending.allowed : lookMemberInfo !== 1}
          busy={isBusy}
          onChange={(allowed) => change({ kind: "lookMemberInfo", allowed })}
        />
        <SwitchRow
          label={t("groupManage.applyMemberFriend")}
          checked={pending?.kind === "applyMemberFriend" ? pending.allowed : applyMemberFriend !== 1}
          busy={isBusy}
          onChange={(allowed) => change({ kind: "applyMemberFriend", allowed })}
        />
      </RowGroup>
      <RowGroup label={t("groupManage.verification")}>
        <Choices
          label={t("groupManage.verification")}
          options={MODES.map(({ value, words }) => ({ value, label: t(words) }))}
          value={pending?.kind === "verification" ? pending.mode : needVerification}
          busy={isBusy}
          onChange={(mode) => change({ kind: "verification", mode })}
        />
      </RowGroup>
      {isOwner(me) && (
        <RowGroup label={t("groupManage.roles")}>
          <ListRow
            title={t("groupManage.admins")}
            detail={t("groupManage.adminsHint")}
            chevron
            onClick={go(groupPath("groupMemberList", groupID))}
          />
          <ListRow
            title={t("groupManage.transfer")}
            chevron
            onClick={go(groupPath("groupMemberList", groupID, { mode: "transfer" }))}
          />
        </RowGroup>
      )}
    </>
  );
}
