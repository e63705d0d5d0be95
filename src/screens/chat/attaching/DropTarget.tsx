import { type ReactNode, useEffect, useState } from "react";
import { useText } from "../../../i18n/TextProvider.tsx";
import styles from "./DropTarget.module.css";
import { droppedFiles, pastedFiles } from "./transferredFiles.ts";

export interface DropTargetProps {
  /** Undefined while the user may not write. */
  onDrop: ((files: readonly File[]) => void) | undefined;
}

/**
 * Takes files that are dropped on the page, or pasted outside a field. Without it the browser would open dropped files
 * and leave the page.
 */
export function DropTarget({ onDrop }: DropTargetProps): ReactNode {
  const { t } = useText();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    /** Counts the entered elements, because a child's dragenter comes before its parent's dragleave. */
    let depth = 0;
    const change = (by: number) => {
      depth = by === 0 ? 0 : depth + by;
      setIsOver(depth > 0);
    };
    const listeners = new AbortController();
    const listen = (
      name: "dragenter" | "dragleave" | "dragover" | "drop",
      react: (event: DragEvent) => void,
    ) =>
      window.addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes("Files")) return;
          event.preventDefault();
          react(event);
        },
        { signal: listeners.signal },
      );
    listen("dragenter", () => change(1));
    listen("dragleave", () => change(-1));
    listen("dragover", ({ dataTransfer }) => {
      if (dataTransfer) dataTransfer.dropEffect = onDrop ? "copy" : "none";
    });
    listen("drop", ({ dataTransfer }) => {
      change(0);
      if (!dataTransfer || !onDrop) return;
      const files = droppedFiles(dataTransfer);
      if (files instanceof Promise) void files.then(onDrop);
      else onDrop(files);
    });
    const { signal } = listeners;
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      const isInField = target instanceof Element && target.closest("input, textarea") !== null;
      const files = clipboardData && !isInField ? pastedFiles(clipboardData) : [];
      if (files.length === 0 || !onDrop) return;
      event.preventDefault();
      onDrop(files);
    };
    window.addEventListener("paste", paste, { signal });
    const hideByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || depth === 0) return;
      event.preventDefault();
      change(0);
    };
    window.addEventListener("keydown", hideByKey, { capture: true, signal });
    // No dragleave comes when the element under the drag was removed. The mouse moves only after a drag.
    window.addEventListener("mousemove", () => change(0), { passive: true, signal });
    return () => listeners.abort();
  }, [onDrop]);
  if (!isOver || !onDrop) return null;
  return <div className={styles.target}>{t("attaching.drop")}</div>;
}
