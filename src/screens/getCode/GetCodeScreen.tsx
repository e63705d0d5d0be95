import { useSelector } from "@xstate/react";
import { Link, useLocation } from "wouter";
import {
  codeRequestIn,
  codeRequestPath,
  isTaken,
  targetIn,
} from "../../../machines/session/registration-form.ts";
import { IdentifierField } from "../../components/IdentifierField.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type RegistrationActor, useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { fieldError } from "../form/fieldError.ts";
import { StepForm } from "../form/StepForm.tsx";
import { SignInInstead } from "../registration/SignInInstead.tsx";
import styles from "./GetCodeScreen.module.css";

/** First step of a registration or password reset (2-85). */
export function GetCodeScreen({ registration }: { registration: RegistrationActor }) {
  const { t } = useText();
  const { whenIdle } = useOutside();
  const [, navigate] = useLocation();
  const send = useSend(registration);
  const place = useSelector(registration, ({ context }) => context.place);
  const fields = useSelector(registration, ({ context }) => context.fields);
  const error = useSelector(registration, ({ context }) => context.error);
  const isBusy = useSelector(registration, (snapshot) => snapshot.matches({ asking: "sending" }));
  const { purpose, identifierKind } = codeRequestIn(place);
  const isRegistration = purpose === "register";

  return (
    <StepForm
      title={t(isRegistration ? "register.title" : "forgot.title")}
      lead={t(isRegistration ? "register.askLead" : "forgot.askLead")}
      label={t(
        isRegistration
          ? "screen.register"
          : identifierKind === "phone"
            ? "screen.forgotByPhone"
            : "screen.forgotByEmail",
      )}
      action={t("register.getCode")}
      busy={isBusy}
      error={error}
      onSubmit={() => send({ type: "user.requestCode" })}
      after={
        <Link href="/login" className={styles.link}>
          {t("login.backToSignIn")}
        </Link>
      }
    >
      <SegmentedControl
        label={t("login.method")}
        value={identifierKind}
        options={[
          { value: "phone", label: t("login.phone") },
          { value: "email", label: t("login.email") },
        ]}
        onChange={(kind) => navigate(codeRequestPath(purpose, kind), { replace: true })}
      />
      <IdentifierField
        whenIdle={whenIdle}
        kind={identifierKind}
        areaCode={fields.areaCode}
        phoneNumber={fields.phoneNumber}
        email={fields.email}
        error={fieldError(t, error, "identifier")}
        onAreaCode={(areaCode) => send({ type: "user.fillIn", fields: { areaCode } })}
        onPhone={(phoneNumber) => send({ type: "user.fillIn", fields: { phoneNumber } })}
        onEmail={(email) => send({ type: "user.fillIn", fields: { email } })}
      />
      {isTaken(error) && <SignInInstead identifier={targetIn(place, fields).identifier} error={null} />}
      {isRegistration && (
        <TextField
          name="invitation"
          label={t("register.invitationCode")}
          hint={t("register.invitationOptional")}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
          value={fields.invitationCode}
          error={fieldError(t, error, "invitation")}
          onChange={(invitationCode) => send({ type: "user.fillIn", fields: { invitationCode } })}
        />
      )}
    </StepForm>
  );
}
