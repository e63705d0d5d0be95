import type { KeyboardEvent } from "react";

export const ROW_STOP = "data-row-stop";

/** Up and Down move the focus along the rows of a screen (11-21), starting at a row or at the search field above. */
function moveAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (step === 0 || !isPlain || event.defaultPrevented || !(target instanceof HTMLElement)) return;
  const stops = [
    ...currentTarget.querySelectorAll<HTMLElement>(`[${ROW_STOP}], input[type="search"]:enabled`),
  ];
  const index = stops.indexOf(target);
  const next = index < 0 ? undefined : stops[index + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Of the element around the rows. */
export const ROW_KEYS = { onKeyDown: moveAlongRows };
