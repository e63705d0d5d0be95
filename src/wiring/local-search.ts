import { fromCallback } from "xstate";
import { localSearchMachine, type SearchesKept } from "../../machines/people/local-search.ts";
import type { Wiring } from "./actors-by-name.ts";
import { ignore } from "./port-actors.ts";

export function localSearchChart({ actors, ports: { storage } }: Wiring) {
  return localSearchMachine.provide({
    actors: {
      ...actors,
      searchStore: fromCallback<SearchesKept>(({ receive }) =>
        receive(({ userID, searches }) => void storage.writeSearches({ userID, searches }).catch(ignore)),
      ),
    },
  });
}
