import type { Whereabouts } from "../../machines/app/panes.ts";
import { moveBetween, type ScreenMove } from "../../machines/app/screen-moves.ts";
import { paceOf } from "../components/motion.ts";
import type { NavigationActor } from "./actors.tsx";
import { type Kind, type Mover, setMover } from "./mover.ts";

/** Turns on the transitions between screens: pages slide and tabs fade (11-56). */
export function moveScreens(navigation: NavigationActor, signal: AbortSignal): void {
  setMover(new ScreenMover(() => navigation.getSnapshot().context, signal));
  signal.addEventListener("abort", () => setMover(null));
}

interface Left {
  element: HTMLElement;
  parent: HTMLElement | null;
  trail: Whereabouts["trail"];
}

interface Frames {
  entering: Keyframe[];
  /** Null if the screen below is not animated. */
  leaving: Keyframe[] | null;
  isLeavingAbove: boolean;
}

const STAY = { transform: "none" };
const RIGHT = { transform: "translateX(100%)" };
/** The screen below moves less than the one above. */
const BEHIND = { transform: "translateX(-25%)" };

const FRAMES: Readonly<Record<Exclude<ScreenMove, "none">, Frames>> = {
  deeper: { entering: [RIGHT, STAY], leaving: [STAY, BEHIND], isLeavingAbove: false },
  back: { entering: [BEHIND, STAY], leaving: [STAY, RIGHT], isLeavingAbove: true },
  tab: { entering: [{ opacity: 0 }, { opacity: 1 }], leaving: null, isLeavingAbove: false },
};

/**
 * Keeps the elements of the screen that the user leaves visible until the transition ends. React has already hidden or
 * removed that screen, so it gets no updates and no input. The new screen takes input from the start.
 */
class ScreenMover implements Mover {
  /** The location at the last transition. */
  #shown: Whereabouts;
  #move: ScreenMove = "none";
  readonly #left: Partial<Record<Kind, Left>> = {};
  #running: Running | null = null;
  /** The browser has shown its own transition, such as the swipe from the edge on a phone. */
  #isDrawn = false;
  /** The scroll positions of elements: the browser drops that of a hidden or removed element. */
  readonly #scrolled = new WeakMap<Element, number>();

  constructor(
    readonly here: () => Whereabouts,
    signal: AbortSignal,
  ) {
    this.#shown = here();
    const options = { capture: true, passive: true, signal };
    const remember = ({ target }: Event) => {
      if (target instanceof Element) this.#scrolled.set(target, target.scrollTop);
    };
    document.addEventListener("scroll", remember, options);
    const pop = (event: PopStateEvent) => {
      this.#isDrawn = event.hasUAVisualTransition ?? false;
    };
    window.addEventListener("popstate", pop, options);
  }

  leave(element: HTMLElement, kind: Kind): void {
    this.#left[kind] = { element, parent: element.parentElement, trail: this.here().trail };
  }

  enter(element: HTMLElement, kind: Kind): void {
    const left = this.#left[kind];
    delete this.#left[kind];
    const running = this.#running;
    if (running?.leaving === element) running.end(true);
    this.#arrive();
    const frames = this.#framesOf(kind);
    if (frames) {
      running?.end();
      this.#running = left?.trail === this.#shown.trail ? this.#play(element, left, frames) : null;
    } else if (left && running?.entering === left.element) running.pass(element);
  }

  /** Chooses the transition, once for each new location. */
  #arrive(): void {
    const now = this.here();
    if (now.trail === this.#shown.trail) return;
    this.#move = this.#isDrawn ? "none" : moveBetween(this.#shown, now);
    this.#shown = now;
    this.#isDrawn = false;
  }

  /** Null if `kind` has no transition, or its transition has already run. */
  #framesOf(kind: Kind): Frames | null {
    const move = this.#move;
    if (move === "none" || (move === "tab") !== (kind === "tab")) return null;
    this.#move = "none";
    return FRAMES[move];
  }

  #play(entering: HTMLElement, { element: leaving, parent }: Left, frames: Frames): Running | null {
    const pace = paceOf(frames.leaving ? "--slow" : "--medium");
    if (!pace || !parent?.isConnected || leaving === entering) return null;
    return new Running(entering, leaving, parent, frames, pace, this.#scrolled);
  }
}

class Running {
  readonly #animations: Animation[] = [];
  readonly #watch = new MutationObserver(() => this.#show());
  #isRemoved = false;

  constructor(
    public entering: HTMLElement,
    readonly leaving: HTMLElement,
    readonly parent: HTMLElement,
    readonly frames: Frames,
    readonly pace: KeyframeAnimationOptions,
    readonly scrolled: WeakMap<Element, number>,
  ) {
    leaving.inert = true;
    leaving.style.zIndex = frames.isLeavingAbove ? "1" : "0";
    this.#show();
    // React may hide or remove the leaving screen during the transition.
    this.#watch.observe(leaving, { attributeFilter: ["style"] });
    this.#watch.observe(parent, { childList: true });
    if (frames.leaving) this.#animate(leaving, frames.leaving);
    this.#enter(entering);
  }

  /** Another element shows the new screen from now on, such as the chat instead of its placeholder. */
  pass(entering: HTMLElement): void {
    const before = this.#animations.pop();
    // The transition has ended.
    if (!before) return;
    this.entering.style.zIndex = "";
    this.entering = entering;
    const { currentTime } = before;
    before.cancel();
    const after = this.#enter(entering);
    if (currentTime !== null) after.currentTime = currentTime;
  }

  end(isShownAgain = false): void {
    this.#watch.disconnect();
    for (const animation of this.#animations.splice(0)) animation.cancel();
    this.entering.style.zIndex = "";
    const { leaving } = this;
    if (!leaving.inert) return;
    leaving.style.zIndex = "";
    leaving.inert = false;
    if (isShownAgain) return;
    if (this.#isRemoved) leaving.remove();
    // Restores the state that React has set.
    else leaving.style.setProperty("display", "none", "important");
  }

  #show(): void {
    const { leaving } = this;
    const isRemoved = !leaving.isConnected;
    if (!isRemoved && leaving.style.display === "") return;
    leaving.style.display = "";
    if (isRemoved) this.parent.append(leaving);
    this.#isRemoved ||= isRemoved;
    for (const element of leaving.getElementsByTagName("*")) {
      const top = this.scrolled.get(element);
      if (top) element.scrollTop = top;
    }
  }

  #enter(entering: HTMLElement): Animation {
    entering.style.zIndex = this.frames.isLeavingAbove ? "0" : "1";
    const animation = this.#animate(entering, this.frames.entering);
    animation.onfinish = () => this.end();
    return animation;
  }

  #animate(element: HTMLElement, frames: Keyframe[]): Animation {
    const animation = element.animate(frames, { ...this.pace, fill: "both" });
    this.#animations.push(animation);
    return animation;
  }
}
