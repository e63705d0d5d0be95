import { prefersStillness } from "./media.ts";

/** Maximum distance from the end that counts as the end, in CSS pixels. */
const NEAR_BOTTOM = 48;
/** The same while rows stay in their places: a short new row must not scroll. */
const AT_END = 1;
/** The next page loads this many screens before the end, so that a fast fling does not reach the end. */
const SCREENS_AHEAD = 2.5;
/** A longer movement jumps instead of scrolling smoothly, in screens. */
const GLIDE_SCREENS = 3;
/** The virtual list has rows ready for a movement of this length, in CSS pixels. */
const PREPARED = 200;

export interface LogScrollListener {
  onReachBottom: () => void;
  onLeaveBottom: () => void;
  /** Few loaded rows are left above the view. */
  onNearStart: () => void;
  onNearEnd: () => void;
}

export interface RowsChange {
  /** The loaded window does not contain the end of the conversation. */
  isDetached: boolean;
  /** clientMsgID of the newest message while it is being sent, else null. */
  sentID: string | null;
  /** The user selects messages: new ones must not move those under the finger. */
  isHeld: boolean;
}

/** In CSS pixels. */
export interface RowPlace {
  /** From the start of the scrollable content. */
  top: number;
  height: number;
}

/** A row whose height is about to change, and the offset at which its upper edge stays. */
interface KeptRow {
  place: () => RowPlace | null;
  height: number;
  /** Distance below the upper edge of the view. */
  offset: number;
}

/**
 * Opens the log at the end and follows the end while the user is there. A user who reads older messages does not lose
 * their place when rows arrive, load or grow (4-61).
 */
export class LogScroll {
  #element: HTMLElement | null = null;
  #isAtBottom = true;
  #isDetached = false;
  #isHeld = false;
  #isGliding = false;
  #sentID: string | null = null;
  #top = 0;
  #left: (() => number | null) | null = null;
  #kept: KeptRow | null = null;

  constructor(readonly listener: LogScrollListener) {}

  /**
   * Scrolls to the end, or to the message at which another screen covered the log, even if older pages were added
   * since.
   * @param spotAt returns a function that tells the current offset of the content at `top`; null once it is gone
   */
  attach(element: HTMLElement, spotAt: (top: number) => () => number | null): () => void {
    this.#element = element;
    if (!this.#isAtBottom) element.scrollTop = this.#left?.() ?? this.#top;
    this.follow();
    return () => {
      // A covered element has no height and no scroll position.
      this.#left = spotAt(element.clientHeight > 0 ? element.scrollTop : this.#top);
      this.#element = null;
    };
  }

  /** Call it after rows changed. A message that the user sends scrolls the end into view. */
  rowsChanged({ isDetached, sentID, isHeld }: RowsChange): void {
    this.#isDetached = isDetached;
    // The bars of the selection change the height of the log first.
    const wasHeld = this.#isHeld && isHeld;
    this.#isHeld = isHeld;
    // A covered log has no size, so `look` decides nothing there.
    if (isDetached || wasHeld) this.#setAtBottom(false);
    if (sentID !== null && sentID !== this.#sentID && !isDetached) this.#setAtBottom(true);
    this.#sentID = sentID;
    this.follow();
    this.look();
  }

  resized(): void {
    const moved = this.#keep() + this.follow();
    // The list receives the scroll event of a long movement one frame late and would draw a frame without rows.
    if (moved > PREPARED) this.#element?.dispatchEvent(new Event("scroll"));
    if (this.#isGliding) this.#glide();
    this.look();
  }

  look(): void {
    const element = this.#element;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const below = scrollHeight - scrollTop - clientHeight;
    if (this.#isDetached) this.#setAtBottom(false);
    else if (below <= (this.#isHeld ? AT_END : NEAR_BOTTOM)) this.#setAtBottom(true);
    else if (scrollTop < this.#top) this.#setAtBottom(false);
    if (this.#isAtBottom || scrollTop < this.#top) this.#isGliding = false;
    this.#top = scrollTop;
    const near = SCREENS_AHEAD * clientHeight;
    if (scrollTop < near) this.listener.onNearStart();
    if (below < near) this.listener.onNearEnd();
  }

  /** Moves to the end and follows it from now on. */
  stick(): void {
    this.#setAtBottom(true);
    this.follow();
  }

  /**
   * Call it before the user folds or unfolds a row. The row keeps its place, also at the end of the log. The virtual
   * list would move it, because it treats a row that starts above the view as a change above the view.
   * @param isToBeSeen scrolls the start of the row into view, because the text that was in view goes away
   */
  keepRow(place: () => RowPlace | null, { isToBeSeen }: { isToBeSeen: boolean }): void {
    const element = this.#element;
    const row = place();
    if (!element || !row) return;
    const offset = row.top - element.scrollTop;
    this.#kept = {
      place,
      height: row.height,
      offset: isToBeSeen ? Math.max(offset, insetOf(element)) : offset,
    };
    this.#isGliding = false;
    this.#setAtBottom(false);
  }

  /** Only a short way is animated. */
  toBottom(): void {
    const element = this.#element;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below > GLIDE_SCREENS * element.clientHeight || prefersStillness()) this.stick();
    else this.#glide();
  }

  /** Keeps the end in view if the user is at the end. Returns the moved distance in pixels. */
  follow(): number {
    const element = this.#element;
    if (!element || !this.#isAtBottom) return 0;
    const before = element.scrollTop;
    element.scrollTop = element.scrollHeight;
    this.#top = element.scrollTop;
    return Math.abs(this.#top - before);
  }

  /** Puts the resized row back to its offset. Returns the moved distance in pixels. */
  #keep(): number {
    const element = this.#element;
    const row = this.#kept?.place();
    if (!element || !this.#kept || !row || row.height === this.#kept.height) return 0;
    const before = element.scrollTop;
    element.scrollTop = row.top - this.#kept.offset;
    this.#kept = null;
    this.#top = element.scrollTop;
    return Math.abs(this.#top - before);
  }

  /** The distance may grow while rows on the way are measured. `resized` then starts the animation again. */
  #glide(): void {
    this.#isGliding = true;
    this.#element?.scrollTo({ top: this.#element.scrollHeight, behavior: "smooth" });
  }

  #setAtBottom(isAtBottom: boolean): void {
    if (this.#isAtBottom === isAtBottom) return;
    this.#isAtBottom = isAtBottom;
    if (isAtBottom) this.listener.onReachBottom();
    else this.listener.onLeaveBottom();
  }
}

/** How much of the upper edge of the scroller the header covers, in CSS pixels. */
export function insetOf(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
}
