import { useSelector } from "@xstate/react";
import { Button } from "../../components/Button.tsx";
import { MoreFailed } from "../../components/MoreFailed.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type SharedMediaActor, useSend } from "../../shell/actors.tsx";
import styles from "./ListEnd.module.css";

/** In CSS pixels. */
const NEAR = 800;

export function nearEnd(scroller: HTMLElement | null): boolean {
  return scroller !== null && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
}

export function ListEnd({ sharedMedia }: { sharedMedia: SharedMediaActor }) {
  const { t } = useText();
  const send = useSend(sharedMedia);
  const state = useSelector(sharedMedia, ({ value }) => value);
  if (state === "complete") return null;
  if (state === "reading")
    return (
      <p className={styles.end}>
        <Spinner label={t("common.loading")} />
      </p>
    );
  if (state === "failed")
    return (
      <div className={styles.failed}>
        <MoreFailed onRetry={() => send({ type: "user.retrySharedMedia" })} />
      </div>
    );
  return (
    <p className={styles.end}>
      <Button variant="secondary" onClick={() => send({ type: "user.loadMoreSharedMedia" })}>
        {t("chatMedia.more")}
      </Button>
    </p>
  );
}
