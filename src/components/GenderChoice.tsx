import type { Gender } from "../../machines/domain/people.ts";
import { useText } from "../i18n/TextProvider.tsx";
import styles from "./GenderChoice.module.css";
import { SegmentedControl } from "./SegmentedControl.tsx";

/** OpenIM's gender numbers by radio button name. */
const GENDERS = { female: 0, male: 1, notSaid: 2 } as const satisfies Record<string, Gender>;
type Name = keyof typeof GENDERS;

const NAMES: Readonly<Record<Gender, Name>> = { 0: "female", 1: "male", 2: "notSaid" };

export function GenderChoice({ value, onChange }: { value: Gender; onChange: (gender: Gender) => void }) {
  const { t } = useText();
  return (
    <div className={styles.choice}>
      <span aria-hidden="true" className={styles.label}>
        {t("register.gender")}
      </span>
      <SegmentedControl<Name>
        label={t("register.gender")}
        value={NAMES[value]}
        options={[
          { value: "female", label: t("register.female") },
          { value: "male", label: t("register.male") },
          { value: "notSaid", label: t("register.notSaid") },
        ]}
        onChange={(name) => onChange(GENDERS[name])}
      />
    </div>
  );
}
