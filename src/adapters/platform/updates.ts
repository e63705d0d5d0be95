import { Failure } from "../../../machines/domain/failure.ts";
import type { UpdatesPort } from "../../../machines/ports/updates.ts";
import { isUpdateMessage, WORKER } from "../../worker/messages.ts";

/**
 * The service worker of this page.
 *
 * @param container undefined over plain http, in a browser without service workers, and on a development server
 */
export function createUpdates(container: ServiceWorkerContainer | undefined): UpdatesPort {
  let registration: ServiceWorkerRegistration | undefined;
  const check = () => void registration?.update().catch(() => {});
  return {
    async register() {
      try {
        registration = await container?.register(WORKER, { updateViaCache: "none" });
      } catch {
        // Reported as below.
      }
      if (!registration) throw new Failure("unknown");
      // The browser itself asks once a page load, without a retry: that request may have failed.
      if (registration.active) check();
    },
    updateEvents(send) {
      const controller = new AbortController();
      const { signal } = controller;
      /** The very first release also waits for a moment, but it is not an update. */
      const tellWaiting = () => {
        if (registration?.waiting && registration.active) send({ type: "update.waiting" });
      };
      const follow = () => registration?.installing?.addEventListener("statechange", tellWaiting, { signal });
      registration?.addEventListener("updatefound", follow, { signal });
      container?.addEventListener(
        "message",
        ({ data }: MessageEvent<unknown>) => {
          if (isUpdateMessage(data)) send(data);
        },
        { signal },
      );
      tellWaiting();
      follow();
      return () => controller.abort();
    },
    check,
    apply: () => registration?.waiting?.postMessage({ type: "update.apply" }),
    reload: () => location.reload(),
  };
}
