import { useSelector } from "@xstate/react";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  type AccountSetupActor,
  type RegistrationActor,
  useAccountSetup,
  useSend,
} from "../../shell/actors.tsx";
import { useLast } from "../../shell/last.ts";
import { addressOf } from "../../text/identifier.ts";
import { NewPassword } from "../form/NewPassword.tsx";
import { OwnName } from "../form/OwnName.tsx";
import { StepForm } from "../form/StepForm.tsx";
import { secretIn } from "../form/secretIn.ts";

/** Requirement 2-87. */
export function SetPasswordScreen({ registration }: { registration: RegistrationActor }) {
  const setup = useLast(useAccountSetup(registration));
  return setup ? <PasswordForm key={setup.sessionId} setup={setup} /> : null;
}

/** The passwords stay in their inputs: the form reads them on submit and passes them on as `Secret`s. */
function PasswordForm({ setup }: { setup: AccountSetupActor }) {
  const { t } = useText();
  const send = useSend(setup);
  const { purpose, identifier } = useSelector(setup, ({ context }) => context.codeFor);
  const error = useSelector(setup, ({ context }) => context.error);
  const isBusy = useSelector(setup, (snapshot) => snapshot.hasTag("busy"));
  const isReset = purpose === "reset";
  const retype = () => send({ type: "user.typeSecret" });

  return (
    <StepForm
      title={t(isReset ? "forgot.passwordTitle" : "register.passwordTitle")}
      lead={isReset ? t("forgot.passwordLead") : undefined}
      account={addressOf(identifier)}
      action={t(isReset ? "register.finish" : "register.next")}
      busy={isBusy}
      error={error}
      onSubmit={(data) =>
        send({
          type: "user.choosePassword",
          password: secretIn(data, "password"),
          confirmation: secretIn(data, "confirmation"),
        })
      }
    >
      <OwnName value={addressOf(identifier)} />
      <NewPassword
        label={t("login.password")}
        confirmationLabel={t("register.confirmPassword")}
        error={error}
        onType={retype}
      />
    </StepForm>
  );
}
