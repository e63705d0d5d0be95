/** How the outside is listened to. */

/** Starts listening; the returned function stops it. */
export type Stream<Event> = (send: (event: Event) => void) => () => void;
