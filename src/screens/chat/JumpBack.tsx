import { useSelector } from "@xstate/react";
import { cx } from "../../components/cx.ts";
import { Icon } from "../../components/Icon.tsx";
import { Undo2 } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type JumpHistoryActor, useSend } from "../../shell/actors.tsx";
import styles from "./JumpBack.module.css";
import round from "./ToBottom.module.css";

export interface JumpBackProps {
  jumpHistory: JumpHistoryActor;
  onPress: () => void;
}

export function JumpBack({ jumpHistory, onPress }: JumpBackProps) {
  const { t } = useText();
  const send = useSend(jumpHistory);
  const isAway = useSelector(jumpHistory, (snapshot) => snapshot.matches("away"));
  if (!isAway) return null;
  return (
    <button
      type="button"
      className={cx(round.button, styles.place)}
      onClick={() => {
        onPress();
        send({ type: "user.jumpBack" });
      }}
    >
      <Icon of={Undo2} size={20} label={t("chat.jumpBack")} />
    </button>
  );
}
