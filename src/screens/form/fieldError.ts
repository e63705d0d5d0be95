import { type FormError, formErrorText } from "../../i18n/failures.ts";
import type { Translate } from "../../i18n/text.ts";

/** What stands under a field; null when it is not at fault. */
export function fieldError<Field extends string>(
  t: Translate,
  error: { field: Field; code: FormError } | null,
  field: Field,
): string | null {
  return error?.field === field ? formErrorText(t, error.code) : null;
}
