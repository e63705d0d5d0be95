import { useEffect } from "react";

/**
 * The browser opens a file that is dropped outside a chat, and leaves the app. This handler prevents that. A chat
 * listens on the window, so its handler runs later and can still take the file.
 */
export function useFileDropBlock(): void {
  useEffect(() => {
    document.addEventListener("dragover", refuse);
    document.addEventListener("drop", refuse);
    return () => {
      document.removeEventListener("dragover", refuse);
      document.removeEventListener("drop", refuse);
    };
  }, []);
}

function refuse(event: DragEvent): void {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "none";
}
