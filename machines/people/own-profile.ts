/** What a person says of themselves, and what they set for all their devices. */

import type { Portrait } from "../domain/avatar-image.ts";
import type { FailureCode } from "../domain/failure.ts";
import type { Gender } from "../domain/people.ts";
import type { PersonDetails } from "../domain/relationship.ts";
import { groupIn, type Place } from "../domain/route.ts";

/** What the chat server has of oneself, beside name and picture. */
export interface OwnDetails extends PersonDetails {
  gender: Gender;
}

/** One thing a person changes about themselves. */
export type ProfileChange =
  | { kind: "nickname"; nickname: string }
  /** It is cut and uploaded first. */
  | { kind: "picture"; portrait: Portrait }
  | { kind: "gender"; gender: Gender }
  /** Milliseconds since the epoch. */
  | { kind: "birth"; birth: number }
  /** Whether others may ask to become friends (6-07). */
  | { kind: "mayBeAdded"; mayBeAdded: boolean }
  /** Do not disturb, for every chat and on every device (6-10). */
  | { kind: "quiet"; quiet: boolean };

/** What is wrong with a change of the password, and at which field. */
export interface PasswordError {
  field: "current" | "password" | "confirmation" | "form";
  code: "passwordMissing" | "passwordFormat" | "passwordMismatch" | FailureCode;
}

/** Pages about oneself: what is known stays from one to the next. */
const OWN_PATHS = ["/selfInfoDetails", "/accountSettings", "/changePassword"];

/** Whether a place is about oneself; a name is one's own where it is not one in a group (2-79). */
export function isOwnPlace(place: Place): boolean {
  return OWN_PATHS.includes(place.path) || (place.path === "/changeName" && groupIn(place) === null);
}
