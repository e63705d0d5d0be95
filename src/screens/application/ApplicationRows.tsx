import { useSelector } from "@xstate/react";
import type { LucideIcon } from "lucide-react";
import { type FocusEvent, useLayoutEffect, useMemo, useRef } from "react";
import type {
  Application,
  ApplicationListName,
  ApplicationLists,
} from "../../../machines/domain/contact-request.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { ROW_STOP } from "../../components/rowKeys.ts";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
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
  const next = useNextRow(rows);

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

/**
 * Props of the list. When an answered request moves away from the focus, the focus goes to the row in its place: not to
 * that row's buttons, because a second press of the key must not answer it.
 */
function useNextRow(rows: unknown) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the rows takes the focus away
  useLayoutEffect(() => {
    const items = list.current?.children;
    if (!items || place.current < 0 || !document.activeElement?.contains(list.current)) return;
    const item = items[Math.min(place.current, items.length - 1)];
    item?.querySelector<HTMLElement>(`[${ROW_STOP}]`)?.focus({ preventScroll: true });
  }, [rows]);
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLUListElement>) => {
    place.current = [...currentTarget.children].findIndex((item) => item.contains(target));
  };
  return { ref: list, onFocus };
}

function nameOf(application: Application): string {
  return application.kind === "friend"
    ? `${application.fromUserID} ${application.toUserID}`
    : `${application.userID} ${application.groupID}`;
}
