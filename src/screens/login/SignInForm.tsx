import { useSelector } from "@xstate/react";
import { type SubmitEvent, useRef } from "react";
import { Secret } from "../../../machines/domain/secret.ts";
import { Button } from "../../components/Button.tsx";
import { IdentifierField } from "../../components/IdentifierField.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { useFocusOnError } from "../../components/useFocusOnError.ts";
import { formErrorText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type SignInActor, useSend } from "../../shell/actors.tsx";
import { useOutside } from "../../shell/outside.tsx";
import { CodeProof } from "./CodeProof.tsx";
import { PasswordProof } from "./PasswordProof.tsx";
import { RegistrationLink } from "./RegistrationLink.tsx";
import styles from "./SignInForm.module.css";

/** An error is shown below the field that caused it. */
export function SignInForm({ signIn }: { signIn: SignInActor }) {
  const { t } = useText();
  const { whenIdle } = useOutside();
  const send = useSend(signIn);
  const form = useRef<HTMLFormElement>(null);
  const identifierKind = useSelector(signIn, ({ context }) => context.identifierKind);
  const proofKind = useSelector(signIn, ({ context }) => context.proofKind);
  const areaCode = useSelector(signIn, ({ context }) => context.areaCode);
  const phoneNumber = useSelector(signIn, ({ context }) => context.phoneNumber);
  const email = useSelector(signIn, ({ context }) => context.email);
  const error = useSelector(signIn, ({ context }) => context.error);
  const isBusy = useSelector(signIn, (snapshot) => snapshot.hasTag("submitting"));

  useFocusOnError(form, error?.field === "proof" ? proofKind : (error?.field ?? ""), error);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const proof = new FormData(event.currentTarget).get(proofKind);
    send({ type: "user.submit", secret: new Secret(typeof proof === "string" ? proof : "") });
  };

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <SegmentedControl
        label={t("login.method")}
        value={identifierKind}
        options={[
          { value: "phone", label: t("login.phone") },
          { value: "email", label: t("login.email") },
        ]}
        onChange={(kind) => send({ type: "user.chooseIdentifier", kind })}
      />
      <IdentifierField
        whenIdle={whenIdle}
        kind={identifierKind}
        areaCode={areaCode}
        phoneNumber={phoneNumber}
        email={email}
        error={error?.field === "identifier" ? formErrorText(t, error.code) : null}
        onAreaCode={(chosen) => send({ type: "user.chooseAreaCode", areaCode: chosen })}
        onPhone={(typed) => send({ type: "user.typePhone", phoneNumber: typed })}
        onEmail={(typed) => send({ type: "user.typeEmail", email: typed })}
      />
      <PasswordProof signIn={signIn} hidden={proofKind !== "password"} />
      {proofKind === "code" && <CodeProof signIn={signIn} isChecking={isBusy} />}
      {error?.field === "form" && (
        <p role="alert" className={styles.error}>
          {formErrorText(t, error.code)}
        </p>
      )}
      <Button type="submit" block busy={isBusy}>
        {t("login.signIn")}
      </Button>
      <RegistrationLink signIn={signIn} purpose="register">
        {t("login.createAccount")}
      </RegistrationLink>
    </form>
  );
}
