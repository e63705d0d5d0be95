import { useText } from "../i18n/TextProvider.tsx";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { Search, X } from "./icons.ts";
import styles from "./SearchField.module.css";
import { TextField } from "./TextField.tsx";

export interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Accessible name; "Search" unless said. */
  label?: string | undefined;
  /** What can be searched for; the name unless said. */
  placeholder?: string | undefined;
  /** In place of the margins of a field above a list. */
  className?: string | undefined;
  /** Nobody is there yet to search: what is typed would be lost. */
  disabled?: boolean | undefined;
  /** The keyboard is up at once: the field is what the screen is for. */
  autoFocus?: boolean | undefined;
}

/** What a list is searched with; it stands above the list and scrolls with it. */
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
