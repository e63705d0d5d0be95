import { useSelector } from "@xstate/react";
import { selectDue } from "../../../machines/conversation/disappearing-messages.ts";
import type { Burn } from "../../../machines/domain/message.ts";
import { Icon } from "../../components/Icon.tsx";
import { Flame } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useDisappearingMessages } from "../../shell/actors.tsx";
import { SECOND, useNow } from "../../shell/now.ts";
import { burnClock, burnLeftText, burnTimeText } from "../../text/burnTime.ts";
import styles from "./BurnMark.module.css";

/** Shows the time left while the timer runs. */
export function BurnMark({ clientMsgID, burn }: { clientMsgID: string; burn: Burn }) {
  const text = useText();
  const due = useSelector(useDisappearingMessages(), (snapshot) =>
    snapshot ? selectDue(snapshot, clientMsgID) : null,
  );
  if (due !== null) return <Countdown due={due} />;
  const label = text.t("burning.waits", { time: burnTimeText(text, burn.seconds) });
  return <Icon of={Flame} size={12} label={label} />;
}

function Countdown({ due }: { due: number }) {
  const text = useText();
  const now = useNow(SECOND);
  const seconds = Math.max(0, Math.ceil((due - now) / SECOND));
  return (
    <span className={styles.countdown} role="timer" aria-live="off">
      <Icon of={Flame} size={12} label={text.t("burning.left", { time: burnLeftText(text, seconds) })} />
      <span aria-hidden="true">{burnClock(text, seconds)}</span>
    </span>
  );
}
