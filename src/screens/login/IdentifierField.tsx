import { useSelector } from "@xstate/react";
import { useState } from "react";
import { type SignInActor, useSend } from "../../app/actors.tsx";
import { AreaCodePicker } from "../../components/AreaCodePicker.tsx";
import { Icon } from "../../components/Icon.tsx";
import { ChevronDown } from "../../components/icons.ts";
import { TextField } from "../../components/TextField.tsx";
import { signInErrorText } from "../../i18n/failures.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { findAreaCode } from "../../text/areaCodes.ts";
import styles from "./IdentifierField.module.css";

/** The phone number with its area code, or the email, whichever was chosen. */
export function IdentifierField({ signIn }: { signIn: SignInActor }) {
  const { t } = useText();
  const send = useSend(signIn);
  const kind = useSelector(signIn, ({ context }) => context.identifierKind);
  const phoneNumber = useSelector(signIn, ({ context }) => context.phoneNumber);
  const email = useSelector(signIn, ({ context }) => context.email);
  const error = useSelector(signIn, ({ context }) => context.error);
  const message = error?.field === "identifier" ? signInErrorText(t, error.code) : null;

  if (kind === "email") {
    return (
      <TextField
        key="email"
        name="identifier"
        label={t("login.emailAddress")}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={email}
        error={message}
        onChange={(typed) => send({ type: "user.typeEmail", email: typed })}
      />
    );
  }
  return (
    <TextField
      key="phone"
      name="identifier"
      label={t("login.phoneNumber")}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      value={phoneNumber}
      error={message}
      onChange={(typed) => send({ type: "user.typePhone", phoneNumber: typed })}
      prefix={<AreaCodeButton signIn={signIn} />}
    />
  );
}

function AreaCodeButton({ signIn }: { signIn: SignInActor }) {
  const { t, language } = useText();
  const send = useSend(signIn);
  const dial = useSelector(signIn, ({ context }) => context.areaCode);
  const [isOpen, setOpen] = useState(false);
  const name = findAreaCode(dial, language)?.name ?? "";
  return (
    <>
      <button
        type="button"
        className={styles.areaCode}
        aria-haspopup="dialog"
        aria-label={t("login.areaCodeChosen", { name, dial })}
        onClick={() => setOpen(true)}
      >
        {dial}
        <Icon of={ChevronDown} size={16} />
      </button>
      <AreaCodePicker
        open={isOpen}
        onClose={() => setOpen(false)}
        value={dial}
        onSelect={(chosen) => send({ type: "user.chooseAreaCode", areaCode: chosen.dial })}
      />
    </>
  );
}
