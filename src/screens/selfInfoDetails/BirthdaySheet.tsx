import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Sheet } from "../../components/Sheet.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import { MINUTE, useNow } from "../../shell/now.ts";
import { birthOf, dateOf } from "../../text/birthday.ts";
import styles from "./BirthdaySheet.module.css";

export interface BirthdaySheetProps {
  open: boolean;
  onClose: () => void;
  /** Milliseconds since the epoch; null if not set. */
  birth: number | null;
  isBusy: boolean;
  onChange: (birth: number) => void;
}

export function BirthdaySheet(props: BirthdaySheetProps) {
  const { t } = useText();
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t("person.birthday")}>
      <BirthdayForm {...props} />
    </Sheet>
  );
}

function BirthdayForm({ onClose, birth, isBusy, onChange }: BirthdaySheetProps) {
  const { t } = useText();
  const today = dateOf(useNow(MINUTE));
  const before = dateOf(birth);
  const [date, setDate] = useState(before);
  const chosen = birthOf(date);
  // Dates in ISO format compare as strings.
  const isFuture = date > today;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null || isFuture) return;
    onChange(chosen);
    onClose();
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <TextField
        type="date"
        label={t("person.birthday")}
        hideLabel
        autoComplete="bday"
        min="1900-01-01"
        max={today}
        value={date}
        error={isFuture ? t("self.future") : null}
        onChange={setDate}
      />
      <Button type="submit" block busy={isBusy} disabled={chosen === null || isFuture || date === before}>
        {t("person.save")}
      </Button>
    </form>
  );
}
