import { useEffect } from "react";

/**
 * Files dropped where no chat takes them would be opened by the browser, which leaves the app. A chat listens on the
 * window, so it comes later and may take them.
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
