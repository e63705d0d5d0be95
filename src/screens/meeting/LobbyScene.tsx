import { type RefObject, useCallback, useState } from "react";
import { Avatar } from "../../components/Avatar.tsx";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { Blend, ChevronLeft, Lock } from "../../components/icons.ts";
import { SwitchRow } from "../../components/SwitchRow.tsx";
import "../../i18n/talk.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { CallButton } from "../call/CallButton.tsx";
import dialog from "../call/CallDialog.module.css";
import { DeviceToggle } from "../call/DeviceControl.tsx";
import { useBlur } from "../call/useBlur.ts";
import styles from "./LobbyScene.module.css";
import { MicrophoneLevel } from "./MicrophoneLevel.tsx";
import { SendCardButton, SendCardSheet } from "./SendCard.tsx";

export interface LobbyView {
  roomID: string;
  camera: boolean;
  microphone: boolean;
  isEncrypted: boolean;
  /** Whether the user decides about encryption. */
  mayEncrypt: boolean;
  /** False for an encrypted meeting without its key, or in a browser that cannot encrypt. */
  canJoin: boolean;
  /** The key of an encrypted meeting was dropped at a sign-out. */
  isKeyLost: boolean;
  /** Of this user's account. */
  name: string;
  faceURL: string;
}

export interface LobbyActions {
  join: () => void;
  cancel: () => void;
  setDevice: (source: "microphone" | "camera", on: boolean) => void;
  setEncryption: (on: boolean) => void;
}

export interface LobbySceneProps {
  lobby: LobbyView;
  actions: LobbyActions;
  popup: RefObject<HTMLElement | null>;
}

/** Before a meeting: the own picture, what to join with, and under which name. */
export function LobbyScene({ lobby, actions, popup }: LobbySceneProps) {
  const { t } = useText();
  const { unlockSound } = useOutside();
  const blur = useBlur();
  const { roomID, camera, microphone, name, faceURL } = lobby;
  return (
    <div className={dialog.scene}>
      <div className={dialog.top}>
        <IconButton
          icon={ChevronLeft}
          label={t("common.back")}
          className={dialog.glass}
          size={24}
          onClick={actions.cancel}
        />
      </div>
      <div className={styles.page}>
        <div className={styles.words}>
          <h2 className={styles.title}>{t("lobby.title")}</h2>
          <p className={styles.who}>{t("lobby.joinsAs", { name })}</p>
        </div>
        <div className={styles.view}>
          {camera ? (
            <Preview name={name} faceURL={faceURL} />
          ) : (
            <Off name={name} faceURL={faceURL} text={t("lobby.cameraIsOff")} />
          )}
          {microphone && <MicrophoneLevel />}
        </div>
        <div className={styles.devices}>
          <DeviceToggle
            source="microphone"
            isOn={microphone}
            onToggle={() => actions.setDevice("microphone", !microphone)}
          />
          <DeviceToggle source="camera" isOn={camera} onToggle={() => actions.setDevice("camera", !camera)} />
          {blur.isOffered && (
            <CallButton
              icon={Blend}
              tone={blur.isOn ? "lit" : "glass"}
              label={t("rtc.blur")}
              aria-pressed={blur.isOn}
              onClick={blur.toggle}
            />
          )}
        </div>
        <Encryption lobby={lobby} onChange={actions.setEncryption} />
        <div className={styles.buttons}>
          <Button
            block
            disabled={!lobby.canJoin}
            className={styles.join}
            onClick={() => {
              unlockSound();
              actions.join();
            }}
          >
            {t("meeting.joinNow")}
          </Button>
          {/* A card has no key, so it comes only when encryption is decided. */}
          {!lobby.isEncrypted && !lobby.mayEncrypt && <SendCardButton roomID={roomID} />}
        </div>
      </div>
      <SendCardSheet container={popup} />
    </div>
  );
}

interface EncryptionProps {
  lobby: LobbyView;
  onChange: (on: boolean) => void;
}

/** A switch in a new meeting, else a note if the meeting is encrypted (11-44). */
function Encryption({ lobby, onChange }: EncryptionProps) {
  const { t } = useText();
  const { isEncrypted, mayEncrypt, canJoin, isKeyLost } = lobby;
  if (mayEncrypt)
    return (
      <div className={styles.encryption}>
        <SwitchRow
          label={t("lobby.encryption")}
          hint={t("lobby.encryptionHint")}
          checked={isEncrypted}
          onChange={onChange}
        />
      </div>
    );
  if (!isEncrypted) return null;
  return (
    <div className={styles.encryption}>
      <p className={styles.encrypted}>
        <Icon of={Lock} size={18} />
        {t("meeting.encrypted")}
      </p>
      <p className={styles.hint}>
        {isKeyLost ? t("meeting.unreadable") : t(canJoin ? "lobby.encryptionHint" : "lobby.cannotEncrypt")}
      </p>
    </div>
  );
}

type Face = Pick<LobbyView, "name" | "faceURL">;

function Off({ name, faceURL, text }: Face & { text: string }) {
  return (
    <div className={styles.off}>
      <Avatar name={name} src={faceURL} size={96} radius={48} />
      <p role="status" className={styles.note}>
        {text}
      </p>
    </div>
  );
}

/** The camera is on while this is on screen. */
function Preview({ name, faceURL }: Face) {
  const { t } = useText();
  const { showPreview } = useOutside();
  const [isShown, setShown] = useState(true);
  const show = useCallback((element: HTMLVideoElement) => showPreview(element, setShown), [showPreview]);
  return (
    <>
      {!isShown && <Off name={name} faceURL={faceURL} text={t("lobby.cameraBlocked")} />}
      <video
        ref={show}
        hidden={!isShown}
        className={styles.video}
        aria-label={t("rtc.ownPicture")}
        autoPlay
        playsInline
        muted
      />
    </>
  );
}
