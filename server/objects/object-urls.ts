/**
 * Returns a URL of this server's pictures with the origin of the request; other values are unchanged. Only the path
 * is stored, so that a wrong Host header affects only its sender.
 * @param key the field's name; only fields named as URLs change
 */
export function absolute<Value>(value: Value, origin: string, key = "url"): Value | string {
  const isPath = typeof value === "string" && value.startsWith("/object/") && /url$/i.test(key);
  return isPath ? origin + value : value;
}

/** The reverse of {@link absolute}, for values from clients. */
export const relative = <Url extends string | null | undefined>(url: Url, origin: string): Url | string =>
  url?.startsWith(`${origin}/object/`) ? url.slice(origin.length) : url;
