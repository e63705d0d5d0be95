import { useSelector } from "@xstate/react";
import { Button } from "../../components/Button.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import { formErrorText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type SignInActor, useSend } from "../../shell/actors.tsx";
import { RegistrationLink } from "./RegistrationLink.tsx";
import styles from "./SignInForm.module.css";

/**
 * The password stays in its input, also while the user signs in with a code: the form reads it on submit and passes it
 * on as a `Secret`.
 */
export function PasswordProof({ signIn, hidden }: { signIn: SignInActor; hidden: boolean }) {
  const { t } = useText();
  const send = useSend(signIn);
  const error = useSelector(signIn, ({ context }) => context.error);
  return (
    <div hidden={hidden}>
      <PasswordField
        name="password"
        label={t("login.password")}
        defaultValue=""
        error={!hidden && error?.field === "proof" ? formErrorText(t, error.code) : null}
        onChange={() => send({ type: "user.typeProof" })}
      />
      <div className={styles.proofActions}>
        <Button
          variant="text"
          className={styles.other}
          onClick={() => send({ type: "user.chooseProof", kind: "code" })}
        >
          {t("login.useCodeInstead")}
        </Button>
        <RegistrationLink signIn={signIn} purpose="reset">
          {t("login.forgotPassword")}
        </RegistrationLink>
      </div>
    </div>
  );
}
