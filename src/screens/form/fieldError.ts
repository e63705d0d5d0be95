import { type FormError, formErrorText } from "../../i18n/failures.ts";
import type { Translate } from "../../i18n/text.ts";

/** Null if the error is not in this field. */
export function fieldError<Field extends string>(
  t: Translate,
  error: { field: Field; code: FormError } | null,
  field: Field,
): string | null {
  return error?.field === field ? formErrorText(t, error.code) : null;
}
