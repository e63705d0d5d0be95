import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { Avatar } from "../../components/Avatar.tsx";
import { Icon } from "../../components/Icon.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { PictureInPicture2 } from "../../components/icons.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import dialog from "./CallDialog.module.css";
import type { CallView } from "./callView.ts";
import styles from "./PictureWindow.module.css";
import type { PictureWindow } from "./usePictureWindow.ts";
import { HostWindow } from "./useViewport.ts";

/** Moves the pictures into their small window. Nothing where the browser has none, or while it is open. */
export function PictureWindowButton({ pictures }: { pictures: PictureWindow }) {
  const { t } = useText();
  if (!pictures.isOffered || pictures.host) return null;
  return (
    <IconButton
      icon={PictureInPicture2}
      label={t("rtc.toWindow")}
      className={dialog.glass}
      size={20}
      onClick={pictures.open}
    />
  );
}

export interface PicturePlaceProps {
  pictures: PictureWindow;
  children: ReactNode;
}

/** The pictures of a call: here, or in their small window. */
export function PicturePlace({ pictures: { host, close }, children }: PicturePlaceProps) {
  const { t } = useText();
  if (!host) return children;
  return (
    <>
      {createPortal(
        <HostWindow value={host}>
          <div className={dialog.call}>
            <div className={styles.inside}>{children}</div>
          </div>
        </HostWindow>,
        host.document.body,
      )}
      <div className={styles.away}>
        <Icon of={PictureInPicture2} size={40} />
        <p role="status">{t("rtc.inWindow")}</p>
        <button type="button" className={styles.back} onClick={close}>
          {t("rtc.fromWindow")}
        </button>
      </div>
    </>
  );
}

/** The peer of a call of two without a picture. In the page the title of the call shows the same. */
export function NoPicture({ view: { name, faceURL } }: { view: Pick<CallView, "name" | "faceURL"> }) {
  return (
    <div className={styles.nobody}>
      <Avatar name={name} src={faceURL} size={96} radius={48} />
      <p className={styles.name} dir="auto">
        {name}
      </p>
    </div>
  );
}
