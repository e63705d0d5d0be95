import type { PushAnswer, PushEvent, PushSettings } from "../domain/alerts.ts";
import type { Stream } from "./stream.ts";

/** Pushes to this browser while no page is open (11-25). */
export interface PushPort {
  /** Resolves when there is a service worker; never if none is installed. Rejects in a browser without pushes. */
  ready(): Promise<void>;
  /**
   * Subscribes the browser and tells the server, also that the settings have changed. Rejects with "network" or
   * "timeout" if the server was not reached, and with "unknown" if it, or the browser, has no pushes.
   */
  subscribe(settings: PushSettings): Promise<void>;
  /** Ends the subscription, if there is one, and tells the server. */
  unsubscribe(): Promise<void>;
  /** Ends the subscription at sign-out, and removes the notifications that are shown. */
  forget(): void;
  events: Stream<PushEvent>;
  answers: Stream<PushAnswer>;
}
