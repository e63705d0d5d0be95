import { useSelector } from "@xstate/react";
import type { LucideIcon } from "lucide-react";
import { useMemo } from "react";
import type {
  Application,
  ApplicationListName,
  ApplicationLists,
} from "../../../machines/domain/contact-request.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { ROW_STOP } from "../../components/rowKeys.ts";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useNextRow } from "../../components/useNextRow.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContactRequests, useSend } from "../../shell/actors.tsx";
import { ApplicationRow } from "./ApplicationRow.tsx";
import { byPending } from "./requestText.ts";

const NONE: ApplicationLists = { receivedFriends: [], sentFriends: [], receivedGroups: [], sentGroups: [] };

export interface ApplicationRowsProps {
  names: readonly ApplicationListName[];
  icon: LucideIcon;
  empty: string;
}

/** Pending requests first, then the newest (2-54). */
export function ApplicationRows({ names, icon, empty }: ApplicationRowsProps) {
  const { t } = useText();
  const applications = useContactRequests();
  const send = useSend(applications);
  const lists = useSelector(applications, (snapshot) => snapshot?.context.lists ?? NONE);
  const hasFailed = useSelector(applications, (snapshot) => snapshot?.hasTag("failed") ?? false);
  const isLoading = useSelector(applications, (snapshot) => snapshot?.hasTag("loading") ?? true);
  const rows = useMemo(
    () =>
      names
        .flatMap((name) => lists[name].map((application) => ({ name, application })))
        .sort((a, b) => byPending(a.application, b.application)),
    [lists, names],
  );
  // Not the buttons of the next row: a second press of the key must not answer it.
  const next = useNextRow(rows, `[${ROW_STOP}]`);

  if (rows.length === 0) {
    if (hasFailed) {
      const retry = () => send({ type: "user.retryApplications" });
      return <ErrorState text={t("application.loadFailed")} onRetry={retry} />;
    }
    return isLoading ? <RowsSkeleton /> : <EmptyState icon={icon} text={empty} />;
  }
  return (
    <ul aria-label={t("application.list")} {...next}>
      {rows.map(({ name, application }) => (
        <li key={`${name} ${nameOf(application)}`}>
          <ApplicationRow name={name} application={application} />
        </li>
      ))}
    </ul>
  );
}

function nameOf(application: Application): string {
  return application.kind === "friend"
    ? `${application.fromUserID} ${application.toUserID}`
    : `${application.userID} ${application.groupID}`;
}
