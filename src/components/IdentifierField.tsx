import { useState } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { findAreaCode } from "../text/areaCodes.ts";
import { AreaCodePicker } from "./AreaCodePicker.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./IdentifierField.module.css";
import { ChevronDown } from "./icons.ts";
import { TextField } from "./TextField.tsx";

export interface IdentifierFieldProps {
  /** Which of the two is asked for; what was typed into the other one stays with whoever keeps it. */
  kind: "phone" | "email";
  areaCode: string;
  phoneNumber: string;
  email: string;
  error: string | null;
  onAreaCode: (areaCode: string) => void;
  onPhone: (phoneNumber: string) => void;
  onEmail: (email: string) => void;
}

/** The phone number with its area code, or the email, whichever was chosen. */
export function IdentifierField(props: IdentifierFieldProps) {
  const { kind, areaCode, phoneNumber, email, error, onAreaCode, onPhone, onEmail } = props;
  const { t } = useText();

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
        error={error}
        onChange={onEmail}
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
      error={error}
      onChange={onPhone}
      prefix={<AreaCodeButton dial={areaCode} onSelect={onAreaCode} />}
    />
  );
}

function AreaCodeButton({ dial, onSelect }: { dial: string; onSelect: (dial: string) => void }) {
  const { t, language } = useText();
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
        onSelect={(chosen) => onSelect(chosen.dial)}
      />
    </>
  );
}
