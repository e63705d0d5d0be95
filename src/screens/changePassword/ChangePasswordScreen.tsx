import { useSelector } from "@xstate/react";
import { usePasswordChange, useSend } from "../../app/actors.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSelf } from "../oneself/useOwnProfile.ts";
import { fieldError } from "../registration/fieldError.ts";
import { StepForm } from "../registration/StepForm.tsx";
import { secretIn } from "../registration/secretIn.ts";

/**
 * The current password, and the new one twice (2-66, 5-12). They stay in their inputs: the form reads them on submit
 * and hands them on as `Secret`s.
 */
export default function ChangePasswordScreen() {
  const { t } = useText();
  const actor = usePasswordChange();
  const send = useSend(actor);
  const error = useSelector(actor, (snapshot) => snapshot?.context.error ?? null);
  const isBusy = useSelector(actor, (snapshot) => snapshot?.hasTag("busy") ?? false);
  const self = useSelf();
  const retype = () => send({ type: "user.typeSecret" });

  return (
    <StepForm
      title={t("changePassword.title")}
      lead={t("changePassword.lead")}
      action={t("changePassword.action")}
      busy={isBusy}
      error={error}
      onSubmit={(data) =>
        send({
          type: "user.changePassword",
          current: secretIn(data, "current"),
          password: secretIn(data, "password"),
          confirmation: secretIn(data, "confirmation"),
        })
      }
    >
      {/* Tells password managers whose password it is. */}
      <input
        type="text"
        autoComplete="username"
        hidden
        readOnly
        value={self?.phoneNumber ?? self?.email ?? self?.userID ?? ""}
      />
      <PasswordField
        name="current"
        label={t("changePassword.current")}
        autoComplete="current-password"
        defaultValue=""
        error={fieldError(t, error, "current")}
        onChange={retype}
      />
      <PasswordField
        name="password"
        label={t("changePassword.password")}
        hint={t("validation.passwordRule")}
        autoComplete="new-password"
        defaultValue=""
        error={fieldError(t, error, "password")}
        onChange={retype}
      />
      <PasswordField
        name="confirmation"
        label={t("changePassword.confirmation")}
        autoComplete="new-password"
        defaultValue=""
        error={fieldError(t, error, "confirmation")}
        onChange={retype}
      />
    </StepForm>
  );
}
