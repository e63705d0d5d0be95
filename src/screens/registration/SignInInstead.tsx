import { Link } from "wouter";
import type { Identifier } from "../../../machines/ports/account.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { useSend, useSignIn } from "../../shell/actors.tsx";
import styles from "./SignInInstead.module.css";

export interface SignInInsteadProps {
  identifier: Identifier;
  /** Shown above; null if a field shows it. */
  error: string | null;
}

/** Takes a phone number or email address that has an account already to the sign-in form (11-55). */
export function SignInInstead({ identifier, error }: SignInInsteadProps) {
  const { t } = useText();
  const send = useSend(useSignIn());
  const copyInput = () => {
    send({ type: "user.chooseIdentifier", kind: identifier.kind });
    if (identifier.kind === "email") return send({ type: "user.typeEmail", email: identifier.email });
    send({ type: "user.chooseAreaCode", areaCode: identifier.areaCode });
    send({ type: "user.typePhone", phoneNumber: identifier.phoneNumber });
  };
  return (
    <div className={styles.taken}>
      {error && (
        <p role="alert" className={styles.words}>
          {error}
        </p>
      )}
      <Link href="/login" className={styles.link} onClick={copyInput}>
        {t("register.signInInstead")}
      </Link>
    </div>
  );
}
