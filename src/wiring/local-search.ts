import { fromCallback } from "xstate";
import { localSearchMachine, type SearchesKept } from "../../machines/people/local-search.ts";
import { asking, ignore, listening } from "./port-actors.ts";
import type { Outside } from "./program.ts";

export function localSearchChart({ ports: { im, storage } }: Outside) {
  return localSearchMachine.provide({
    actors: {
      messageEvents: listening(im.messageEvents),
      searchMessages: asking(im.searchMessages),
      readSearches: asking(storage.readSearches),
      searchStore: fromCallback<SearchesKept>(({ receive }) =>
        receive(({ userID, searches }) => void storage.writeSearches({ userID, searches }).catch(ignore)),
      ),
    },
  });
}
