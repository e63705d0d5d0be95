import { useEffect } from "react";

/**
 * The browser's own menu does not open on the page (1-19), but in text fields, where people paste (1-20). What has a
 * menu of its own hears the event all the same.
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
