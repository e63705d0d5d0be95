import { useState } from "react";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./CallPictures.module.css";
import type { CallView } from "./callView.ts";
import { Picture } from "./Picture.tsx";
import { useDevice, useDeviceView, usePeerPicture } from "./roomView.ts";

type Side = { kind: "own"; isMirrored: boolean } | { kind: "peer"; source: "camera" | "screen" };

export interface Pictures {
  /** Null shows the peer's avatar. */
  large: Side | null;
  small: Side | null;
  /** Null unless there are two pictures. */
  swap: (() => void) | null;
}

/**
 * The user's picture is large until the call is connected, then the peer's. A tap swaps two pictures (2-121). Without
 * a picture of the peer the avatar is large.
 */
export function usePictures(view: CallView): Pictures {
  const source = usePeerPicture(view);
  const { isOn, facing } = useDeviceView(useDevice(view, "camera"));
  const [isSwapped, setSwapped] = useState(false);
  const isOwnShown = view.mediaType === "video" && isOn;
  const own: Side | null = isOwnShown ? { kind: "own", isMirrored: facing === "user" } : null;
  const peer: Side | null = source ? { kind: "peer", source } : null;
  const swap = own && peer ? () => setSwapped(!isSwapped) : null;
  if (view.phase !== "connected") return { large: own, small: null, swap: null };
  return swap && isSwapped ? { large: own, small: peer, swap } : { large: peer, small: own, swap };
}

export function LargePicture({ view, pictures: { large } }: { view: CallView; pictures: Pictures }) {
  if (!large) return null;
  return (
    <>
      <SidePicture key={large.kind} view={view} side={large} className={styles.large} />
      <div className={styles.shade} />
    </>
  );
}

export function SmallPicture({ view, pictures: { small, swap } }: { view: CallView; pictures: Pictures }) {
  const { t } = useText();
  if (!small) return null;
  return (
    <div className={styles.small}>
      <SidePicture key={small.kind} view={view} side={small} />
      {swap && (
        <button type="button" className={styles.swap} aria-label={t("rtc.swapPictures")} onClick={swap} />
      )}
    </div>
  );
}

function SidePicture({
  view,
  side,
  className,
}: {
  view: CallView;
  side: Side;
  className?: string | undefined;
}) {
  const { t } = useText();
  return side.kind === "own" ? (
    <Picture
      userID={view.selfID}
      source="camera"
      isMirrored={side.isMirrored}
      label={t("rtc.ownPicture")}
      className={className}
    />
  ) : (
    <Picture
      userID={view.userID}
      source={side.source}
      label={t("rtc.pictureOf", { name: view.name })}
      className={className}
    />
  );
}
