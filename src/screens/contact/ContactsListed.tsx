import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { ErrorState } from "../../components/EmptyState.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useContacts, useSend } from "../../shell/actors.tsx";
import { useUnheard } from "../../shell/linkStatus.ts";

export interface ContactsListedProps {
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

export function ContactsListed({ isEmpty, empty, children }: ContactsListedProps) {
  const { t } = useText();
  const contacts = useContacts();
  const send = useSend(contacts);
  const unheard = useUnheard();
  const hasFailed = useSelector(contacts, (snapshot) => snapshot?.hasTag("failed") ?? false);
  const isLoading = useSelector(contacts, (snapshot) => snapshot?.hasTag("loading") ?? true);

  if (!isEmpty) return children;
  // Without a sync there are no contacts to read.
  if (unheard?.state === "failed")
    return <ErrorState text={t("contacts.notFetched")} onRetry={unheard.onRetry} />;
  if (hasFailed) {
    return (
      <ErrorState text={t("contacts.loadFailed")} onRetry={() => send({ type: "user.retryContacts" })} />
    );
  }
  return isLoading || unheard ? <RowsSkeleton /> : empty;
}
