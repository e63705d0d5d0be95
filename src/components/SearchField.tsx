import { useText } from "../i18n/TextProvider.tsx";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { Search, X } from "./icons.ts";
import styles from "./SearchField.module.css";
import { TextField } from "./TextField.tsx";

export interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Accessible name and placeholder; "Search" unless said. */
  label?: string | undefined;
  /** The keyboard is up at once: the field is what the screen is for. */
  autoFocus?: boolean | undefined;
}

/** What a list is searched with; it stands above the list and scrolls with it. */
export function SearchField({ value, onChange, label, autoFocus }: SearchFieldProps) {
  const { t } = useText();
  const name = label ?? t("search.label");
  return (
    <TextField
      className={styles.field}
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoFocus={autoFocus}
      label={name}
      hideLabel
      placeholder={name}
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
