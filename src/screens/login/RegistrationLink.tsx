import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { codeRequestPath, type Purpose } from "../../../machines/session/registration-form.ts";
import { type SignInActor, useRegistration, useSend } from "../../shell/actors.tsx";
import styles from "./SignInForm.module.css";

export interface RegistrationLinkProps {
  signIn: SignInActor;
  purpose: Purpose;
  children: ReactNode;
}

/** Takes the typed phone number or email address along. */
export function RegistrationLink({ signIn, purpose, children }: RegistrationLinkProps) {
  const send = useSend(useRegistration());
  const kind = useSelector(signIn, ({ context }) => context.identifierKind);
  const copyInput = () => {
    const { areaCode, phoneNumber, email } = signIn.getSnapshot().context;
    if (phoneNumber !== "") send({ type: "user.fillIn", fields: { areaCode, phoneNumber } });
    if (email !== "") send({ type: "user.fillIn", fields: { email } });
  };
  return (
    <Link href={codeRequestPath(purpose, kind)} className={styles.link} onClick={copyInput}>
      {children}
    </Link>
  );
}
