import { useSelector } from "@xstate/react";
import { canConfirm } from "../../../machines/groups/member-picker.ts";
import { Button } from "../../components/Button.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { useMemberPicker } from "../../shell/routeActors.ts";
import styles from "./PeoplePicker.module.css";

/** Shows the number of picked users (2-62). */
export function Confirm({ what }: { what: "create" | "invite" }) {
  const { t } = useText();
  const memberPicker = useMemberPicker();
  const send = useSend(memberPicker);
  const count = useSelector(memberPicker, (snapshot) => snapshot?.context.picked.length ?? 0);
  const isReady = useSelector(
    memberPicker,
    (snapshot) => snapshot !== undefined && canConfirm(snapshot.context),
  );
  const isWorking = useSelector(memberPicker, (snapshot) => snapshot?.hasTag("working") ?? false);
  return (
    <div className={styles.footer}>
      <Button block disabled={!isReady} busy={isWorking} onClick={() => send({ type: "user.confirmPicks" })}>
        {t(`choosing.${what}`, { count })}
      </Button>
    </div>
  );
}
