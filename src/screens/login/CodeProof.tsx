import { useSelector } from "@xstate/react";
import { Secret } from "../../../machines/domain/secret.ts";
import { Button } from "../../components/Button.tsx";
import { CodeField } from "../../components/CodeField.tsx";
import { formErrorText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { type SignInActor, useSend } from "../../shell/actors.tsx";
import { addressOf } from "../../text/identifier.ts";
import { ResendCountdown } from "../ResendCountdown.tsx";
import styles from "./SignInForm.module.css";

/** The sixth digit submits the code. */
export function CodeProof({ signIn, isChecking }: { signIn: SignInActor; isChecking: boolean }) {
  const { t } = useText();
  const send = useSend(signIn);
  const error = useSelector(signIn, ({ context }) => context.error);
  const target = useSelector(signIn, ({ context }) => (context.codeFor ? addressOf(context.codeFor) : ""));
  const nextAt = useSelector(signIn, ({ context }) => context.nextCodeAt);
  const isRequesting = useSelector(signIn, (snapshot) => snapshot.hasTag("requestingCode"));
  const isCooling = useSelector(signIn, (snapshot) => snapshot.hasTag("coolingDown"));
  return (
    <div>
      <CodeField
        name="code"
        label={t("login.code")}
        busy={isChecking}
        error={error?.field === "proof" ? formErrorText(t, error.code) : null}
        hint={isCooling ? t("login.codeSentTo", { target }) : t("validation.codeValidity")}
        onChange={() => send({ type: "user.typeProof" })}
        onComplete={(code) => send({ type: "user.submit", secret: new Secret(code) })}
      />
      <div className={styles.proofActions}>
        <Button
          variant="text"
          className={styles.other}
          onClick={() => send({ type: "user.chooseProof", kind: "password" })}
        >
          {t("login.usePasswordInstead")}
        </Button>
        <Button
          variant="text"
          className={styles.other}
          busy={isRequesting}
          disabled={isCooling}
          onClick={() => send({ type: "user.requestCode" })}
        >
          {isCooling ? <ResendCountdown nextAt={nextAt} /> : t("login.sendCode")}
        </Button>
      </div>
    </div>
  );
}
