import { useState } from "react";
import { useText } from "../i18n/TextProvider.tsx";
import { type AreaCode, searchAreaCodes } from "../text/areaCodes.ts";
import styles from "./AreaCodePicker.module.css";
import { EmptyState } from "./EmptyState.tsx";
import { Icon } from "./Icon.tsx";
import { Check, Globe, Search } from "./icons.ts";
import { ListRow } from "./ListRow.tsx";
import { Sheet } from "./Sheet.tsx";
import { TextField } from "./TextField.tsx";

export { findAreaCode } from "../text/areaCodes.ts";

export interface AreaCodePickerProps {
  open: boolean;
  onClose: () => void;
  /** E.g. "+86". */
  value: string;
  onSelect: (areaCode: AreaCode) => void;
}

/** The search takes names in both languages, digits and ISO codes. */
export default function AreaCodePicker({ open, onClose, value, onSelect }: AreaCodePickerProps) {
  const { t } = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t("login.areaCode")} tall>
      <Choices
        value={value}
        onSelect={(areaCode) => {
          onClose();
          onSelect(areaCode);
        }}
      />
    </Sheet>
  );
}

function Choices({ value, onSelect }: Pick<AreaCodePickerProps, "value" | "onSelect">) {
  const { t, language } = useText();
  const [query, setQuery] = useState("");
  const found = searchAreaCodes(query, language, value);
  return (
    <>
      <div className={styles.search}>
        <TextField
          label={t("login.searchAreaCode")}
          hideLabel
          type="search"
          placeholder={t("login.searchAreaCode")}
          autoComplete="off"
          value={query}
          onChange={setQuery}
          prefix={<Icon of={Search} size={20} />}
        />
      </div>
      {found.length === 0 ? (
        <EmptyState icon={Globe} text={t("login.noAreaCode")} />
      ) : (
        <ul aria-label={t("login.areaCode")} className={styles.list}>
          {found.map((areaCode) => (
            <li key={areaCode.iso} className={styles.item}>
              <ListRow
                title={areaCode.name}
                aside={areaCode.dial}
                end={areaCode.dial === value && <Icon of={Check} size={20} className={styles.mark} />}
                aria-current={areaCode.dial === value || undefined}
                onClick={() => onSelect(areaCode)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
