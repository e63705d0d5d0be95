/** Subscribes; the returned function unsubscribes. */
export type Stream<Event> = (send: (event: Event) => void) => () => void;
