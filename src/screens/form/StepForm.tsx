import { type ReactNode, type SubmitEvent, useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { BackButton, NavBar } from "../../components/NavBar.tsx";
import { Screen } from "../../components/Screen.tsx";
import { useFocusOnError } from "../../components/useFocusOnError.ts";
import { type FormError, formErrorText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useNavigation, useSend } from "../../shell/actors.tsx";
import styles from "./StepForm.module.css";

export interface StepFormProps {
  title: string;
  lead?: string | undefined;
  /** Phone number or email address, shown above the fields. */
  account?: string | undefined;
  /** Accessible name, if the title is not specific. */
  label?: string | undefined;
  action: string;
  busy: boolean;
  error: { field: string; code: FormError } | null;
  onSubmit: (data: FormData) => void;
  after?: ReactNode;
  children: ReactNode;
}

/** An error is shown below the field that caused it. */
export function StepForm(props: StepFormProps) {
  const { title, lead, account, label, action, busy, error, onSubmit, after, children } = props;
  const { t } = useText();
  const send = useSend(useNavigation());
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, error?.field ?? "", error);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };

  return (
    <Screen bar={<NavBar title={title} start={<BackButton onClick={() => send({ type: "user.back" })} />} />}>
      <form ref={form} noValidate aria-label={label ?? title} className={styles.form} onSubmit={submit}>
        {lead && <p className={styles.lead}>{lead}</p>}
        {account && <p className={styles.lead}>{t("register.account", { account })}</p>}
        {children}
        {error?.field === "form" && (
          <p role="alert" className={styles.error}>
            {formErrorText(t, error.code)}
          </p>
        )}
        <Button type="submit" block busy={busy}>
          {action}
        </Button>
        {after}
      </form>
    </Screen>
  );
}
