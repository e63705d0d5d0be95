import { useState } from "react";
import type { MediaKind } from "../../machines/ports/sources.ts";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./ForeignMediaTile.module.css";
import { Icon } from "./Icon.tsx";
import { Download, ImageOff, Play } from "./icons.ts";
import { Spinner } from "./Spinner.tsx";
import { useSources } from "./sources.tsx";

export interface ForeignMediaTileProps {
  url: string;
  kind: Exclude<MediaKind, "sound">;
}

/**
 * Replaces a picture or video on a foreign server: a request would tell that server the user's IP address. It shows
 * the host, and a tap loads the file. A file that cannot be shown here gets a link that opens it outside the app.
 */
export function ForeignMediaTile({ url, kind }: ForeignMediaTileProps) {
  const { t } = useText();
  const sources = useSources();
  const [state, setState] = useState<"waiting" | "loading" | "failed">("waiting");
  const host = sources.foreignHostOf(url) ?? "";
  const load = () => {
    if (state === "loading") return;
    setState("loading");
    void sources.load(url, kind).then((isShown) => setState(isShown ? "waiting" : "failed"));
  };
  if (state === "failed")
    return (
      <a className={styles.tile} href={url} target="_blank" rel="noopener noreferrer">
        <Icon of={ImageOff} size={22} />
        <span>{t("attachment.notShownHere")}</span>
        <span className={styles.action}>{t("attachment.openOn", { host })}</span>
      </a>
    );
  return (
    <button
      type="button"
      className={styles.tile}
      aria-label={t(kind === "video" ? "attachment.loadVideoFrom" : "attachment.loadPictureFrom", { host })}
      aria-busy={state === "loading" || undefined}
      onClick={load}
    >
      {state === "loading" ? (
        <Spinner size={22} />
      ) : (
        <Icon of={kind === "video" ? Play : Download} size={22} />
      )}
      <span>{t(kind === "video" ? "attachment.loadVideo" : "attachment.loadPicture")}</span>
      <span className={styles.host}>
        <bdi dir="ltr">{host}</bdi>
      </span>
    </button>
  );
}
