import { ApiError } from "../../http.ts";
import type { Database } from "../../store/database.ts";
import { ErrCode, Notification } from "../protocol/constants.ts";
import type { Blacks } from "./blacks.ts";
import type { Notify } from "./notifications.ts";
import type { Stored } from "./stored.ts";
import type { Users } from "./users.ts";

export type Blocking = ReturnType<typeof createBlocking>;

/**
 * Adds users to a black list and removes them. Both sides are notified (1207, 1208) even without a change: a device
 * that missed it catches up that way.
 */
export function createBlocking(deps: {
  db: Database;
  now: () => number;
  users: Users;
  blacks: Blacks;
  stored: Stored;
  notify: Notify;
}) {
  const { db, users, blacks, notify } = deps;

  function tell(contentType: number, owner: string, black: string): void {
    notify({
      contentType,
      from: owner,
      to: { userID: black },
      detail: { fromToUserID: { fromUserID: owner, toUserID: black } },
    });
  }

  return {
    /** @throws ApiError 1004 for an unknown user and for the owner, 1001 when the owner stores too much */
    block: db.transaction((owner: string, black: string, ex: string) => {
      if (owner === black || users.find(black) === undefined) {
        throw new ApiError(ErrCode.recordNotFound, "RecordNotFoundError", "user not found");
      }
      deps.stored.requireRoom(owner, ex);
      blacks.add(owner, black, ex, deps.now());
      tell(Notification.blackAdded, owner, black);
    }),

    unblock: db.transaction((owner: string, black: string) => {
      if (users.find(black) === undefined) return;
      blacks.remove(owner, black);
      tell(Notification.blackDeleted, owner, black);
    }),
  };
}
