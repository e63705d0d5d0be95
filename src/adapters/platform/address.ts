import type { AddressEvent, Place } from "../../../machines/domain/route.ts";
import type { PlatformPort } from "../../../machines/ports/platform.ts";
import type { Stream } from "../../../machines/ports/stream.ts";
import { carriesBaseData, type GivenBaseData, readBaseData } from "../storage/base-data.ts";
import type { PageHistory } from "./frame-history.ts";

export type Address = Pick<
  PlatformPort,
  "currentPlace" | "push" | "replace" | "back" | "cover" | "uncover" | "addressEvents"
> & {
  /** Returns secrets that were in the address and must not stay there (2-89, 2-93). Later calls return "none". */
  takeBaseData(): GivenBaseData;
  /** Goes to an address, as a click on a notification does. */
  visit(to: string): void;
};

/** A step back that leads out of the history reports nothing. Writes wait no longer than this, in milliseconds. */
const LONGEST_STEP = 1000;

/** The entry of a layer repeats the address of the page below. Its number is the page's and this. */
const COVER = 0.5;

/**
 * The address bar, through the History API. Changes by the app are not reported back to it. `takeKey` takes the key of
 * an encrypted meeting out of an address: it must not stay there (11-44).
 */
export function createAddress(
  history: PageHistory = globalThis.history,
  takeKey = (address: string): string => address,
): Address {
  const listeners = new Set<(event: AddressEvent) => void>();
  /** The number of the current entry, which is its state; 0 if the user has just typed its address. */
  const entry = () => Number(history.state);
  /** The number of the current page. */
  let position = Math.floor(entry()) || 1;
  let isCovered = false;
  /** True while our own `history.go` is pending. It is asynchronous, so writes must wait. */
  let isStepping = false;
  /** True while a step back from a cover is pending. It removes the cover, so a layer that closes now adds no step. */
  let isLeaving = false;
  /**
   * Set while a step back from a page is pending. A layer that opens in that time gets its cover after the step:
   * before it, the cover would be an entry above the old page.
   */
  let leaving: { isCoverDue: boolean } | null = null;
  const queue: (() => void)[] = [];

  let baseData: GivenBaseData = "none";
  /** The address of the current page. */
  let shown = "";

  const currentPlace = (): Place => {
    const withoutKey = takeKey(location.href);
    if (withoutKey !== location.href) history.replaceState(history.state, "", withoutKey);
    const place = { path: location.pathname, search: location.search.replace(/^\?/, "") };
    if (!carriesBaseData(place)) return place;
    baseData = readBaseData(place);
    history.replaceState(history.state, "", place.path);
    return { path: place.path, search: "" };
  };
  const isAtCover = () => entry() % 1 > 0;
  const report = (event: AddressEvent) => {
    for (const send of [...listeners]) send(event);
  };
  const runQueue = () => {
    while (!isStepping && !isLeaving) {
      const next = queue.shift();
      if (!next) return;
      next();
    }
  };
  const enqueue = (write: () => void) => {
    queue.push(write);
    runQueue();
  };
  const stepBack = () => {
    isCovered = false;
    isStepping = true;
    history.go(-1);
  };
  const stopLeaving = () => {
    if (!isLeaving) return;
    isLeaving = false;
    runQueue();
  };
  const uncover = () => {
    if (leaving) leaving.isCoverDue = false;
    enqueue(() => {
      if (isCovered) stepBack();
    });
  };
  const cover = () => {
    if (leaving) leaving.isCoverDue = true;
    else
      enqueue(() => {
        if (isCovered) return;
        isCovered = true;
        history.pushState(position + COVER, "");
      });
  };
  const endLeaving = (ended: typeof leaving) => {
    if (leaving !== ended || !ended) return;
    leaving = null;
    if (ended.isCoverDue) cover();
  };
  const write = (place: Place, drops: number, change: (url: string) => void) => {
    uncover();
    if (drops > 0)
      enqueue(() => {
        isStepping = true;
        position -= drops;
        history.go(-drops);
      });
    enqueue(() => {
      shown = urlOf(place);
      change(shown);
    });
  };

  const back = (steps = 1) =>
    enqueue(() => {
      isLeaving = isCovered;
      const step = { isCoverDue: false };
      if (!isLeaving) leaving = step;
      history.go(-steps);
      if (isLeaving) setTimeout(stopLeaving, LONGEST_STEP);
      else setTimeout(endLeaving, LONGEST_STEP, step);
    });

  const popped = () => {
    const [wasCovered, before] = [isCovered, position];
    let isRepeated = false;
    isCovered = false;
    isStepping = false;
    isLeaving = false;
    // Forward or reload reached a layer that has closed since; go back.
    if (isAtCover()) stepBack();
    else {
      position = entry() || position + 1;
      if (!entry()) history.replaceState(position, "");
      if (position !== before) {
        const [place, left, steps] = [currentPlace(), shown, position - before];
        shown = urlOf(place);
        report({ type: "address.changed", place, steps });
        isRepeated = steps === -1 && shown === left;
      } else if (wasCovered) report({ type: "address.uncovered" });
    }
    runQueue();
    endLeaving(leaving);
    // A reload leads to the list. If the entry below is the list too, the user sees no step there: go on.
    if (isRepeated) back();
  };

  const addressEvents: Stream<AddressEvent> = (send) => {
    if (listeners.size === 0) {
      window.addEventListener("popstate", popped);
      if (isAtCover() && !isCovered) stepBack();
    }
    listeners.add(send);
    return () => {
      listeners.delete(send);
      if (listeners.size === 0) window.removeEventListener("popstate", popped);
    };
  };

  return {
    currentPlace,
    push: (place, drops = 0) => write(place, drops, (url) => history.pushState(++position, "", url)),
    replace: (place, drops = 0) => write(place, drops, (url) => history.replaceState(position, "", url)),
    back,
    cover,
    uncover,
    addressEvents,
    takeBaseData() {
      const given = baseData;
      baseData = "none";
      return given;
    },
    visit: (to) => report({ type: "navigation.go", to }),
  };
}

function urlOf({ path, search }: Place): string {
  return search === "" ? path : `${path}?${search}`;
}
