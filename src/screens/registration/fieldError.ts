import type { RegistrationError, RegistrationField } from "../../../machines/vocabulary/registration.ts";
import { formErrorText } from "../../i18n/failures.ts";
import type { Translate } from "../../i18n/text.ts";

/** What stands under a field; null when it is not at fault. */
export function fieldError(
  t: Translate,
  error: RegistrationError | null,
  field: RegistrationField,
): string | null {
  return error?.field === field ? formErrorText(t, error.code) : null;
}
