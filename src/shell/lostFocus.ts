import { mayTakeFocus } from "../components/focus.ts";

/** Parts of layers that lie above each other. */
const KEPT = 12;

/**
 * Moves the focus to the nearest part around a focused element that is removed, hidden or made inert, or to the screen
 * in front if that part is gone too. Browsers would give it to the page, and the next key would start at the top.
 */
export function recoverFocus(signal: AbortSignal): void {
  let around: readonly HTMLElement[] = [];
  const remember = ({ target }: Event) => {
    const parts = target instanceof Element ? partsAround(target) : [];
    // A layer goes with its own parts, perhaps after the element that opened it: then the parts around that one count.
    const earlier = around.filter((part) => part.isConnected && !parts.includes(part));
    around = [...parts, ...earlier].slice(0, KEPT);
  };
  const recover = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
    const parts = around;
    // Layers and screens that close move the focus themselves by then.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && isGone(target) && mayTakeFocus())
        for (const part of [...parts, ...screens()]) {
          part.focus({ preventScroll: true });
          if (document.activeElement === part) return;
        }
    });
  };
  document.addEventListener("focusin", remember, { signal });
  document.addEventListener("focusout", recover, { signal });
}

function partsAround(element: Element): readonly HTMLElement[] {
  const parts: HTMLElement[] = [];
  let part = element.parentElement?.closest<HTMLElement>("[tabindex]");
  while (part) {
    parts.push(part);
    part = part.parentElement?.closest<HTMLElement>("[tabindex]");
  }
  return parts;
}

/** A hidden one takes no focus. */
function screens(): readonly HTMLElement[] {
  return [...document.querySelectorAll('[role="main"]')].flatMap(partsAround);
}

function isGone(element: HTMLElement): boolean {
  return !element.isConnected || element.closest("[inert]") !== null || element.matches(":disabled");
}
