import { Link } from "wouter";
import { useText } from "../i18n/TextProvider.tsx";
import { Icon } from "./Icon.tsx";
import { Search } from "./icons.ts";
import { ROW_STOP } from "./rowKeys.ts";
import styles from "./SearchLink.module.css";

/** A link to the search page that looks like a search field. */
export function SearchLink({ href }: { href: string }) {
  const { t } = useText();
  return (
    <div className={styles.frame}>
      <Link href={href} className={styles.link} {...{ [ROW_STOP]: "" }}>
        <Icon of={Search} size={18} />
        {t("search.label")}
      </Link>
    </div>
  );
}
