import { fromCallback } from "xstate";
import { contactRequestsMachine } from "../../machines/people/contact-requests.ts";
import type { Wiring } from "./actors-by-name.ts";
import { ignore } from "./port-actors.ts";

export function contactRequestsChart({ actors, ports: { storage } }: Wiring) {
  return contactRequestsMachine.provide({
    actors: {
      ...actors,
      viewedStore: fromCallback(({ receive }) =>
        receive(({ userID, viewed }) => void storage.writeViewed({ userID, viewed }).catch(ignore)),
      ),
    },
  });
}
