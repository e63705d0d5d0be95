import { useSelector } from "@xstate/react";
import { PasswordField } from "../../components/PasswordField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend } from "../../shell/actors.tsx";
import { usePasswordChange } from "../../shell/routeActors.ts";
import { fieldError } from "../form/fieldError.ts";
import { NewPassword } from "../form/NewPassword.tsx";
import { OwnName } from "../form/OwnName.tsx";
import { StepForm } from "../form/StepForm.tsx";
import { secretIn } from "../form/secretIn.ts";
import { useSelf } from "../ownProfile/useOwnProfile.ts";

/** The passwords stay in their inputs: the form reads them on submit and passes them on as `Secret`s (2-66, 5-12). */
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
      <OwnName value={self?.phoneNumber ?? self?.email ?? self?.userID ?? ""} />
      <PasswordField
        name="current"
        label={t("changePassword.current")}
        autoComplete="current-password"
        defaultValue=""
        error={fieldError(t, error, "current")}
        onChange={retype}
      />
      <NewPassword
        label={t("changePassword.password")}
        confirmationLabel={t("changePassword.confirmation")}
        error={error}
        onType={retype}
      />
    </StepForm>
  );
}
