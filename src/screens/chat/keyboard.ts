import type { KeyboardEvent } from "react";

export const MESSAGE_STOP = "data-message-stop";

/**
 * The log is one tab stop. Up on the log itself goes to the newest message. A focused message shows its menu button,
 * during a selection its mark.
 */
export function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${MESSAGE_STOP}]:not([inert] *)`)];
  const index = stops.findIndex((stop) => stop.matches(":focus"));
  if (index < 0 && event.target !== event.currentTarget) return;
  const isUp = event.key === "ArrowUp";
  const next = index < 0 ? (isUp ? stops.at(-1) : undefined) : stops[index + (isUp ? -1 : 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
