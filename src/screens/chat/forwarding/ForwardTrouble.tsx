import { useSelector } from "@xstate/react";
import { MOST_RECEIVERS } from "../../../../machines/conversation/forwarded-messages.ts";
import { failureText } from "../../../i18n/failures.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import type { ForwardingActor } from "../../../shell/actors.tsx";
import styles from "./Forwarding.module.css";

/** The reason why the last step failed. */
export function ForwardTrouble({ forwarding }: { forwarding: ForwardingActor }) {
  const { t } = useText();
  const trouble = useSelector(forwarding, ({ context }) => context.trouble);
  const isCard = useSelector(forwarding, ({ context }) => context.card !== undefined);
  if (trouble === null) return null;
  const words = () => {
    if (trouble === "tooManyChats") return t("forwarding.tooMany", { count: MOST_RECEIVERS });
    const failure = failureText(t, trouble);
    return isCard ? t("meeting.cardFailed", { failure }) : failure;
  };
  return (
    <p role="alert" className={styles.trouble}>
      {words()}
    </p>
  );
}
