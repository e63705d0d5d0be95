import { Suspense, useEffect, useState } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./IdentifierField.module.css";
import { ChevronDown } from "./icons.ts";
import { lazily } from "./lazily.ts";
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
  /** Calls back once there is time to fetch what countries are called, unless the returned function was called. */
  whenIdle: (callback: () => void) => () => void;
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
      prefix={<AreaCodeButton dial={areaCode} onSelect={onAreaCode} whenIdle={props.whenIdle} />}
    />
  );
}

/** What countries are called, once it is fetched. */
let names: Pick<typeof import("./AreaCodePicker.tsx"), "findAreaCode"> | null = null;

/** All countries: half of what this page would be, and nobody reads them to see it. */
const { Component: AreaCodePicker, load } = lazily(async () => {
  const { default: Picker, findAreaCode } = await import("./AreaCodePicker.tsx");
  names = { findAreaCode };
  return { default: Picker };
});

/** Fetches them ahead. */
export const loadAreaCodes = load;

/** Whose calling code it is; "" until that is known, which is fetched while the page has nothing to do. */
function useAreaName(dial: string, whenIdle: IdentifierFieldProps["whenIdle"]): string {
  const { language } = useText();
  const [known, setKnown] = useState(names);
  useEffect(() => {
    let isOver = false;
    const show = () => {
      if (!isOver) setKnown(names);
    };
    // What fails is fetched again by whoever chooses another one.
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
