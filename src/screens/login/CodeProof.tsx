import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Secret } from "../../../machines/secret.ts";
import { type SignInActor, useSend } from "../../app/actors.tsx";
import { SECOND, useNow } from "../../app/now.ts";
import { Button } from "../../components/Button.tsx";
import { CodeField } from "../../components/CodeField.tsx";
import { signInErrorText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./SignInForm.module.css";

/** How long the chart waits before the next code may be asked for, in seconds (5-13). */
const RESEND_AFTER = 60;

/** The code that was sent; the sixth digit submits it. */
export function CodeProof({ signIn, isChecking }: { signIn: SignInActor; isChecking: boolean }) {
  const { t } = useText();
  const send = useSend(signIn);
  const error = useSelector(signIn, ({ context }) => context.error);
  const target = useSelector(signIn, ({ context }) =>
    context.identifierKind === "phone" ? `${context.areaCode} ${context.phoneNumber}` : context.email,
  );
  const isRequesting = useSelector(signIn, (snapshot) =>
    snapshot.matches({ entering: { code: "requesting" } }),
  );
  const isCooling = useSelector(signIn, (snapshot) => snapshot.matches({ entering: { code: "cooling" } }));
  return (
    <div>
      <CodeField
        name="code"
        label={t("login.code")}
        busy={isChecking}
        error={error?.field === "proof" ? signInErrorText(t, error.code) : null}
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
          {isCooling ? <ResendCountdown /> : t("login.sendCode")}
        </Button>
      </div>
    </div>
  );
}

/** Counts from the moment the code was sent, which is when this appears. */
function ResendCountdown() {
  const { t } = useText();
  const now = useNow(SECOND);
  const [sentAt] = useState(now);
  const seconds = Math.max(1, RESEND_AFTER - Math.floor((now - sentAt) / SECOND));
  return t("login.resendIn", { seconds });
}
