import { useSelector } from "@xstate/react";
import { NAME_LENGTH } from "../../../machines/session/registration-form.ts";
import { GenderChoice } from "../../components/GenderChoice.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import {
  type AccountSetupActor,
  type RegistrationActor,
  useAccountSetup,
  useSend,
} from "../../shell/actors.tsx";
import { useLast } from "../../shell/last.ts";
import { birthOf, dateOf } from "../../text/birthday.ts";
import { addressOf } from "../../text/identifier.ts";
import { fieldError } from "../form/fieldError.ts";
import { StepForm } from "../form/StepForm.tsx";

/** Only the name is required (2-88). */
export function SetBaseInfoScreen({ registration }: { registration: RegistrationActor }) {
  const setup = useLast(useAccountSetup(registration));
  return setup ? <BaseInfoForm key={setup.sessionId} setup={setup} /> : null;
}

function BaseInfoForm({ setup }: { setup: AccountSetupActor }) {
  const { t } = useText();
  const send = useSend(setup);
  const { identifier } = useSelector(setup, ({ context }) => context.codeFor);
  const fields = useSelector(setup, ({ context }) => context.fields);
  const error = useSelector(setup, ({ context }) => context.error);
  const isBusy = useSelector(setup, (snapshot) => snapshot.hasTag("busy"));

  return (
    <StepForm
      title={t("register.nameTitle")}
      lead={t("register.nameLead")}
      account={addressOf(identifier)}
      action={t("register.finish")}
      busy={isBusy}
      error={error}
      onSubmit={() => send({ type: "user.finish" })}
    >
      <TextField
        name="nickname"
        label={t("register.name")}
        autoComplete="nickname"
        maxLength={NAME_LENGTH}
        value={fields.nickname}
        error={fieldError(t, error, "nickname")}
        onChange={(nickname) => send({ type: "user.fillIn", fields: { nickname } })}
      />
      <GenderChoice
        value={fields.gender}
        onChange={(gender) => send({ type: "user.fillIn", fields: { gender } })}
      />
      <TextField
        type="date"
        name="birth"
        label={t("register.birthday")}
        hint={t("register.optional")}
        autoComplete="bday"
        value={dateOf(fields.birth)}
        onChange={(date) => send({ type: "user.fillIn", fields: { birth: birthOf(date) } })}
      />
    </StepForm>
  );
}
