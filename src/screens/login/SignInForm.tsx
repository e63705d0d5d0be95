import { useSelector } from "@xstate/react";
import { type RefObject, type SubmitEvent, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { SignInError } from "../../../machines/sign-in.ts";
import { Secret } from "../../../machines/vocabulary/secret.ts";
import { type SignInActor, useSend } from "../../app/actors.tsx";
import { Button } from "../../components/Button.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { signInErrorText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { CodeProof } from "./CodeProof.tsx";
import { IdentifierField } from "./IdentifierField.tsx";
import { PasswordProof } from "./PasswordProof.tsx";
import styles from "./SignInForm.module.css";

/** Who, by which proof, and go. What is wrong stands under the field that caused it. */
export function SignInForm({ signIn }: { signIn: SignInActor }) {
  const { t } = useText();
  const send = useSend(signIn);
  const form = useRef<HTMLFormElement>(null);
  const identifierKind = useSelector(signIn, ({ context }) => context.identifierKind);
  const proofKind = useSelector(signIn, ({ context }) => context.proofKind);
  const error = useSelector(signIn, ({ context }) => context.error);
  const isBusy = useSelector(signIn, (snapshot) => snapshot.hasTag("submitting"));

  useFocusOnError(form, error?.field === "proof" ? proofKind : error?.field, error);

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
      <IdentifierField signIn={signIn} />
      <PasswordProof signIn={signIn} hidden={proofKind !== "password"} />
      {proofKind === "code" && <CodeProof signIn={signIn} isChecking={isBusy} />}
      {error?.field === "form" && (
        <p role="alert" className={styles.error}>
          {signInErrorText(t, error.code)}
        </p>
      )}
      <Button type="submit" block busy={isBusy}>
        {t("login.signIn")}
      </Button>
      <Link href="/getCode?isRegiste=true&isByEmail=false" className={styles.link}>
        {t("login.createAccount")}
      </Link>
    </form>
  );
}

/** An error takes the cursor to where it can be put right: the input of that name, if there is one. */
function useFocusOnError(form: RefObject<HTMLFormElement | null>, name = "", error: SignInError | null) {
  useEffect(() => {
    const input = error && form.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  }, [form, name, error]);
}
