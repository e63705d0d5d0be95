import * as v from "valibot";

export type ApplicationKind = "friend" | "group";

/** What tells one application from another: who asked, and when (milliseconds since the epoch). */
export interface ApplicationKey {
  /** fromUserID of a friend application, userID of a group application. */
  userID: string;
  createTime: number;
}

const Entries = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/**
 * Which applications a person has already looked at, one list a person and kind, kept in `storage` (3-32, 3-33).
 * What cannot be read counts as nothing viewed.
 */
export function createViewedApplications(storage: Pick<Storage, "getItem" | "setItem">) {
  const read = (userID: string, kind: ApplicationKind): string[] => {
    const stored = v.safeParse(Entries, storage.getItem(keyOf(userID, kind)));
    return stored.success ? stored.output : [];
  };
  return {
    isViewed: (userID: string, kind: ApplicationKind, application: ApplicationKey): boolean =>
      read(userID, kind).includes(entryOf(application)),

    /** Marks all of `present` as viewed and forgets the entries of applications that are gone (3-34). */
    markViewed: (userID: string, kind: ApplicationKind, present: readonly ApplicationKey[]): void =>
      storage.setItem(keyOf(userID, kind), JSON.stringify(present.map(entryOf))),
  };
}

function entryOf({ userID, createTime }: ApplicationKey): string {
  return `${userID}_${createTime}`;
}

function keyOf(userID: string, kind: ApplicationKind): string {
  return `parley:viewed-${kind}-applications:${userID}`;
}
