import type { MapPoint } from "../../../../machines/domain/attachment.ts";
import { IconButton } from "../../../components/IconButton.tsx";
import { Copy } from "../../../components/icons.ts";
import { Marks } from "../../../components/Marks.tsx";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useClipboard, useSend } from "../../../shell/actors.tsx";
import { coordinates, mapAddress } from "../../../text/coordinates.ts";
import styles from "./LocationView.module.css";

export interface LocationViewProps {
  name: string;
  address?: string | undefined;
  point: MapPoint;
}

/** The map is only a drawing: a map server would learn the place, so it is requested only when the user opens it. */
export function LocationView({ name, address, point }: LocationViewProps) {
  const { t } = useText();
  const toClipboard = useSend(useClipboard());
  const words = coordinates(point);
  return (
    <div className={styles.location}>
      <a
        className={styles.open}
        href={mapAddress(point)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("attachment.openMap", { name: name || t("attachment.location") })}
      >
        <PlaceDrawing />
      </a>
      <div className={styles.foot}>
        <div className={styles.words}>
          <p className={styles.name}>{name ? <Marks text={name} /> : t("attachment.location")}</p>
          {address && <p className={styles.address}>{address}</p>}
          <p className={styles.point}>{words}</p>
        </div>
        <IconButton
          icon={Copy}
          size={18}
          tone="quiet"
          label={t("attachment.copyCoordinates")}
          onClick={() => toClipboard({ type: "user.copyText", text: words })}
        />
      </div>
    </div>
  );
}

export function PlaceDrawing() {
  return (
    <svg className={styles.map} viewBox="0 0 240 96" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className={styles.green} d="M0 0h74l-18 40L0 52z" />
      <path className={styles.water} d="M240 96H128c22-8 30-26 56-32 20-5 38-2 56-12z" />
      <path className={styles.road} d="M-4 70 92 44l152-30M64-4l34 104M150-4l26 104M-4 30l70-8" />
      <path
        className={styles.pin}
        d="M120 18a17 17 0 0 1 17 17c0 12-17 29-17 29s-17-17-17-29a17 17 0 0 1 17-17z"
      />
      <circle className={styles.eye} cx="120" cy="35" r="6" />
    </svg>
  );
}
