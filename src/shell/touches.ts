import "../styles/touches.css";

/** Movement in CSS pixels up to which a finger counts as resting. */
const SLOP = 10;

/**
 * Marks the control under a finger with `data-touched` until the finger is lifted, moves or scrolls. Browsers show
 * `:active` only when the finger is lifted.
 */
export function showTouches(signal: AbortSignal): void {
  let touched: { control: HTMLElement; x: number; y: number } | null = null;
  const end = () => {
    delete touched?.control.dataset.touched;
    touched = null;
  };
  const options = { capture: true, passive: true, signal };
  document.addEventListener(
    "pointerdown",
    ({ isPrimary, pointerType, target, clientX: x, clientY: y }) => {
      end();
      if (pointerType !== "touch" || !isPrimary || !(target instanceof Element)) return;
      const control = target.closest<HTMLElement>("a, button");
      if (!control) return;
      control.dataset.touched = "";
      touched = { control, x, y };
    },
    options,
  );
  document.addEventListener(
    "pointermove",
    ({ isPrimary, clientX, clientY }) => {
      if (touched && isPrimary && Math.hypot(clientX - touched.x, clientY - touched.y) > SLOP) end();
    },
    options,
  );
  for (const event of ["pointerup", "pointercancel"]) document.addEventListener(event, end, options);
}
