/**
 * An address of this server's pictures as the asker reaches it, with the origin he has asked; anything else as it
 * is. Stored is the path alone, so that a wrong Host header tells nobody but its sender a wrong address.
 * @param key the field's name; only what is called a URL is one
 */
export function absolute<Value>(value: Value, origin: string, key = "url"): Value | string {
  const isPath = typeof value === "string" && value.startsWith("/object/") && /url$/i.test(key);
  return isPath ? origin + value : value;
}

/** The reverse of {@link absolute}, for what a client sends back. */
export const relative = <Url extends string | null | undefined>(url: Url, origin: string): Url | string =>
  url?.startsWith(`${origin}/object/`) ? url.slice(origin.length) : url;
