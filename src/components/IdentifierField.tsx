import { Suspense, useEffect, useState } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./IdentifierField.module.css";
import { ChevronDown } from "./icons.ts";
import { lazily } from "./lazily.ts";
import { TextField } from "./TextField.tsx";

export interface IdentifierFieldProps {
  /** Which of the two is shown. The owner keeps the text of the other. */
  kind: "phone" | "email";
  areaCode: string;
  phoneNumber: string;
  email: string;
  error: string | null;
  onAreaCode: (areaCode: string) => void;
  onPhone: (phoneNumber: string) => void;
  onEmail: (email: string) => void;
  /** Calls back when the page is idle, to load the country names. The returned function cancels the call. */
  whenIdle: (callback: () => void) => () => void;
}

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
      prefix={<AreaCodeButton dial={areaCode} onSelect={onAreaCode} whenIdle={props.whenIdle} />}
    />
  );
}

/** The country names; null until they are loaded. */
let names: Pick<typeof import("./AreaCodePicker.tsx"), "findAreaCode"> | null = null;

/** Loaded later: the country list is half of this page's size, and the page does not need it to render. */
const { Component: AreaCodePicker, load } = lazily(async () => {
  const { default: Picker, findAreaCode } = await import("./AreaCodePicker.tsx");
  names = { findAreaCode };
  return { default: Picker };
});

export const loadAreaCodes = load;

/** Returns the country name of a calling code; "" until the names are loaded, which happens while the page is idle. */
function useAreaName(dial: string, whenIdle: IdentifierFieldProps["whenIdle"]): string {
  const { language } = useText();
  const [known, setKnown] = useState(names);
  useEffect(() => {
    let isOver = false;
    const show = () => {
      if (!isOver) setKnown(names);
    };
    // A failed load is repeated when the user opens the picker.
    const stopWaiting = whenIdle(() => void loadAreaCodes().then(show, () => {}));
    return () => {
      isOver = true;
      stopWaiting();
    };
  }, [whenIdle]);
  return known?.findAreaCode(dial, language)?.name ?? "";
}

interface AreaCodeButtonProps extends Pick<IdentifierFieldProps, "whenIdle"> {
  dial: string;
  onSelect: (dial: string) => void;
}

function AreaCodeButton({ dial, onSelect, whenIdle }: AreaCodeButtonProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const name = useAreaName(dial, whenIdle);
  if (isOpen && !wasOpen) setWasOpen(true);
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
      {wasOpen && (
        <Suspense fallback={null}>
          <AreaCodePicker
            open={isOpen}
            onClose={() => setOpen(false)}
            value={dial}
            onSelect={(chosen) => onSelect(chosen.dial)}
          />
        </Suspense>
      )}
    </>
  );
}
