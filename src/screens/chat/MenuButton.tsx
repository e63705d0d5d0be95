import type { MouseEvent } from "react";
import { cx } from "../../components/cx.ts";
import { type Point, pointOf } from "../../components/point.ts";
import { MESSAGE_STOP } from "./keyboard.ts";
import styles from "./MessageBubble.module.css";

export interface MenuButtonProps {
  label: string;
  onOpen: (at: Point) => void;
  className?: string | undefined;
}

/** Opens the menu of a message. Touch users hold the message instead. */
export function MenuButton({ label, onOpen, className }: MenuButtonProps) {
  const open = (event: MouseEvent<HTMLElement>) => onOpen(pointOf(event));
  return (
    <button
      type="button"
      tabIndex={-1}
      {...{ [MESSAGE_STOP]: "" }}
      className={cx(styles.menu, className)}
      aria-label={label}
      aria-haspopup="menu"
      onClick={open}
      onContextMenu={open}
    />
  );
}

const OPENING = 40;

/** The first letters of a message, for the label of its menu. */
export function opening(words: string): string {
  const letters = [...words];
  return letters.length > OPENING ? `${letters.slice(0, OPENING).join("")}…` : words;
}
