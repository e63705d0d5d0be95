import { useSelector } from "@xstate/react";
import { Icon } from "../../components/Icon.tsx";
import { Lock, ScreenShare, UsersRound } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import hints from "../call/CallHints.module.css";
import { DeviceHints, Pill, ReconnectingPill } from "../call/HintParts.tsx";
import { useRoomView } from "../call/roomView.ts";
import { type GroupCallView, tilesOf } from "./groupCallView.ts";

export interface GroupHintsProps {
  view: GroupCallView;
  isSharing: boolean;
  onStopSharing: () => void;
}

/** What the user should know about the call, and what they can do about it. */
export function GroupHints({ view, isSharing, onStopSharing }: GroupHintsProps) {
  const { t } = useText();
  const { room } = view;
  const { isReconnecting } = useRoomView({ room });
  const isUnreadable = useSelector(room, (snapshot) => snapshot?.hasTag("unreadable") ?? false);
  const isAlone = tilesOf(view).length === 1;
  return (
    <div className={hints.hints}>
      <div role="status" className={hints.connection}>
        {isReconnecting ? (
          <ReconnectingPill />
        ) : (
          isAlone && (
            <Pill>
              <Icon of={UsersRound} size={16} />
              {t("talk.alone")}
            </Pill>
          )
        )}
      </div>
      {isUnreadable && (
        <p role="status" className={hints.trouble}>
          <Icon of={Lock} size={20} />
          <span className={hints.reason}>{t("meeting.unreadable")}</span>
        </p>
      )}
      {isSharing && (
        <div className={hints.trouble}>
          <Icon of={ScreenShare} size={20} />
          <p className={hints.reason}>{t("talk.youShare")}</p>
          <button type="button" className={hints.retry} onClick={onStopSharing}>
            {t("talk.stopSharing")}
          </button>
        </div>
      )}
      <DeviceHints room={room} />
    </div>
  );
}
