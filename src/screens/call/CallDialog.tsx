import { Dialog } from "@base-ui/react/dialog";
import { type RefObject, useRef } from "react";
import { mayTakeFocus } from "../../components/focus.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { Minimize2 } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { CallBackdrop } from "./CallBackdrop.tsx";
import { CallControls } from "./CallControls.tsx";
import styles from "./CallDialog.module.css";
import { CallHints } from "./CallHints.tsx";
import { LargePicture, SmallPicture, usePictures } from "./CallPictures.tsx";
import { CallTitle } from "./CallTitle.tsx";
import { CameraControls } from "./CameraControls.tsx";
import type { CallView } from "./callView.ts";

export interface CallDialogProps {
  view: CallView;
  isOpen: boolean;
  /** True restores the focus to the element that had it before. */
  finalFocus: RefObject<HTMLElement | null> | true;
  onMinimise: () => void;
  onAccept: () => void;
  onHangUp: () => void;
}

/**
 * A full-screen call, dark in both themes, above everything else (2-101, 9-09). It traps and restores the focus.
 * Escape minimises.
 */
export function CallDialog(props: CallDialogProps) {
  const { view, isOpen, finalFocus, onMinimise, onAccept, onHangUp } = props;
  const { t } = useText();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={isOpen} disablePointerDismissal onOpenChange={(open) => open || onMinimise()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          className={styles.call}
          aria-label={t("common.call")}
          initialFocus={() => mayTakeFocus() && popup.current}
          finalFocus={finalFocus}
        >
          <Content
            key={view.roomID}
            view={view}
            popup={popup}
            onMinimise={onMinimise}
            onAccept={onAccept}
            onHangUp={onHangUp}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ContentProps extends Omit<CallDialogProps, "isOpen" | "finalFocus"> {
  popup: RefObject<HTMLDivElement | null>;
}

function Content({ view, popup, onMinimise, onAccept, onHangUp }: ContentProps) {
  const { t } = useText();
  const pictures = usePictures(view);
  return (
    <div className={styles.scene}>
      <CallBackdrop faceURL={view.faceURL} />
      <LargePicture view={view} pictures={pictures} />
      <header className={styles.top}>
        <IconButton
          icon={Minimize2}
          label={t("rtc.minimise")}
          className={styles.glass}
          size={20}
          onClick={onMinimise}
        />
        {view.mediaType === "video" && view.phase === "connected" && view.room && (
          <CameraControls view={view} />
        )}
      </header>
      <SmallPicture view={view} pictures={pictures} />
      <CallTitle view={view} isOverPicture={pictures.large !== null} />
      <div className={styles.bottom}>
        <CallHints view={view} />
        <CallControls view={view} container={popup} onAccept={onAccept} onHangUp={onHangUp} />
      </div>
    </div>
  );
}
