import type { AddressEvent, Place } from "../../../machines/domain/route.ts";
import type { PlatformPort } from "../../../machines/ports/platform.ts";
import type { Stream } from "../../../machines/ports/stream.ts";
import { carriesBaseData, type GivenBaseData, readBaseData } from "../storage/base-data.ts";
import type { PageHistory } from "./frame-history.ts";

export type Address = Pick<
  PlatformPort,
  "currentPlace" | "push" | "replace" | "back" | "cover" | "uncover" | "addressEvents"
> & {
  /** What the address said that must not stay there (2-89, 2-93); asked once. */
  takeBaseData(): GivenBaseData;
  /** Goes to `place` as if the person had typed it in: the history grows and the address is reported. */
  visit(place: Place): void;
};

/** The history's entry for what is open above a page: the page's address once more. */
const COVER = "cover";

/** The address bar, by the History API. What the app writes itself is not reported back. */
export function createAddress(history: PageHistory = globalThis.history): Address {
  const listeners = new Set<(event: AddressEvent) => void>();
  /** The page below, while the entry in the address bar is a cover. */
  let covered: Place | null = null;
  /** A step back by ourselves is under way: the browser takes it later, and nothing may be written before. */
  let isStepping = false;
  const waiting: (() => void)[] = [];

  let baseData: GivenBaseData = "none";

  const currentPlace = (): Place => {
    const place = { path: location.pathname, search: location.search.replace(/^\?/, "") };
    if (!carriesBaseData(place)) return place;
    baseData = readBaseData(place);
    history.replaceState(history.state, "", place.path);
    return { path: place.path, search: "" };
  };
  const report = (event: AddressEvent) => {
    for (const send of [...listeners]) send(event);
  };
  const goOn = () => {
    while (!isStepping) {
      const next = waiting.shift();
      if (!next) return;
      next();
    }
  };
  const inTurn = (write: () => void) => {
    waiting.push(write);
    goOn();
  };
  const stepBack = () => {
    covered = null;
    isStepping = true;
    history.go(-1);
  };
  const uncover = () =>
    inTurn(() => {
      if (covered) stepBack();
    });
  const write = (change: () => void) => {
    uncover();
    inTurn(change);
  };
  const push = (place: Place) => write(() => history.pushState(null, "", urlOf(place)));

  const popped = () => {
    const isOwnStep = isStepping;
    isStepping = false;
    const below = covered;
    covered = null;
    // Forward, or a reload, to what has closed since: there is nothing to be seen.
    if (history.state === COVER) stepBack();
    else if (!isOwnStep) {
      const place = currentPlace();
      const isPageBelow = below !== null && urlOf(below) === urlOf(place);
      report(isPageBelow ? { type: "address.uncovered" } : { type: "address.changed", place });
    }
    goOn();
  };

  const addressEvents: Stream<AddressEvent> = (send) => {
    if (listeners.size === 0) {
      window.addEventListener("popstate", popped);
      if (history.state === COVER && !covered) stepBack();
    }
    listeners.add(send);
    return () => {
      listeners.delete(send);
      if (listeners.size === 0) window.removeEventListener("popstate", popped);
    };
  };

  return {
    currentPlace,
    push,
    replace: (place) => write(() => history.replaceState(null, "", urlOf(place))),
    back: (steps = 1) => inTurn(() => history.go(-steps)),
    cover: () =>
      inTurn(() => {
        if (covered) return;
        covered = currentPlace();
        history.pushState(COVER, "");
      }),
    uncover,
    addressEvents,
    takeBaseData() {
      const given = baseData;
      baseData = "none";
      return given;
    },
    visit(place) {
      push(place);
      inTurn(() => report({ type: "address.changed", place }));
    },
  };
}

function urlOf({ path, search }: Place): string {
  return search === "" ? path : `${path}?${search}`;
}
