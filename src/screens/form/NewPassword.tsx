import { PasswordField } from "../../components/PasswordField.tsx";
import type { FormError } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { fieldError } from "./fieldError.ts";

export interface NewPasswordProps {
  label: string;
  confirmationLabel: string;
  error: { field: string; code: FormError } | null;
  onType: () => void;
}

/** Fills the form fields `password` and `confirmation`. */
export function NewPassword({ label, confirmationLabel, error, onType }: NewPasswordProps) {
  const { t } = useText();
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint={t("validation.passwordRule")}
        autoComplete="new-password"
        defaultValue=""
        error={fieldError(t, error, "password")}
        onChange={onType}
      />
      <PasswordField
        name="confirmation"
        label={confirmationLabel}
        autoComplete="new-password"
        defaultValue=""
        error={fieldError(t, error, "confirmation")}
        onChange={onType}
      />
    </>
  );
}
