import { useEffect, useState } from "react";
import {
  ADMIN,
  type GroupChange,
  isOwner,
  mayManage,
  mayTouch,
  OWNER,
} from "../../../machines/domain/group.ts";
import type { GroupMember } from "../../../machines/domain/people.ts";
import { ActionMenu, type ActionMenuItem } from "../../components/ActionMenu.tsx";
import { ListRow, RowGroup } from "../../components/ListRow.tsx";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { MINUTE, useNow } from "../../shell/now.ts";
import { messageTime, spanText } from "../../text/time.ts";
import { useChanging, useMembers, useOwnGroup, useStanding } from "../group/useGroup.ts";
import { useMemberName } from "../group/useMemberName.ts";

const MINUTES = 60;
const HOURS = 60 * MINUTES;
const DAYS = 24 * HOURS;

/** The membership in the group from which the card was opened; an owner or admin can change it (2-56, 6-01, 6-06). */
export function GroupMembership({ userID }: { userID: string }) {
  const { me } = useStanding();
  const listed = useMembers().find((one) => one.userID === userID);
  const member = me?.userID === userID ? me : listed;
  const send = useSend(useOwnGroup());
  const isSought = me !== null && member === undefined;
  // In a large group the member may be on a page that is not loaded.
  useEffect(() => {
    if (isSought) send({ type: "user.seekMember" });
  }, [isSought, send]);
  if (!me || !member) return null;
  return <Facts member={member} me={me} />;
}

function Facts({ member, me }: { member: GroupMember; me: GroupMember }) {
  const { t, language } = useText();
  const now = useNow(MINUTE);
  const { change, pending } = useChanging();
  const { userID, roleLevel, joinTime } = member;
  const isAdmin = roleLevel === ADMIN;
  const role = roleLevel === OWNER ? t("group.owner") : isAdmin ? t("group.admin") : t("membership.member");
  return (
    <RowGroup label={t("membership.title")}>
      <ListRow title={t("membership.role")} aside={role} />
      {joinTime > 0 && (
        <ListRow title={t("membership.joined")} aside={messageTime(joinTime, now, language)} />
      )}
      {isOwner(me) && roleLevel !== OWNER && (
        <SwitchRow
          label={t("membership.admin")}
          checked={pending?.kind === "admin" ? pending.admin : isAdmin}
          busy={pending !== null}
          onChange={(admin) => change({ kind: "admin", userID, admin })}
        />
      )}
      {mayManage(me) && mayTouch(me, member) && (
        <Silence member={member} now={now} pending={pending} onChange={change} />
      )}
    </RowGroup>
  );
}

interface SilenceProps {
  member: GroupMember;
  now: number;
  pending: GroupChange | null;
  onChange: (change: GroupChange) => void;
}

/** Requirement 6-12. */
function Silence({ member, now, pending, onChange }: SilenceProps) {
  const { t, language } = useText();
  const [isOpen, setOpen] = useState(false);
  const name = useMemberName()(member);
  const { userID, muteEndTime } = member;
  const isMuted = muteEndTime > now;
  const choose = (seconds: number) => () => onChange({ kind: "mute", userID, seconds });
  const items: ActionMenuItem[] = [
    { key: "10m", label: spanText(10 * MINUTES, t), onSelect: choose(10 * MINUTES) },
    { key: "1h", label: spanText(HOURS, t), onSelect: choose(HOURS) },
    { key: "12h", label: spanText(12 * HOURS, t), onSelect: choose(12 * HOURS) },
    { key: "1d", label: spanText(DAYS, t), onSelect: choose(DAYS) },
    ...(isMuted ? [{ key: "off", label: t("membership.unmute"), onSelect: choose(0) }] : []),
  ];
  return (
    <>
      <ListRow
        title={t("membership.mute")}
        aside={
          isMuted
            ? t("membership.mutedUntil", { time: messageTime(muteEndTime, now, language) })
            : t("membership.unmuted")
        }
        chevron
        disabled={pending !== null}
        aria-busy={pending?.kind === "mute" || undefined}
        onClick={() => setOpen(true)}
      />
      <ActionMenu
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("membership.muteTitle", { name })}
        showTitle
        items={items}
      />
    </>
  );
}
