import { Icon } from "../../components/Icon.tsx";
import { MicOff, WifiOff } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./CallHints.module.css";
import type { CallView } from "./callView.ts";
import { DeviceHints, Pill, ReconnectingPill } from "./HintParts.tsx";
import { usePeerMuted, useRoomView } from "./roomView.ts";

/** Problems of the call, and what the user can do about them (4-92, 4-110, 10-13). */
export function CallHints({ view }: { view: CallView }) {
  const { t } = useText();
  const isPeerMuted = usePeerMuted(view);
  const { isReconnecting } = useRoomView(view);
  const { name, phase, room } = view;
  return (
    <div className={styles.hints}>
      <Connection view={view} isReconnecting={isReconnecting} />
      {phase === "connected" && isPeerMuted && !view.isPeerAway && !isReconnecting && (
        <p className={styles.quiet}>
          <Icon of={MicOff} size={16} />
          {t("rtc.peerMuted", { name })}
        </p>
      )}
      <DeviceHints room={room} />
    </div>
  );
}

/** The user's own connection comes first: while it is down, the peer's state is unknown. */
function Connection({ view, isReconnecting }: { view: CallView; isReconnecting: boolean }) {
  const { t } = useText();
  return (
    <div role="status" className={styles.connection}>
      {isReconnecting ? (
        <ReconnectingPill />
      ) : (
        view.isPeerAway && (
          <Pill>
            <Icon of={WifiOff} size={16} />
            {t("rtc.peerAway", { name: view.name })}
          </Pill>
        )
      )}
    </div>
  );
}
