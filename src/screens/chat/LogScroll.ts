import { prefersStillness } from "./media.ts";

/** This close to the end counts as being there, in CSS pixels. */
const NEAR_BOTTOM = 48;
/** So many screens before an end of what is loaded, the next page is asked for: it is there before a fling is. */
const SCREENS_AHEAD = 2.5;
/** Further than this many screens a movement jumps instead of gliding. */
const GLIDE_SCREENS = 3;
/** A movement the virtual list has rows prepared for, in CSS pixels. */
const PREPARED = 200;

/** What the log is told of its scrolling. */
export interface LogScrollListener {
  onReachBottom: () => void;
  onLeaveBottom: () => void;
  /** Hardly anything is left above, or below, of what is loaded. */
  onNearStart: () => void;
  onNearEnd: () => void;
}

/** A row of the log as it lies there now, in CSS pixels. */
export interface RowPlace {
  /** Its upper edge, from the start of what can be scrolled. */
  top: number;
  height: number;
}

/** A row that is about to change its height, and where its upper edge is to stay. */
interface KeptRow {
  place: () => RowPlace | null;
  height: number;
  /** Below the upper edge of the view. */
  offset: number;
}

/**
 * Where the log stands. It opens at the end without a movement and follows the end only for somebody who is there;
 * whoever reads further up is left in peace, whatever arrives, loads or grows (4-61).
 */
export class LogScroll {
  #element: HTMLElement | null = null;
  #isAtBottom = true;
  #isDetached = false;
  #isGliding = false;
  #sentID: string | null = null;
  #top = 0;
  #left: (() => number | null) | null = null;
  #kept: KeptRow | null = null;

  constructor(readonly listener: LogScrollListener) {}

  /**
   * Takes over the scroller when it is shown: at the end, or at the message that was read when another screen covered
   * it, though pages may have come above it since.
   * @param spotAt given a height, tells from then on where what lay there is now; null once that is gone
   */
  attach(element: HTMLElement, spotAt: (top: number) => () => number | null): () => void {
    this.#element = element;
    if (!this.#isAtBottom) element.scrollTop = this.#left?.() ?? this.#top;
    this.follow();
    return () => {
      // What is covered already stands nowhere.
      this.#left = spotAt(element.clientHeight > 0 ? element.scrollTop : this.#top);
      this.#element = null;
    };
  }

  /**
   * After rows changed. What one sends oneself brings the end into view.
   * @param isDetached the window lies in the past: its end is not the end of the conversation
   * @param sentID clientMsgID of the newest message while it is on its way, else null
   */
  rowsChanged({ isDetached, sentID }: { isDetached: boolean; sentID: string | null }): void {
    this.#isDetached = isDetached;
    if (sentID !== null && sentID !== this.#sentID && !isDetached) this.#setAtBottom(true);
    this.#sentID = sentID;
    this.follow();
    this.look();
  }

  /** After a row or the viewport changed its size. */
  resized(): void {
    const moved = this.#keep() + this.follow();
    // The list would hear of a far movement only in the next frame, and draw one without rows.
    if (moved > PREPARED) this.#element?.dispatchEvent(new Event("scroll"));
    if (this.#isGliding) this.#glide();
    this.look();
  }

  /** Looks where the scroller stands and tells what follows from it. */
  look(): void {
    const element = this.#element;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const below = scrollHeight - scrollTop - clientHeight;
    if (this.#isDetached) this.#setAtBottom(false);
    else if (below <= NEAR_BOTTOM) this.#setAtBottom(true);
    else if (scrollTop < this.#top) this.#setAtBottom(false);
    if (this.#isAtBottom || scrollTop < this.#top) this.#isGliding = false;
    this.#top = scrollTop;
    const near = SCREENS_AHEAD * clientHeight;
    if (scrollTop < near) this.listener.onNearStart();
    if (below < near) this.listener.onNearEnd();
  }

  /** From now on the end is followed. */
  stick(): void {
    this.#setAtBottom(true);
    this.follow();
  }

  /**
   * A row is about to be folded or unfolded by its reader, who stays where they are, also at the end. The virtual list
   * would move them: it takes a row that reaches above the view for one that changes there.
   * @param isToBeSeen its beginning is brought into view, since what was read of it goes
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

  /** Moves to the end, gliding over a short way. */
  toBottom(): void {
    const element = this.#element;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below > GLIDE_SCREENS * element.clientHeight || prefersStillness()) this.stick();
    else this.#glide();
  }

  /** Keeps the end in view for somebody who is there. Returns by how many pixels that moved. */
  follow(): number {
    const element = this.#element;
    if (!element || !this.#isAtBottom) return 0;
    const before = element.scrollTop;
    element.scrollTop = element.scrollHeight;
    this.#top = element.scrollTop;
    return Math.abs(this.#top - before);
  }

  /** Puts the row that changed its height where it is to stay. Returns by how many pixels that moved. */
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

  /** The way may grow while rows on it are measured; `resized` then sets out again. */
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
