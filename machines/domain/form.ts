/** A form that the user has filled in and not sent. */
import type { Place } from "./route.ts";

export interface KeptForm {
  /** As typed, with spaces at both ends. */
  text: string;
  /** The ids of picked users; empty on pages without a choice of users. */
  picked: readonly string[];
}

export interface FormOwner {
  userID: string;
  /** Differs between forms with another subject. */
  formID: string;
}

export type FormKeeping =
  | { type: "form.keep"; form: KeptForm }
  /** The form was sent, though its page is still open. */
  | { type: "form.sent" };

/** Sent at the start if an earlier page of this tab left the form. */
export type FormKeeperNews = { type: "formKeeper.left"; form: KeptForm };

const FORM_PATHS = ["/changeName", "/changeNameOrRemark", "/sendApplication"];

/** Returns the id of the form on a page with one text field and a button that saves it; null on other pages. */
export function formIn({ path, search }: Place): string | null {
  return FORM_PATHS.includes(path) ? `${path}?${search}` : null;
}
