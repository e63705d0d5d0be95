import * as v from "valibot";
import type { ApplicationKind } from "../../../machines/domain/contact-request.ts";
import { Failure } from "../../../machines/domain/failure.ts";
import type { ViewedStore } from "../../../machines/ports/contact-requests.ts";
import { readList } from "./items.ts";

/** Stores viewed requests by user and kind (3-32, 3-33). Unreadable data counts as nothing viewed (3-34). */
export function createViewedApplications(storage: Pick<Storage, "getItem" | "setItem">): ViewedStore {
  const read = (userID: string, kind: ApplicationKind) => readList(storage, keyOf(userID, kind), v.string());
  return {
    readViewed: async ({ userID }) => ({ friend: read(userID, "friend"), group: read(userID, "group") }),
    async writeViewed({ userID, viewed }) {
      try {
        for (const kind of ["friend", "group"] as const)
          storage.setItem(keyOf(userID, kind), JSON.stringify(viewed[kind]));
      } catch {
        throw new Failure("unknown");
      }
    },
  };
}

function keyOf(userID: string, kind: ApplicationKind): string {
  return `parley:viewed-${kind}-applications:${userID}`;
}
