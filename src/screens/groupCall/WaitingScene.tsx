import { IconButton } from "../../components/IconButton.tsx";
import { Phone, UserPlus } from "../../components/icons.ts";
import "../../i18n/talk.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { CallBackdrop } from "../call/CallBackdrop.tsx";
import { CallButton } from "../call/CallButton.tsx";
import controls from "../call/CallControls.module.css";
import dialog from "../call/CallDialog.module.css";
import hints from "../call/CallHints.module.css";
import { DeviceControl } from "../call/DeviceControl.tsx";
import { DeviceHints, ReconnectingPill } from "../call/HintParts.tsx";
import { Picture } from "../call/Picture.tsx";
import { useDevice, useDeviceView, useRoomView } from "../call/roomView.ts";
import { WindowButtons } from "../call/WindowButtons.tsx";
import type { GroupCallActions, GroupCallView } from "./groupCallView.ts";
import { PeopleList } from "./PeopleSheet.tsx";
import styles from "./WaitingScene.module.css";

export interface WaitingSceneProps {
  view: GroupCallView;
  actions: GroupCallActions;
}

/** Connecting, or no other user is in yet: the own picture, and the invited people with their state. */
export function WaitingScene({ view, actions }: WaitingSceneProps) {
  const { t } = useText();
  const { room, selfID, kind, phase } = view;
  const { isOn, facing } = useDeviceView(useDevice({ room }, "camera"));
  const { isReconnecting } = useRoomView({ room });
  const invited = view.people.filter(({ isSelf }) => !isSelf);
  const isCalling = phase === "calling" && kind === "group";
  return (
    <div className={dialog.scene}>
      <CallBackdrop faceURL={view.faceURL} />
      {isOn && (
        <>
          <Picture
            userID={selfID}
            source="camera"
            isMirrored={facing === "user"}
            label={t("rtc.ownPicture")}
            className={styles.picture}
          />
          <div className={styles.shade} />
        </>
      )}
      <div className={dialog.top}>
        <WindowButtons onMinimise={actions.minimise} />
        {isCalling && (
          <IconButton
            icon={UserPlus}
            label={t("talk.addPeople")}
            className={dialog.glass}
            size={20}
            onClick={actions.addPeople}
          />
        )}
      </div>
      <div className={styles.middle}>
        <h2 className={styles.name} dir="auto">
          {view.title || t("meeting.title")}
        </h2>
        <p role="status" className={styles.line}>
          {t(isCalling ? "talk.waiting" : "rtc.connecting")}
        </p>
        {invited.length > 0 && (
          <div className={styles.people}>
            <PeopleList people={invited} onRing={isCalling ? actions.ringAgain : undefined} />
          </div>
        )}
      </div>
      <div className={dialog.bottom}>
        <div className={hints.hints}>
          <div role="status" className={hints.connection}>
            {isReconnecting && <ReconnectingPill />}
          </div>
          <DeviceHints room={room} />
        </div>
        <div className={controls.controls}>
          {room && isCalling && <DeviceControl room={room} source="microphone" />}
          {room && isCalling && <DeviceControl room={room} source="camera" />}
          <CallButton icon={Phone} tone="hangUp" label={t("common.hangUp")} onClick={actions.hangUp} />
        </div>
      </div>
    </div>
  );
}
