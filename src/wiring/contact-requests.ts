import { fromCallback } from "xstate";
import { contactRequestsMachine } from "../../machines/people/contact-requests.ts";
import { asking, ignore, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function contactRequestsChart({ ports: { im, storage } }: Outside) {
  return contactRequestsMachine.provide({
    actors: {
      applicationEvents: listening(im.applicationEvents),
      syncEvents: listening(im.syncEvents),
      loadApplications: asking(im.loadApplications),
      answerApplication: asking(im.answerApplication),
      readViewed: asking(storage.readViewed),
      viewedStore: fromCallback(({ receive }) =>
        receive(({ userID, viewed }) => void storage.writeViewed({ userID, viewed }).catch(ignore)),
      ),
    },
  });
}
