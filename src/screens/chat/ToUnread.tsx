import { useSelector } from "@xstate/react";
import { cx } from "../../components/cx.ts";
import { Icon } from "../../components/Icon.tsx";
import { ChevronUp } from "../../components/icons.ts";
import { Spinner } from "../../components/Spinner.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type ReadStateActor, type UnreadJumpActor, useSend } from "../../shell/actors.tsx";
import round from "./ToBottom.module.css";
import styles from "./ToUnread.module.css";

export interface ToUnreadProps {
  reading: ReadStateActor;
  onPress: () => void;
}

/** The way to the first unread message, if the chat opened below it (4-61). */
export function ToUnread({ reading, onPress }: ToUnreadProps) {
  const jump = useSelector(reading, ({ children }) => children.unreadJump);
  return jump ? <Pill jump={jump} onPress={onPress} /> : null;
}

function Pill({ jump, onPress }: Pick<ToUnreadProps, "onPress"> & { jump: UnreadJumpActor }) {
  const { t } = useText();
  const send = useSend(jump);
  const count = useSelector(jump, ({ context }) => context.count);
  const isOffered = useSelector(jump, (snapshot) => snapshot.hasTag("offered"));
  const isLoading = useSelector(jump, (snapshot) => snapshot.matches("loading"));
  return (
    <div role="status" className={styles.place}>
      {isOffered && (
        <button
          type="button"
          className={cx(round.button, round.pill, styles.pill)}
          aria-busy={isLoading}
          onClick={() => {
            onPress();
            send({ type: "user.jumpToUnread" });
          }}
        >
          {t("chat.newMessages", { count })}{" "}
          {isLoading ? <Spinner size={20} /> : <Icon of={ChevronUp} size={20} label={t("chat.toUnread")} />}
        </button>
      )}
    </div>
  );
}
