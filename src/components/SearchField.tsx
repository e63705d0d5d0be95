import { useText } from "../i18n/TextProvider.tsx";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { Search, X } from "./icons.ts";
import styles from "./SearchField.module.css";
import { TextField } from "./TextField.tsx";

export interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** "Search" by default. */
  label?: string | undefined;
  /** The label by default. */
  placeholder?: string | undefined;
  /** Replaces the default margins, which suit a field above a list. */
  className?: string | undefined;
  /** The chart that searches has not started: typed text would be lost. */
  disabled?: boolean | undefined;
  /** Opens the keyboard at once, on screens that are only for search. */
  autoFocus?: boolean | undefined;
}

export function SearchField(props: SearchFieldProps) {
  const { value, onChange, label, placeholder, className = styles.field, disabled, autoFocus } = props;
  const { t } = useText();
  const name = label ?? t("search.label");
  return (
    <TextField
      className={className}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      disabled={disabled}
      autoFocus={autoFocus}
      label={name}
      hideLabel
      placeholder={placeholder ?? name}
      maxLength={64}
      value={value}
      onChange={onChange}
      prefix={<Icon of={Search} size={20} />}
      suffix={
        value !== "" && (
          <IconButton
            icon={X}
            size={20}
            tone="quiet"
            label={t("search.clear")}
            onClick={() => onChange("")}
          />
        )
      }
    />
  );
}
