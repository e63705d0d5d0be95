import type { LucideIcon } from "lucide-react";
import type { StoredFile } from "../../../../machines/vocabulary/attachments.ts";
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
} from "../../../components/icons.ts";
import { useText } from "../../../i18n/TextProvider.tsx";
import { type FileKind, fileKind, splitName } from "../../../text/fileKind.ts";
import { fileSize } from "../../../text/fileSize.ts";
import styles from "./Attachment.module.css";

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
  fileName: string;
  file: StoredFile;
}

/** A file: a press saves it, whatever it is; it is never opened as a page. */
export function FileView({ fileName, file }: FileViewProps) {
  const { t } = useText();
  const name = fileName || t("attachment.unnamedFile");
  const { stem, ending } = splitName(name);
  return (
    <a
      className={styles.attachment}
      href={file.url}
      download={name}
      // Where the browser heeds no `download`, as with another host's file, the app at least stays.
      target="_blank"
      rel="noopener noreferrer"
      draggable={false}
      aria-label={t("attachment.download", { name: [name, fileSize(file.bytes)].filter(Boolean).join(", ") })}
    >
      <span className={styles.disc}>
        <Icon of={ICONS[fileKind(name)]} size={22} />
      </span>
      <span className={styles.words}>
        <span className={styles.fileName}>
          <span className={styles.stem}>{stem}</span>
          <span className={styles.ending}>{ending}</span>
        </span>
        <span className={styles.detail}>
          {fileSize(file.bytes)}
          <Icon of={Download} size={14} />
        </span>
      </span>
    </a>
  );
}
