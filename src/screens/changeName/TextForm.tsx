import { useId, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { describedBy, Field } from "../../components/Field.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useText } from "../../i18n/TextProvider.tsx";
import styles from "./ChangeNameScreen.module.css";

export interface TextFormProps {
  label: string;
  before: string;
  /** In characters. */
  limit: number;
  isLong?: boolean;
  canKeep: (text: string) => boolean;
  isSaving: boolean;
  onSave: (text: string) => void;
}

/** "Save" is disabled while the text is unchanged (2-79, 2-83). */
export function TextForm(props: TextFormProps) {
  const { label, before, limit, isLong = false, canKeep, isSaving, onSave } = props;
  const { t } = useText();
  const [text, setText] = useState(before);
  const hint = t("changeName.lettersLeft", { count: [...text].length, limit });
  const canSave = canKeep(text) && text.trim() !== before.trim();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !isSaving) onSave(text);
      }}
    >
      {isLong ? (
        <LongText label={label} hint={hint} value={text} onChange={(typed) => setText(cut(typed, limit))} />
      ) : (
        <TextField
          label={label}
          hideLabel
          hint={hint}
          value={text}
          autoComplete="off"
          onChange={(typed) => setText(cut(typed, limit))}
        />
      )}
      <Button type="submit" block disabled={!canSave} busy={isSaving}>
        {t("changeName.save")}
      </Button>
    </form>
  );
}

interface LongTextProps {
  label: string;
  hint: string;
  value: string;
  onChange: (text: string) => void;
}

function LongText({ label, hint, value, onChange }: LongTextProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel hint={hint}>
      <textarea
        id={id}
        className={styles.text}
        rows={8}
        value={value}
        aria-describedby={describedBy(id)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

function cut(text: string, limit: number): string {
  const letters = [...text];
  return letters.length > limit ? letters.slice(0, limit).join("") : text;
}
