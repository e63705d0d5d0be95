import { Icon } from "./Icon.tsx";
import { Search } from "./icons.ts";
import { TextField } from "./TextField.tsx";

export interface FilterFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  className?: string | undefined;
}

/** Narrows down the list below it. */
export function FilterField({ label, value, onChange, className }: FilterFieldProps) {
  return (
    <TextField
      className={className}
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      autoComplete="off"
      enterKeyHint="search"
      prefix={<Icon of={Search} size={20} />}
      value={value}
      onChange={onChange}
    />
  );
}
