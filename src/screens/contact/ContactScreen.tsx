import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useContacts, useSend } from "../../app/actors.tsx";
import { useUnheard } from "../../app/linkStatus.ts";
import type { ScrollingScreenProps } from "../../app/scrolling.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { User, Users } from "../../components/icons.ts";
import { NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { ContactList } from "./ContactList.tsx";
import styles from "./ContactScreen.module.css";

type Kind = "friends" | "groups";

/** Friends and groups; a tap opens the chat with them (2-19, 1-04). */
export function ContactScreen({ scroller }: ScrollingScreenProps) {
  const { t } = useText();
  const [kind, setKind] = useState<Kind>("friends");
  return (
    <Screen ref={scroller} bar={<NavBar title={t("contacts.title")} />}>
      <SegmentedControl<Kind>
        className={styles.kinds}
        label={t("contacts.title")}
        value={kind}
        options={[
          { value: "friends", label: t("contacts.friends") },
          { value: "groups", label: t("contacts.groups") },
        ]}
        onChange={setKind}
      />
      <Content kind={kind} scroller={scroller} />
    </Screen>
  );
}

function Content({ kind, scroller }: ScrollingScreenProps & { kind: Kind }) {
  const { t } = useText();
  const contacts = useContacts();
  const send = useSend(contacts);
  const unheard = useUnheard();
  const isEmpty = useSelector(contacts, (snapshot) => (snapshot?.context[kind].length ?? 0) === 0);
  const hasFailed = useSelector(contacts, (snapshot) => snapshot?.hasTag("failed") ?? false);
  const isLoading = useSelector(contacts, (snapshot) => snapshot?.hasTag("loading") ?? true);

  if (!isEmpty && contacts) {
    return <ContactList key={kind} kind={kind} contacts={contacts} scroller={scroller} />;
  }
  // Without a synchronisation there is nothing to read, either.
  if (unheard?.state === "failed")
    return <ErrorState text={t("contacts.notFetched")} onRetry={unheard.onRetry} />;
  if (hasFailed) {
    return (
      <ErrorState text={t("contacts.loadFailed")} onRetry={() => send({ type: "user.retryContacts" })} />
    );
  }
  if (isLoading || unheard) return <RowsSkeleton />;
  return kind === "friends" ? (
    <EmptyState icon={User} text={t("contacts.empty")} />
  ) : (
    <EmptyState icon={Users} text={t("contacts.emptyGroups")} />
  );
}
