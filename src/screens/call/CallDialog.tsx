import type { RefObject } from "react";
import { useText } from "../../i18n/TextProvider.tsx";
import { CallBackdrop } from "./CallBackdrop.tsx";
import { CallControls } from "./CallControls.tsx";
import styles from "./CallDialog.module.css";
import { CallFrame } from "./CallFrame.tsx";
import { CallHints } from "./CallHints.tsx";
import { LargePicture, SmallPicture, usePictures } from "./CallPictures.tsx";
import { CallTitle } from "./CallTitle.tsx";
import { CameraControls } from "./CameraControls.tsx";
import type { CallView } from "./callView.ts";
import { NoPicture, PicturePlace, PictureWindowButton } from "./PictureWindow.tsx";
import type { CallWindowState } from "./useCallWindow.ts";
import { usePictureWindow } from "./usePictureWindow.ts";
import { WindowButtons } from "./WindowButtons.tsx";

export interface CallDialogProps {
  view: CallView;
  frame: CallWindowState;
  onMinimise: () => void;
  onAccept: () => void;
  onHangUp: () => void;
}

/** A call of two. Escape minimises. */
export function CallDialog(props: CallDialogProps) {
  const { view, frame, onMinimise, onAccept, onHangUp } = props;
  const { t } = useText();
  return (
    <CallFrame
      label={t("common.call")}
      frame={frame}
      isAsking={view.phase === "ringing"}
      onClose={onMinimise}
    >
      {(popup) => (
        <Content
          key={view.roomID}
          view={view}
          popup={popup}
          onMinimise={onMinimise}
          onAccept={onAccept}
          onHangUp={onHangUp}
        />
      )}
    </CallFrame>
  );
}

interface ContentProps extends Omit<CallDialogProps, "frame"> {
  popup: RefObject<HTMLElement | null>;
}

function Content({ view, popup, onMinimise, onAccept, onHangUp }: ContentProps) {
  const pictures = usePictures(view);
  const small = usePictureWindow();
  const hasPictures = pictures.large !== null || small.host !== null;
  const isHere = small.host === null;
  return (
    <div className={styles.scene}>
      <CallBackdrop faceURL={view.faceURL} />
      <header className={styles.top}>
        <WindowButtons onMinimise={onMinimise} />
        {view.mediaType === "video" && view.phase === "connected" && view.room && (
          <span className={styles.actions}>
            {hasPictures && <PictureWindowButton pictures={small} />}
            <CameraControls view={view} />
          </span>
        )}
      </header>
      <PicturePlace pictures={small}>
        {small.host && !pictures.large && <NoPicture view={view} />}
        <LargePicture view={view} pictures={pictures} />
        <SmallPicture view={view} pictures={pictures} />
      </PicturePlace>
      <CallTitle
        view={view}
        isOverPicture={pictures.large !== null && isHere}
        isBesidePicture={pictures.small !== null && isHere}
      />
      <div className={styles.bottom}>
        <CallHints view={view} />
        <CallControls view={view} container={popup} onAccept={onAccept} onHangUp={onHangUp} />
      </div>
    </div>
  );
}
