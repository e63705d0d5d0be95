import { useSelector } from "@xstate/react";
import type { LucideIcon } from "lucide-react";
import type { MouseEvent } from "react";
import type { StoredFile } from "../../../../machines/domain/attachment.ts";
import { downloadFailureOf, downloadStateOf } from "../../../../machines/media/downloads.ts";
import { CancelRing } from "../../../components/CancelRing.tsx";
import { Icon } from "../../../components/Icon.tsx";
import {
  Download,
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FileSpreadsheet,
  FileText,
  FileVideoCamera,
  RotateCw,
} from "../../../components/icons.ts";
import { useSources } from "../../../components/sources.tsx";
import { failureText } from "../../../i18n/failures.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { useDownloads, useSend } from "../../../shell/actors.tsx";
import { type FileKind, fileKind } from "../../../text/fileKind.ts";
import { fileSize } from "../../../text/fileSize.ts";
import styles from "./Attachment.module.css";
import { FileName } from "./FileName.tsx";

const ICONS: Readonly<Record<FileKind, LucideIcon>> = {
  picture: FileImage,
  video: FileVideoCamera,
  sound: FileMusic,
  text: FileText,
  archive: FileArchive,
  table: FileSpreadsheet,
  other: File,
};

export interface FileViewProps {
  clientMsgID: string;
  fileName: string;
  file: StoredFile;
}

/** A click always downloads the file and never opens it as a page. */
export function FileView({ clientMsgID, fileName, file: { url, bytes } }: FileViewProps) {
  const { t } = useText();
  const downloads = useDownloads();
  const send = useSend(downloads);
  const state =
    useSelector(downloads, (snapshot) => snapshot && downloadStateOf(snapshot.context, clientMsgID)) ?? null;
  const failure =
    useSelector(downloads, (snapshot) => snapshot && downloadFailureOf(snapshot.context, clientMsgID)) ??
    null;
  const name = fileName || t("attachment.unnamedFile");
  const size = fileSize(bytes);
  const isComing = state === "waiting" || state === "downloading";
  // A download reveals the user's IP address to a foreign host, so the host is named.
  const host = useSources().foreignHostOf(url);
  const from = host === null ? "" : t("attachment.fromHost", { host });
  const label = [name, size, from].filter(Boolean).join(t("attachment.separator"));

  const press = (event: MouseEvent) => {
    // A modifier key selects the browser's own behaviour.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send({ type: "user.download", file: { clientMsgID, url, fileName: name, bytes } });
  };

  return (
    <div className={styles.file}>
      <a
        className={styles.attachment}
        href={url}
        download={name}
        // Browsers ignore `download` for another origin. The new tab keeps the app open.
        target="_blank"
        rel="noopener noreferrer"
        draggable={false}
        aria-label={t(NAMES[state ?? "none"], { name: label })}
        aria-busy={isComing || undefined}
        onClick={press}
      >
        <span className={styles.disc} data-coming={isComing || undefined}>
          <Icon of={ICONS[fileKind(name)]} size={22} />
        </span>
        <span className={styles.words}>
          <FileName name={name} className={styles.fileName} />
          {from !== "" && <span className={styles.host}>{from}</span>}
          {isComing ? (
            <Progress clientMsgID={clientMsgID} size={size} />
          ) : (
            <span className={styles.detail} data-failed={failure !== null || undefined}>
              {state === "saved" ? (
                [size, t("attachment.saved")].filter(Boolean).join(" · ")
              ) : (
                <>
                  {failure === null ? size : failureText(t, failure)}
                  <Icon of={failure === null ? Download : RotateCw} size={14} />
                </>
              )}
            </span>
          )}
        </span>
      </a>
      {failure !== null && (
        <span role="alert" className="visually-hidden">
          {failureText(t, failure)}
        </span>
      )}
      {isComing && (
        <ShareRing
          clientMsgID={clientMsgID}
          label={t("attachment.cancelDownload", { name })}
          onCancel={() => send({ type: "user.cancelDownload", clientMsgID })}
        />
      )}
    </div>
  );
}

const NAMES = {
  none: "attachment.download",
  waiting: "attachment.download",
  downloading: "attachment.download",
  saved: "attachment.downloaded",
  failed: "attachment.downloadAgain",
} as const;

/** The downloaded part, from 0 to 1. Null while the download is queued. */
function useShare(clientMsgID: string): number | null {
  const downloads = useDownloads();
  return (
    useSelector(downloads, (snapshot) =>
      snapshot && downloadStateOf(snapshot.context, clientMsgID) === "downloading"
        ? snapshot.context.share
        : null,
    ) ?? null
  );
}

function Progress({ clientMsgID, size }: { clientMsgID: string; size: string }) {
  const { t } = useText();
  const share = useShare(clientMsgID);
  const percent = Math.round((share ?? 0) * 100);
  return (
    <span className={styles.detail}>
      {share === null
        ? t("attachment.downloadWaits")
        : size === ""
          ? `${percent}%`
          : t("attachment.downloadShare", { percent, size })}
    </span>
  );
}

interface ShareRingProps {
  clientMsgID: string;
  label: string;
  onCancel: () => void;
}

function ShareRing({ clientMsgID, label, onCancel }: ShareRingProps) {
  const share = useShare(clientMsgID) ?? 0;
  return (
    <>
      <CancelRing share={share} label={label} onCancel={onCancel} className={styles.ring} />
      <span
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(share * 100)}
        className="visually-hidden"
      />
    </>
  );
}
