import type { LucideIcon } from "lucide-react";
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import styles from "./SwipeActions.module.css";

/** CSS pixels: the width of an action, and the distance after which the direction of a drag is known. */
const ACTION_WIDTH = 76;
const SLOP = 8;

export interface SwipeAction {
  key: string;
  label: string;
  icon?: LucideIcon | undefined;
  tone?: "accent" | "quiet" | "danger" | undefined;
  onSelect: () => void;
}

export interface SwipeActionsProps {
  /** Whether the actions show. The owner stores it, so that only one row of a list is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** One to three. The row's menu must offer the same actions: the keyboard cannot reach them in a closed row. */
  actions: readonly SwipeAction[];
  children: ReactNode;
}

interface Drag {
  x: number;
  y: number;
  /** Offset of the content at pointer down: 0 or minus the width of the actions. */
  from: number;
  /** The drag is horizontal; a vertical drag scrolls. */
  isOurs: boolean;
}

/**
 * A row that slides sideways to reveal actions. The content follows the finger, then settles open or closed. A touch
 * elsewhere or a scroll closes it.
 */
export function SwipeActions({ open, onOpenChange, actions, children }: SwipeActionsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const swallowsClick = useRef(false);
  const width = actions.length * ACTION_WIDTH;

  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    if (!open) return;
    const listeners = new AbortController();
    const options = { capture: true, passive: true, signal: listeners.signal };
    const touch = ({ target }: Event) => {
      if (!(target instanceof Node && frame.current?.contains(target))) close();
    };
    const scroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(frame.current)) close();
    };
    window.addEventListener("pointerdown", touch, options);
    window.addEventListener("scroll", scroll, options);
    return () => listeners.abort();
  }, [open]);

  const move = (event: PointerEvent) => {
    const { current } = drag;
    if (!current || !content.current) return;
    const dx = event.clientX - current.x;
    const dy = event.clientY - current.y;
    if (!current.isOurs) {
      if (Math.hypot(dx, dy) < SLOP) return;
      if (Math.abs(dy) >= Math.abs(dx)) {
        drag.current = null;
        return;
      }
      current.isOurs = true;
      capture(event);
      content.current.dataset.dragging = "";
    }
    content.current.style.transform = `translateX(${resist(current.from + dx, width)}px)`;
  };

  const settle = (event: PointerEvent) => {
    const { current } = drag;
    drag.current = null;
    if (!current?.isOurs || !content.current) return;
    delete content.current.dataset.dragging;
    content.current.style.transform = resting(open, width);
    swallowsClick.current = true;
    const at = current.from + event.clientX - current.x;
    // A drag past a third of the width opens or closes the row.
    onOpenChange(open ? at < (-width * 2) / 3 : at < -width / 3);
  };

  return (
    <div ref={frame} className={styles.frame}>
      <div
        ref={content}
        className={styles.content}
        style={{ transform: resting(open, width) }}
        onPointerDown={(event) => {
          swallowsClick.current = false;
          if (!event.isPrimary || event.pointerType === "mouse") return;
          drag.current = { x: event.clientX, y: event.clientY, from: open ? -width : 0, isOurs: false };
        }}
        onPointerMove={move}
        onPointerUp={settle}
        onPointerCancel={settle}
        onClickCapture={(event) => {
          if (!open && !swallowsClick.current) return;
          // A tap on an open row only closes it. The click after a swipe is dropped.
          event.preventDefault();
          event.stopPropagation();
          if (!swallowsClick.current) onOpenChange(false);
          swallowsClick.current = false;
        }}
      >
        {children}
      </div>
      <div className={styles.actions} style={{ width }} inert={!open}>
        {actions.map(({ key, label, icon, tone = "quiet", onSelect }) => (
          <button
            key={key}
            type="button"
            className={cx(styles.action, styles[tone])}
            onClick={() => {
              onOpenChange(false);
              onSelect();
            }}
          >
            {icon && <Icon of={icon} size={22} />}
            <span>{label}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function resting(open: boolean, width: number): string {
  return open ? `translateX(${-width}px)` : "none";
}

/** Follows the finger between closed and open, and moves less beyond both ends. */
function resist(offset: number, width: number): number {
  if (offset > 0) return offset / 6;
  return offset < -width ? -width + (offset + width) / 4 : offset;
}

function capture(event: PointerEvent) {
  if (event.currentTarget.hasPointerCapture(event.pointerId)) return;
  event.currentTarget.setPointerCapture(event.pointerId);
}
