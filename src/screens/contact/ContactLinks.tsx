import { useSelector } from "@xstate/react";
import type { LucideIcon } from "lucide-react";
import type { ApplicationKind } from "../../../machines/domain/contact-request.ts";
import { pendingCount, unhandledCount } from "../../../machines/people/contact-requests.ts";
import { Badge } from "../../components/Badge.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Ban, UserPlus, Users, UsersRound } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContactRequests } from "../../shell/actors.tsx";
import styles from "./ContactLinks.module.css";
import { ROW_HEIGHT } from "./ContactList.tsx";

/** In CSS pixels. */
export const LINKS_HEIGHT = 4 * ROW_HEIGHT;

export function ContactLinks() {
  const { t } = useText();
  return (
    <nav aria-label={t("contacts.people")} className={styles.links}>
      <RequestsLink kind="friend" icon={UserPlus} href="/newFriend" label={t("contacts.newFriends")} />
      <RequestsLink kind="group" icon={UsersRound} href="/newGroup" label={t("contacts.newGroups")} />
      <ListRow leading={<Mark icon={Users} />} title={t("contacts.myGroups")} href="/myGroup" chevron />
      <ListRow leading={<Mark icon={Ban} />} title={t("contacts.blackList")} href="/blackList" chevron />
    </nav>
  );
}

interface RequestsLinkProps {
  kind: ApplicationKind;
  icon: LucideIcon;
  href: string;
  label: string;
}

/** Without emphasis once the user has seen all requests (0-05). */
function RequestsLink({ kind, icon, href, label }: RequestsLinkProps) {
  const { t } = useText();
  const applications = useContactRequests();
  const count = useSelector(applications, (snapshot) =>
    snapshot ? pendingCount(snapshot.context, kind) : 0,
  );
  const isNew = useSelector(
    applications,
    (snapshot) => snapshot !== undefined && unhandledCount(snapshot.context, kind) > 0,
  );
  return (
    <ListRow
      leading={<Mark icon={icon} />}
      title={label}
      aria-label={count > 0 ? t("contacts.pending", { label, count }) : undefined}
      end={<Badge count={count} muted={!isNew} />}
      href={href}
      chevron
    />
  );
}

function Mark({ icon }: { icon: LucideIcon }) {
  return (
    <span className={styles.mark}>
      <Icon of={icon} size={22} />
    </span>
  );
}
