import { useSelector } from "@xstate/react";
import { useId, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Clock, Search, X } from "../../components/icons.ts";
import { ListRow } from "../../components/ListRow.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type LocalSearchActor, useSend } from "../../shell/actors.tsx";
import { ConfirmSheet } from "../ConfirmSheet.tsx";
import styles from "./RecentSearches.module.css";

export function RecentSearches({ localSearch }: { localSearch: LocalSearchActor }) {
  const { t } = useText();
  const send = useSend(localSearch);
  const recent = useSelector(localSearch, ({ context }) => context.recent);
  const titleID = useId();
  const [isAsking, setAsking] = useState(false);
  if (recent.length === 0) return <EmptyState icon={Search} text={t("searching.prompt")} />;
  return (
    <section aria-labelledby={titleID}>
      <div className={styles.head}>
        <h2 id={titleID} className={styles.title}>
          {t("searching.recent")}
        </h2>
        <Button variant="text" onClick={() => setAsking(true)}>
          {t("searching.forgetAll")}
        </Button>
      </div>
      <ul aria-labelledby={titleID}>
        {recent.map((keyword) => (
          <li key={keyword} className={styles.row}>
            <ListRow
              leading={<Icon of={Clock} size={20} />}
              title={keyword}
              onClick={() => send({ type: "user.repeatSearch", keyword })}
            />
            <IconButton
              icon={X}
              size={20}
              tone="quiet"
              label={t("searching.forget", { keyword })}
              onClick={() => send({ type: "user.forgetSearch", keyword })}
            />
          </li>
        ))}
      </ul>
      <ConfirmSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t("searching.forgetAllTitle")}
        hint={t("searching.forgetAllHint")}
        action={t("searching.forgetAll")}
        onConfirm={() => send({ type: "user.forgetSearches" })}
      />
    </section>
  );
}
