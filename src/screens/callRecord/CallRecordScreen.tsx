import { useSelector } from "@xstate/react";
import { useState } from "react";
import { isMissed } from "../../../machines/domain/call.ts";
import { EmptyState, ErrorState } from "../../components/EmptyState.tsx";
import { Phone } from "../../components/icons.ts";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { RowsSkeleton } from "../../components/Skeleton.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import { useCallList } from "../../shell/routeActors.ts";
import { CallEntryRow } from "./CallEntryRow.tsx";
import styles from "./CallRecordScreen.module.css";

type Choice = "all" | "missed";

/** All or missed calls, newest first. A tap calls back (2-97). */
export default function CallRecordScreen() {
  const { t } = useText();
  const send = useSend(useNavigation());
  const [choice, setChoice] = useState<Choice>("all");
  return (
    <Screen
      bar={
        <NavBar
          title={t("screen.callRecord")}
          start={<BackButton onClick={() => send({ type: "user.back" })} />}
        />
      }
    >
      <SegmentedControl<Choice>
        className={styles.choice}
        label={t("screen.callRecord")}
        value={choice}
        options={[
          { value: "all", label: t("callRecord.all") },
          { value: "missed", label: t("callRecord.missed") },
        ]}
        onChange={setChoice}
      />
      <Calls choice={choice} />
    </Screen>
  );
}

function Calls({ choice }: { choice: Choice }) {
  const { t } = useText();
  const list = useCallList();
  const send = useSend(list);
  const all = useSelector(list, (snapshot) => snapshot?.context.entries) ?? [];
  const hasFailed = useSelector(list, (snapshot) => snapshot?.hasTag("failed") ?? false);
  const isPending = useSelector(list, (snapshot) => snapshot?.hasTag("pending") ?? true);
  const entries =
    choice === "all" ? all : all.filter(({ record, isOutgoing }) => isMissed(record, isOutgoing));
  if (hasFailed) {
    return <ErrorState text={t("callRecord.loadFailed")} onRetry={() => send({ type: "user.retryCalls" })} />;
  }
  if (entries.length === 0) {
    if (isPending) return <RowsSkeleton />;
    return choice === "all" ? (
      <EmptyState icon={Phone} text={t("callRecord.empty")} hint={t("callRecord.emptyHint")} />
    ) : (
      <EmptyState icon={Phone} text={t("callRecord.emptyMissed")} />
    );
  }
  return (
    <ul aria-label={t("screen.callRecord")}>
      {entries.map((entry) => (
        <li key={entry.clientMsgID} className={styles.item}>
          <CallEntryRow entry={entry} />
        </li>
      ))}
    </ul>
  );
}
