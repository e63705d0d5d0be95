import { type RefObject, useCallback, useEffect, useRef } from "react";

const SMALLEST = 0.1;
const LARGEST = 3;
const MARGIN = 24;
/** The scale at which the smallest text of a drawing has 11 pixels. */
const READABLE = 1;
/** Pixels at the lower edge that the tools cover. */
const TOOLS = 52;

/** Pans and zooms the drawing in `content` by dragging and the wheel, without a render. */
export function usePanZoom(content: RefObject<HTMLElement | null>) {
  const stage = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const at = useRef({ x: 0, y: 0, scale: 1 });

  const apply = useCallback((isCalm = false) => {
    if (!view.current) return;
    const { x, y, scale } = at.current;
    view.current.style.transition = isCalm ? "transform 180ms ease-out" : "";
    view.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }, []);

  const zoomAt = useCallback(
    (factor: number, point: { x: number; y: number }) => {
      const { x, y, scale } = at.current;
      const next = Math.min(LARGEST, Math.max(SMALLEST, scale * factor));
      const share = next / scale;
      at.current = { x: point.x - (point.x - x) * share, y: point.y - (point.y - y) * share, scale: next };
      apply();
    },
    [apply],
  );

  const zoom = useCallback(
    (factor: number) => {
      const area = stage.current?.getBoundingClientRect();
      if (area) zoomAt(factor, { x: area.width / 2, y: area.height / 2 });
    },
    [zoomAt],
  );

  const fitIn = useCallback(
    (least = 0) => {
      const drawing = content.current?.shadowRoot?.querySelector("svg");
      const area = stage.current?.getBoundingClientRect();
      if (!drawing || !area || area.width === 0) return;
      const [width, height] = [drawing.width.baseVal.value, drawing.height.baseVal.value];
      const whole = Math.min(1, (area.width - MARGIN) / width, (area.height - MARGIN) / height);
      const scale = Math.max(whole, least);
      at.current = { x: (area.width - width * scale) / 2, y: (area.height - height * scale) / 2, scale };
      apply();
    },
    [apply, content],
  );

  const show = useCallback(
    (part: Element) => {
      const area = stage.current?.getBoundingClientRect();
      if (!area) return;
      // Ends a move that still runs: the place of the part is measured.
      apply();
      const box = part.getBoundingClientRect();
      const bottom = area.bottom - TOOLS;
      const isSeen =
        box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= bottom;
      if (isSeen) return;
      at.current.x += area.left + area.width / 2 - (box.left + box.width / 2);
      at.current.y += (area.top + bottom) / 2 - (box.top + box.height / 2);
      apply(true);
    },
    [apply],
  );

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    let held: { x: number; y: number } | null = null;
    element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const area = element.getBoundingClientRect();
        zoomAt(Math.exp(-event.deltaY * 0.0015), {
          x: event.clientX - area.left,
          y: event.clientY - area.top,
        });
      },
      { signal, passive: false },
    );
    element.addEventListener(
      "pointerdown",
      (event) => {
        if (event.target instanceof Element && event.target.closest("button, label, aside")) return;
        held = { x: event.clientX - at.current.x, y: event.clientY - at.current.y };
        element.setPointerCapture(event.pointerId);
      },
      { signal },
    );
    element.addEventListener(
      "pointermove",
      (event) => {
        if (!held) return;
        at.current = { ...at.current, x: event.clientX - held.x, y: event.clientY - held.y };
        apply();
      },
      { signal },
    );
    for (const type of ["pointerup", "pointercancel"] as const)
      element.addEventListener(type, () => (held = null), { signal });
    return () => controller.abort();
  });

  return { stage, view, zoom, fitIn, begin: useCallback(() => fitIn(READABLE), [fitIn]), show };
}
