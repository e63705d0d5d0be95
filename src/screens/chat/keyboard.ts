import type { KeyboardEvent } from "react";

export const MESSAGE_STOP = "data-message-stop";

/** Controls that use the arrow keys themselves. */
const OWN_ARROWS = "input, textarea, [role=slider]";

/**
 * The log is one tab stop. Up on the log itself goes to the last message in view. A focused message shows its menu
 * button, during a selection its mark. From a photo, a link or another control in a message the arrows lead to the
 * nearest message, too.
 */
export function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if ((key !== "ArrowUp" && key !== "ArrowDown") || !(target instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(`[${MESSAGE_STOP}]:not([inert] *)`)];
  if (!stops.includes(target) && target.matches(OWN_ARROWS)) return;
  const next = key === "ArrowUp" ? stopAbove(stops, target, currentTarget) : stopBelow(stops, target);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function stopAbove(stops: readonly HTMLElement[], from: HTMLElement, log: HTMLElement) {
  if (from !== log) return stops.findLast((stop) => isBefore(stop, from));
  const { bottom } = log.getBoundingClientRect();
  return stops.findLast((stop) => stop.getBoundingClientRect().top < bottom) ?? stops.at(-1);
}

/** On the log itself, Down scrolls. */
function stopBelow(stops: readonly HTMLElement[], from: HTMLElement) {
  return stops.find((stop) => isBefore(from, stop) && !from.contains(stop));
}

function isBefore(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
