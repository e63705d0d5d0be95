import type { UpdateEvent } from "../domain/platform-events.ts";
import type { Stream } from "./stream.ts";

/** The service worker: it stores the files of a release and reports newer releases. */
export interface UpdatesPort {
  /**
   * Installs the worker, or finds it and asks the server for a newer release. Rejects in a browser without service workers, over plain http, or if it fails.
   */
  register(): Promise<void>;
  /** Events since `register`; one that came before is repeated. */
  updateEvents: Stream<UpdateEvent>;
  /** Asks the server for a newer release. Without an answer nothing happens. */
  check(): void;
  /** Lets the waiting release take over, in every tab. */
  apply(): void;
  /** Loads the page again. */
  reload(): void;
}

/** The activities of the user that a new release waits for. */
export interface Activity {
  /** Signed in, and the list of chats is no older than the server. */
  isSettled: boolean;
  /** In a call or a meeting, or one rings. */
  isCalling: boolean;
}
