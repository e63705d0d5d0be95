import { useSelector } from "@xstate/react";
import { PLACE_NAME_LIMIT } from "../../../../machines/composer/share-confirmation.ts";
import { Button } from "../../../components/Button.tsx";
import { ErrorState } from "../../../components/EmptyState.tsx";
import { Spinner } from "../../../components/Spinner.tsx";
import { TextField } from "../../../components/TextField.tsx";
import { failureText } from "../../../i18n/failures.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type ShareConfirmationActor, useSend } from "../../../shell/actors.tsx";
import { coordinates } from "../../../text/coordinates.ts";
import { PlaceDrawing } from "../attachments/LocationView.tsx";
import styles from "./Sharing.module.css";

export function PlaceForm({ sharing }: { sharing: ShareConfirmationActor }) {
  const { t, language } = useText();
  const send = useSend(sharing);
  const { spot, name, failure } = useSelector(sharing, ({ context }) => context);
  const hasFailed = useSelector(sharing, (snapshot) => snapshot.hasTag("failed"));
  if (hasFailed)
    return <ErrorState text={failureText(t, failure)} onRetry={() => send({ type: "user.retryPlace" })} />;
  const distance = (metres: number) => {
    const [key, count] =
      metres < 1000 ? (["metres", Math.ceil(metres)] as const) : (["kilometres", metres / 1000] as const);
    return t(`sharing.${key}`, { count: count.toLocaleString(language, { maximumFractionDigits: 1 }) });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "user.sendPlace" });
      }}
    >
      <div className={styles.place}>
        {spot ? (
          <>
            <PlaceDrawing />
            <p className={styles.point}>{coordinates(spot.point)}</p>
            {spot.accuracy > 0 && (
              <p className={styles.detail}>{t("sharing.accuracy", { distance: distance(spot.accuracy) })}</p>
            )}
          </>
        ) : (
          <div className={styles.waiting}>
            <Spinner size={28} />
            <p role="status">{t("sharing.locating")}</p>
          </div>
        )}
      </div>
      <TextField
        label={t("sharing.placeName")}
        hint={t("sharing.placeHint")}
        value={name}
        maxLength={PLACE_NAME_LIMIT}
        enterKeyHint="send"
        autoComplete="off"
        onChange={(value) => send({ type: "user.namePlace", name: value })}
      />
      <Button type="submit" block disabled={!spot}>
        {t("sharing.send")}
      </Button>
    </form>
  );
}
