import type { KeyboardEvent } from "react";

/** Arrow keys, Home and End move between the buttons of a grid. The grid is one tab stop. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const index = cells.findIndex((cell) => cell.matches(":focus"));
  if (index < 0) return;
  const row = cells.findIndex((cell) => cell.offsetTop !== cells[0]?.offsetTop);
  const columns = row < 0 ? cells.length : row;
  const targets: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: cells.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  cells[target]?.focus();
}
