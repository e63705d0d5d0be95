import type { AddressEvent, Place } from "../../../machines/events.ts";
import type { PlatformPort, Stream } from "../../../machines/ports.ts";

export type Address = Pick<PlatformPort, "currentPlace" | "push" | "replace" | "back" | "addressEvents"> & {
  /** Goes to `place` as if the person had typed it in: the history grows and the address is reported. */
  visit(place: Place): void;
};

/** The address bar, by the History API. What the app writes itself is not reported back. */
export function createAddress(): Address {
  const listeners = new Set<(event: AddressEvent) => void>();

  const currentPlace = (): Place => ({
    path: location.pathname,
    search: location.search.replace(/^\?/, ""),
  });
  const report = () => {
    for (const send of [...listeners]) send({ type: "address.changed", place: currentPlace() });
  };
  const push = (place: Place) => history.pushState(null, "", urlOf(place));

  const addressEvents: Stream<AddressEvent> = (send) => {
    if (listeners.size === 0) window.addEventListener("popstate", report);
    listeners.add(send);
    return () => {
      listeners.delete(send);
      if (listeners.size === 0) window.removeEventListener("popstate", report);
    };
  };

  return {
    currentPlace,
    push,
    replace: (place) => history.replaceState(null, "", urlOf(place)),
    back: () => history.back(),
    addressEvents,
    visit(place) {
      push(place);
      report();
    },
  };
}

function urlOf({ path, search }: Place): string {
  return search === "" ? path : `${path}?${search}`;
}
