import styles from "./Data.module.css";
import type { Plain } from "./messages.ts";

export function Data({
  name,
  value,
  before,
  isOpen = false,
}: {
  name: string;
  value: Plain;
  before?: Plain | undefined;
  isOpen?: boolean;
}) {
  const isChanged = before !== undefined && !isSame(value, before);
  if (typeof value !== "object" || value === null)
    return (
      <div className={styles.leaf} data-changed={isChanged || undefined}>
        <span className={styles.name}>{name}</span>
        <span className={styles.value} data-type={value === null ? "null" : typeof value}>
          {typeof value === "string" ? `"${value}"` : String(value)}
        </span>
      </div>
    );
  const entries = Object.entries(value);
  const inner = (key: string): Plain | undefined => {
    if (before === undefined) return undefined;
    if (typeof before !== "object" || before === null) return null;
    return Object.entries(before).find(([one]) => one === key)?.[1] ?? null;
  };
  return (
    <details className={styles.branch} open={isOpen} data-changed={isChanged || undefined}>
      <summary>
        <span className={styles.name}>{name}</span>
        <span className={styles.size}>
          {Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}
        </span>
      </summary>
      {entries.map(([key, one]) => (
        <Data key={key} name={key} value={one} before={inner(key)} />
      ))}
    </details>
  );
}

function isSame(a: Plain, b: Plain): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
