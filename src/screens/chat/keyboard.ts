import type { KeyboardEvent } from "react";

/** On the button of a message that takes the focus for it. */
export const MESSAGE_STOP = "data-message-stop";

/**
 * The log is one tab stop. Up and down lead from message to message, up from the log itself to the newest one; what has
 * the focus shows its menu button.
 */
export function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${MESSAGE_STOP}]`)];
  const index = stops.findIndex((stop) => stop.matches(":focus"));
  if (index < 0 && event.target !== event.currentTarget) return;
  const isUp = event.key === "ArrowUp";
  const next = index < 0 ? (isUp ? stops.at(-1) : undefined) : stops[index + (isUp ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
