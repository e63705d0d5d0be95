import { useRef } from "react";
import styles from "./Inspector.module.css";

/** The share of the way between both limits, for each press of a key. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.05,
  ArrowUp: -0.05,
  ArrowRight: 0.05,
  ArrowDown: 0.05,
};

/** The line between two panes, which can be dragged or moved with the arrow keys. */
export function Divider({
  label,
  size,
  limits: { least, most },
  className,
  sizeAt,
  onResize,
}: {
  label: string;
  size: number;
  limits: { least: number; most: number };
  className?: string | undefined;
  /** Returns the size that leads to a point of the window. `pane` is the area of the pane before the line. */
  sizeAt: (point: { x: number; y: number }, pane: DOMRect) => number;
  onResize: (size: number) => void;
}) {
  const isHeld = useRef(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot be moved
    <div
      role="separator"
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      className={className ? `${styles.divider} ${className}` : styles.divider}
      onKeyDown={(event) => {
        const by = STEPS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onResize(size + by * (most - least));
      }}
      onPointerDown={({ currentTarget, pointerId }) => {
        isHeld.current = true;
        currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={({ currentTarget, clientX, clientY }) => {
        const pane = currentTarget.parentElement?.getBoundingClientRect();
        if (isHeld.current && pane) onResize(sizeAt({ x: clientX, y: clientY }, pane));
      }}
      onLostPointerCapture={() => {
        isHeld.current = false;
      }}
    />
  );
}
