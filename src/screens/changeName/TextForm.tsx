import { type ComponentProps, useId } from "react";
import { isVisible } from "../../../machines/domain/visible-text.ts";
import { Button } from "../../components/Button.tsx";
import { describedBy, Field } from "../../components/Field.tsx";
import { TextField } from "../../components/TextField.tsx";
import { useLimited } from "../../components/useLimited.ts";
import { useText } from "../../i18n/TextProvider.tsx";
import { focusAtOpening } from "../form/focusAtOpening.ts";
import { useFormText } from "../form/useFormText.ts";
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

/** "Save" is disabled while the text is unchanged (2-79, 2-83). A blank name is refused with the reason (5-18). */
export function TextForm(props: TextFormProps) {
  const { label, before, limit, isLong = false, canKeep, isSaving, onSave } = props;
  const { t } = useText();
  const [typed, setText] = useFormText();
  const text = typed ?? before;
  const { onChange, ...field } = useLimited({ value: text, limit, onChange: setText });
  const count = [...text].length;
  const hint = t("changeName.lettersLeft", { count, limit });
  const isBlank = typed !== null && !canKeep("") && !isVisible(text);
  const canSave = canKeep(text) && count <= limit && text.trim() !== before.trim();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !isSaving) onSave(text);
      }}
    >
      {isLong ? (
        <LongText label={label} hint={hint} onText={onChange} {...field} />
      ) : (
        <TextField
          ref={focusAtOpening}
          label={label}
          hideLabel
          hint={hint}
          error={isBlank ? t("validation.empty") : null}
          autoComplete="off"
          onChange={onChange}
          {...field}
        />
      )}
      <Button type="submit" block disabled={!canSave} busy={isSaving}>
        {t("changeName.save")}
      </Button>
    </form>
  );
}

interface LongTextProps extends ComponentProps<"textarea"> {
  label: string;
  hint: string;
  onText: (text: string) => void;
}

function LongText({ label, hint, onText, ...textarea }: LongTextProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hideLabel hint={hint}>
      <textarea
        {...textarea}
        ref={focusAtOpening}
        id={id}
        className={styles.text}
        rows={8}
        aria-describedby={describedBy(id)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </Field>
  );
}
