/** A query parameter that is JSON; what is malformed or missing is undefined (2-78). */
export function jsonIn(query: URLSearchParams, name: string): unknown {
  try {
    return JSON.parse(query.get(name) ?? "");
  } catch {
    return undefined;
  }
}
