import { type RefObject, useEffect, useState } from "react";

/** In px. A pointer that moves farther drags the drawing. */
const STEADY = 4;

/**
 * Returns the state of the drawing in `stage` that the user picked, and how to pick another. A click on a state picks
 * it; its box gets `data-picked`.
 */
export function usePickedState(
  stage: RefObject<HTMLElement | null>,
  root: ShadowRoot | undefined,
): [picked: string | null, pick: (state: string | null) => void] {
  const [picked, pick] = useState<string | null>(null);

  useEffect(() => {
    const element = stage.current;
    if (!element || !root) return;
    const { signal, abort } = aborting();
    let from = { x: 0, y: 0 };
    element.addEventListener(
      "pointerdown",
      ({ clientX, clientY }) => {
        from = { x: clientX, y: clientY };
      },
      { signal },
    );
    element.addEventListener(
      "click",
      (event) => {
        const isClick =
          event.detail === 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) <= STEADY;
        const state = isClick ? stateAt(event, root) : null;
        if (state !== null) pick(state);
      },
      { signal },
    );
    return abort;
  }, [stage, root]);

  useEffect(() => {
    if (picked === null || !root) return;
    const boxes = boxesIn(root).filter(({ dataset }) => dataset.state === picked);
    for (const box of boxes) box.setAttribute("data-picked", "");
    return () => {
      for (const box of boxes) box.removeAttribute("data-picked");
    };
  }, [picked, root]);

  return [picked, pick];
}

export const boxesIn = (root: ParentNode): SVGElement[] => [
  ...root.querySelectorAll<SVGElement>('[data-state]:not([data-state=""])'),
];

/** The innermost state under a click. The stage holds the pointer, so the event may name only the stage. */
function stateAt(event: MouseEvent, root: ShadowRoot): string | null {
  const [target] = event.composedPath();
  const isInside = target instanceof Element && target.getRootNode() === root;
  if (!isInside && target instanceof Element && target.closest("button, label, aside")) return null;
  const element = isInside ? target : root.elementFromPoint(event.clientX, event.clientY);
  const state = element?.closest("[data-state]")?.getAttribute("data-state");
  return state ? state : null;
}

function aborting(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
