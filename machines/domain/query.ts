/** Returns a query parameter parsed as JSON; undefined if missing or malformed (2-78). */
export function jsonIn(query: URLSearchParams, name: string): unknown {
  try {
    return JSON.parse(query.get(name) ?? "");
  } catch {
    return undefined;
  }
}
