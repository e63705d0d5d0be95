import { useEffect } from "react";

/**
 * Blocks the browser's context menu (1-19), except in text fields, where users paste (1-20). Handlers on
 * elements with an own menu still get the event.
 */
export function useContextMenuBlock(): void {
  useEffect(() => {
    document.addEventListener("contextmenu", blockUnlessText);
    return () => document.removeEventListener("contextmenu", blockUnlessText);
  }, []);
}

function blockUnlessText(event: Event): void {
  const isText =
    event.target instanceof Element &&
    event.target.closest("input, textarea, [contenteditable]:not([contenteditable=false])") !== null;
  if (!isText) event.preventDefault();
}
