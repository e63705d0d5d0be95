import { useSelector } from "@xstate/react";
import { Link } from "wouter";
import { Secret } from "../../../machines/domain/secret.ts";
import { codeRequestPath, isTaken } from "../../../machines/session/registration-form.ts";
import { Button } from "../../components/Button.tsx";
import { CodeField } from "../../components/CodeField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { type CodeEntryActor, type RegistrationActor, useCodeEntry, useSend } from "../../shell/actors.tsx";
import { useLast } from "../../shell/last.ts";
import { addressOf } from "../../text/identifier.ts";
import { fieldError } from "../form/fieldError.ts";
import { StepForm } from "../form/StepForm.tsx";
import { ResendCountdown } from "../ResendCountdown.tsx";
import { SignInInstead } from "../registration/SignInInstead.tsx";
import styles from "./VerifyCodeScreen.module.css";

/** Requirement 2-86. */
export function VerifyCodeScreen({ registration }: { registration: RegistrationActor }) {
  const entry = useLast(useCodeEntry(registration));
  return entry ? <CodeForm entry={entry} /> : null;
}

function CodeForm({ entry }: { entry: CodeEntryActor }) {
  const { t } = useText();
  const send = useSend(entry);
  const { purpose, identifier } = useSelector(entry, ({ context }) => context.request);
  const error = useSelector(entry, ({ context }) => context.error);
  const nextAt = useSelector(entry, ({ context }) => context.nextCodeAt);
  const isVerifying = useSelector(entry, (snapshot) => snapshot.hasTag("verifying"));
  const isResending = useSelector(entry, (snapshot) => snapshot.hasTag("resending"));
  const isCooling = useSelector(entry, (snapshot) => snapshot.hasTag("coolingDown"));
  const submit = (code: string) => send({ type: "user.submitCode", code: new Secret(code) });

  return (
    <StepForm
      title={t("register.codeTitle")}
      lead={t("login.codeSentTo", { target: addressOf(identifier) })}
      action={t("register.next")}
      busy={isVerifying}
      error={error}
      onSubmit={(data) => submit(textIn(data, "code"))}
      after={
        <div className={styles.other}>
          <Link href={codeRequestPath(purpose, identifier.kind)} className={styles.link}>
            {t(identifier.kind === "phone" ? "register.changePhone" : "register.changeEmail")}
          </Link>
          <Button
            variant="text"
            className={styles.resend}
            busy={isResending}
            disabled={isCooling}
            onClick={() => send({ type: "user.requestCode" })}
          >
            {isCooling ? <ResendCountdown nextAt={nextAt} /> : t("login.sendCode")}
          </Button>
        </div>
      }
    >
      <CodeField
        name="code"
        label={t("login.code")}
        busy={isVerifying}
        error={fieldError(t, error, "code")}
        hint={t("validation.codeValidity")}
        onChange={() => send({ type: "user.typeSecret" })}
        onComplete={submit}
      />
      {isTaken(error) && <SignInInstead identifier={identifier} error={fieldError(t, error, "identifier")} />}
    </StepForm>
  );
}

function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
