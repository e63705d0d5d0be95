import { fitted, type Size, type Spot, WHOLE, within, type Zoom, zoomedAt } from "./bounds.ts";

export interface GestureHandlers {
  /** Whether there is a neighbour to the left (-1) or right (1). */
  hasNeighbour: (side: -1 | 1) => boolean;
  onMove: (side: -1 | 1) => void;
  onClose: () => void;
  /** A tap outside all controls. */
  onTap: () => void;
}

/** A movement beyond this is not a tap, in CSS pixels. */
const SLOP = 8;
/** Maximum time (milliseconds) and distance (CSS pixels) of a double tap. */
const DOUBLE_TIME = 300;
const DOUBLE_DISTANCE = 32;
/** Minimum speed of a flick, in CSS pixels per millisecond. */
const FLICK = 0.45;
const DROP = 120;
const DOUBLE_SCALE = 2.5;
/** The browser's video controls lie there. */
const CONTROLS_HEIGHT = 96;

type Mode = "tap" | "swipe" | "drop" | "pan" | "pinch" | "none";

interface Pointer extends Spot {
  startX: number;
  startY: number;
  /** To compute the speed. */
  lastX: number;
  lastY: number;
  lastTime: number;
  speedX: number;
  speedY: number;
}

/**
 * Writes styles directly, because pointer events are more frequent than React should render. Reports decisions through
 * the handlers.
 */
export class Gestures {
  readonly #pointers = new Map<number, Pointer>();
  #mode: Mode = "none";
  #zoom: Zoom = WHOLE;
  #pinch = { distance: 1, scale: 1 };
  #lastTap = { time: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  #stage: HTMLElement | null = null;
  #offset = 0;

  constructor(readonly handlers: GestureHandlers) {}

  /** The `ref` callback of the stage. */
  readonly attach = (stage: HTMLElement | null): (() => void) | undefined => {
    if (!stage) return undefined;
    this.#stage = stage;
    const listening = new AbortController();
    const { signal } = listening;
    stage.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    stage.addEventListener("pointermove", (event) => this.#move(event), { signal });
    stage.addEventListener("pointerup", (event) => this.#up(event), { signal });
    stage.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    stage.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    return () => {
      listening.abort();
      this.#stage = null;
    };
  };

  /** The row slides in from `side`, starting at the finger's last position. */
  shown(side: -1 | 0 | 1): void {
    this.#zoom = WHOLE;
    for (const frame of this.#stage?.querySelectorAll<HTMLElement>("[data-frame]") ?? [])
      frame.style.transform = "";
    const row = this.#row();
    if (!row || side === 0) return;
    const from = this.#offset + side * this.#size().width;
    this.#offset = 0;
    row.style.transition = "none";
    row.style.transform = `translateX(${from}px)`;
    row.getBoundingClientRect();
    row.style.transition = "";
    row.style.transform = "";
  }

  zoomBy(factor: number): void {
    this.#apply(zoomedAt(this.#zoom, this.#zoom.scale * factor, { x: 0, y: 0 }), true);
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || this.#isControl(event)) return;
    const { clientX: x, clientY: y } = event;
    this.#pointers.set(event.pointerId, {
      x,
      y,
      startX: x,
      startY: y,
      lastX: x,
      lastY: y,
      lastTime: event.timeStamp,
      speedX: 0,
      speedY: 0,
    });
    if (this.#pointers.size === 1) this.#mode = "tap";
    else if (this.#pointers.size === 2 && this.#frame()) {
      this.#settle();
      this.#mode = "pinch";
      this.#pinch = { distance: Math.max(this.#distance(), 1), scale: this.#zoom.scale };
    } else this.#mode = "none";
  }

  #move(event: PointerEvent): void {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    const before = { x: pointer.x, y: pointer.y };
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    const time = event.timeStamp - pointer.lastTime;
    if (time > 0) {
      pointer.speedX = (pointer.x - pointer.lastX) / time;
      pointer.speedY = (pointer.y - pointer.lastY) / time;
      pointer.lastX = pointer.x;
      pointer.lastY = pointer.y;
      pointer.lastTime = event.timeStamp;
    }
    const dx = pointer.x - pointer.startX;
    const dy = pointer.y - pointer.startY;
    if (this.#mode === "tap" && Math.hypot(dx, dy) > SLOP) {
      this.#mode = this.#meaning(dx, dy);
      // Only now: a captured pointer gets all further events, but a tap must stay with its target.
      this.#stage?.setPointerCapture?.(event.pointerId);
    }
    if (this.#mode === "swipe") this.#slide(dx);
    if (this.#mode === "drop") this.#sink(dy);
    if (this.#mode === "pan") this.#shift(pointer.x - before.x, pointer.y - before.y);
    if (this.#mode === "pinch") {
      const scale = (this.#pinch.scale * this.#distance()) / this.#pinch.distance;
      this.#apply(zoomedAt(this.#zoom, scale, this.#fromMiddle(this.#centre())));
    }
  }

  #up(event: PointerEvent): void {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    this.#pointers.delete(event.pointerId);
    const mode = this.#mode;
    this.#mode = "none";
    const dx = pointer.x - pointer.startX;
    const dy = pointer.y - pointer.startY;
    if (mode === "tap") this.#tap(event);
    if (mode === "swipe") this.#letGo(dx, pointer.speedX);
    if (mode === "drop") {
      if (dy > DROP || (dy > SLOP && pointer.speedY > FLICK)) this.handlers.onClose();
      else this.#settle();
    }
    // After a pinch, the remaining finger moves the picture.
    if (mode === "pinch" && this.#pointers.size === 1 && this.#zoom.scale > 1) this.#mode = "pan";
  }

  #cancel(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    this.#mode = "none";
    this.#settle();
  }

  #wheel(event: WheelEvent): void {
    if (!this.#frame()) return;
    if (event.ctrlKey) {
      event.preventDefault();
      const scale = this.#zoom.scale * Math.exp(-event.deltaY / 240);
      this.#apply(zoomedAt(this.#zoom, scale, this.#fromMiddle({ x: event.clientX, y: event.clientY })));
    } else if (this.#zoom.scale > 1) {
      event.preventDefault();
      this.#shift(-event.deltaX, -event.deltaY);
    }
  }

  #tap(event: PointerEvent): void {
    const { timeStamp: time, clientX: x, clientY: y } = event;
    if (event.target instanceof HTMLVideoElement) return;
    const { time: before, ...spot } = this.#lastTap;
    const isDouble =
      time - before < DOUBLE_TIME && Math.hypot(x - spot.x, y - spot.y) < DOUBLE_DISTANCE && this.#frame();
    this.#lastTap = { time: isDouble ? Number.NEGATIVE_INFINITY : time, x, y };
    // Each tap acts at once, without waiting for a second one. The second tap of a double tap reverts the first.
    this.handlers.onTap();
    if (!isDouble) return;
    const next =
      this.#zoom.scale > 1 ? WHOLE : zoomedAt(this.#zoom, DOUBLE_SCALE, this.#fromMiddle({ x, y }));
    this.#apply(next, true);
  }

  #meaning(dx: number, dy: number): Mode {
    if (this.#zoom.scale > 1) return "pan";
    if (Math.abs(dx) > Math.abs(dy)) return "swipe";
    return dy > 0 ? "drop" : "none";
  }

  #letGo(dx: number, speed: number): void {
    const side = dx < 0 ? 1 : -1;
    const isAway = Math.abs(dx) > this.#size().width / 3 || (Math.abs(speed) > FLICK && speed < 0 === dx < 0);
    if (isAway && this.handlers.hasNeighbour(side)) {
      this.#offset = dx;
      this.handlers.onMove(side);
    } else this.#settle();
  }

  /** A swipe without a neighbour has resistance. */
  #slide(dx: number): void {
    const isFree = this.handlers.hasNeighbour(dx < 0 ? 1 : -1);
    this.#hold(`translateX(${isFree ? dx : dx / 4}px)`);
  }

  #sink(dy: number): void {
    const down = Math.max(dy, 0);
    const part = Math.min(down / this.#size().height, 1);
    this.#hold(`translateY(${down}px) scale(${1 - part * 0.4})`);
    this.#stage?.style.setProperty("--sunk", String(Math.min(part * 2, 1)));
  }

  #hold(transform: string): void {
    const row = this.#row();
    if (!row) return;
    row.style.transition = "none";
    row.style.transform = transform;
  }

  #settle(): void {
    const row = this.#row();
    if (!row) return;
    row.style.transition = "";
    row.style.transform = "";
    this.#offset = 0;
    this.#stage?.style.removeProperty("--sunk");
  }

  #shift(x: number, y: number): void {
    this.#apply({ ...this.#zoom, x: this.#zoom.x + x, y: this.#zoom.y + y });
  }

  #apply(zoom: Zoom, glides = false): void {
    const frame = this.#frame();
    if (!frame) return;
    this.#zoom = within(zoom, fitted(sizeOf(frame), this.#size()), this.#size());
    const { scale, x, y } = this.#zoom;
    frame.style.transition = glides ? "" : "none";
    frame.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
  }

  #isControl({ target, clientY }: PointerEvent): boolean {
    if (!(target instanceof Element)) return false;
    if (target.closest("button, a") !== null) return true;
    return (
      target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - CONTROLS_HEIGHT
    );
  }

  #row(): HTMLElement | null {
    return this.#stage?.querySelector<HTMLElement>("[data-row]") ?? null;
  }

  #frame(): HTMLElement | null {
    return this.#stage?.querySelector<HTMLElement>("[data-frame='shown']") ?? null;
  }

  #size(): Size {
    return { width: this.#stage?.clientWidth ?? 0, height: this.#stage?.clientHeight ?? 0 };
  }

  #centre(): Spot {
    const [one, other = one] = this.#pointers.values();
    return one && other ? { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } : { x: 0, y: 0 };
  }

  #distance(): number {
    const [one, other] = this.#pointers.values();
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 1;
  }

  #fromMiddle({ x, y }: Spot): Spot {
    const { width, height } = this.#size();
    return { x: x - width / 2, y: y - height / 2 };
  }
}

/** Pixels of the full picture, or of the thumbnail until that is loaded. 0 before both. */
function sizeOf(frame: HTMLElement): Size {
  const picture = [...frame.querySelectorAll("img")].findLast(({ naturalWidth }) => naturalWidth > 0);
  return { width: picture?.naturalWidth ?? 0, height: picture?.naturalHeight ?? 0 };
}
