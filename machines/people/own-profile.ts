import type { Portrait } from "../domain/avatar-image.ts";
import type { FailureCode } from "../domain/failure.ts";
import { groupIn } from "../domain/group-routes.ts";
import type { Gender } from "../domain/people.ts";
import type { PersonDetails } from "../domain/relationship.ts";
import type { Place } from "../domain/route.ts";

/** The user's data on the chat server, besides name and picture. */
export interface OwnDetails extends PersonDetails {
  gender: Gender;
}

export type ProfileChange =
  | { kind: "nickname"; nickname: string }
  /** Cropped and uploaded first. */
  | { kind: "picture"; portrait: Portrait }
  | { kind: "gender"; gender: Gender }
  /** Milliseconds since the epoch. */
  | { kind: "birth"; birth: number }
  /** Whether other users may send friend requests (6-07). */
  | { kind: "mayBeAdded"; mayBeAdded: boolean }
  /** No sound, for every chat and on every device (6-10). */
  | { kind: "quiet"; quiet: boolean };

export interface PasswordError {
  field: "current" | "password" | "confirmation" | "form";
  code: "passwordMissing" | "passwordFormat" | "passwordUnchanged" | "passwordMismatch" | FailureCode;
}

/** Routes of the user's own profile: loaded data stays when the user moves between them. */
const OWN_PATHS = ["/selfInfoDetails", "/accountSettings", "/changePassword"];

/** Whether a route belongs to the user's own profile. The name page also edits the nickname in a group (2-79). */
export function isOwnPlace(place: Place): boolean {
  return OWN_PATHS.includes(place.path) || (place.path === "/changeName" && groupIn(place) === null);
}
