/** Levels of objects within objects that are handed on. */
const MOST = 100;

/** A copy in which whatever lies deeper than a hundred levels is null. */
export function withoutDepths(value: unknown, levels = MOST): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((inner) => withoutDepths(inner, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutDepths(inner, levels - 1)]),
  );
}
