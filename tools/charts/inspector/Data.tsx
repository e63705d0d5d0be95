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
  const isOldShown = isChanged && (typeof before !== "object" || before === null);
  if (typeof value !== "object" || value === null)
    return (
      <div className={styles.leaf} data-changed={isChanged || undefined}>
        <span className={styles.name}>{name}</span>
        {isOldShown && (
          <>
            <del>{leafWords(before)}</del> →{" "}
          </>
        )}
        <span className={styles.value} data-type={value === null ? "null" : typeof value}>
          {leafWords(value)}
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
      {removedKeys(before, value).map((key) => (
        <div key={`${key} is gone`} className={styles.leaf} data-changed>
          <del>
            <span className={styles.name}>{key}</span>
            {leafWords(inner(key) ?? null)}
          </del>
        </div>
      ))}
    </details>
  );
}

/** Maximum characters of an old value that is an object. */
const LONGEST = 80;

function leafWords(value: Plain): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST && typeof value === "object" ? `${text.slice(0, LONGEST)}…` : text;
}

function removedKeys(before: Plain | undefined, value: Plain): string[] {
  if (typeof before !== "object" || before === null || typeof value !== "object" || value === null) return [];
  return Object.keys(before).filter((key) => !Object.hasOwn(value, key));
}

function isSame(a: Plain, b: Plain): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
