import type { LucideIcon } from "lucide-react";
import { mayLookAt, mayManage } from "../../../machines/domain/group.ts";
import type { Group, GroupMember } from "../../../machines/domain/people.ts";
import { Avatar } from "../../components/Avatar.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Minus, Plus } from "../../components/icons.ts";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { groupPath, memberCardPath } from "../group/place.ts";
import { useMembers } from "../group/useGroup.ts";
import { useMemberName } from "../group/useMemberName.ts";
import styles from "./MemberGrid.module.css";

/** Two rows of five, including the buttons to add and remove (2-50). */
const CELLS = 10;

export function MemberGrid({ group, me }: { group: Group; me: GroupMember }) {
  const { t } = useText();
  const toNavigation = useSend(useNavigation());
  const members = useMembers();
  const { groupID, memberCount } = group;
  const go = (to: string) => () => toNavigation({ type: "user.navigate", to });
  const manages = mayManage(me);
  const shown = members.slice(0, CELLS - (manages ? 2 : 1));
  return (
    <RowGroup>
      <ListRow
        title={t("group.members")}
        aside={t("chat.members", { count: memberCount })}
        chevron
        onClick={go(groupPath("groupMemberList", groupID))}
      />
      <ul className={styles.grid} aria-label={t("group.members")}>
        {shown.map((member) => (
          <li key={member.userID}>
            <Face member={member} mayLook={mayLookAt({ group, me }, member.userID, me.userID)} />
          </li>
        ))}
        <li>
          <Tool icon={Plus} label={t("group.add")} onClick={go(groupPath("chooseUser", groupID))} />
        </li>
        {manages && (
          <li>
            <Tool
              icon={Minus}
              label={t("group.remove")}
              onClick={go(groupPath("groupMemberList", groupID, { mode: "remove" }))}
            />
          </li>
        )}
      </ul>
    </RowGroup>
  );
}

/** Opens the user's card unless the group hides its members (6-04). */
function Face({ member, mayLook }: { member: GroupMember; mayLook: boolean }) {
  const toNavigation = useSend(useNavigation());
  const name = useMemberName()(member);
  const face = (
    <>
      <Avatar name={name} src={member.faceURL} size={48} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </>
  );
  if (!mayLook) return <span className={styles.cell}>{face}</span>;
  const to = memberCardPath(member.groupID, member.userID);
  return (
    <button type="button" className={styles.cell} onClick={() => toNavigation({ type: "user.navigate", to })}>
      {face}
    </button>
  );
}

function Tool({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.cell} aria-label={label} onClick={onClick}>
      <span className={styles.tool}>
        <Icon of={icon} />
      </span>
    </button>
  );
}
