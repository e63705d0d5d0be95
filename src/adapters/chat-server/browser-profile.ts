/**
 * Supports several users in one browser: `?profile=name` separates a page's storage from that of other pages of the
 * same origin (11-03), and `?inspect` lets an inspector watch its charts. Without these parameters nothing changes.
 */

/** Allowed profile names. A name becomes part of storage keys. */
const NAME = /^[\w-]{0,32}$/;
/** Values of `?inspect` that stay in this browser. Only these are kept after the page. */
const STAYS_HERE: readonly string[] = ["", "texts"];
/** Prefix of the settings in the window's name, which other pages may have used. */
const MARK = "parley?";

export interface PageSettings {
  /** "" is the default profile. */
  profile: string;
  /** Value of `?inspect`: "", "texts", or the name of an external viewer; null without the parameter. */
  inspect: string | null;
}

/**
 * Reads the settings from the address first. The window's name keeps them over navigation and reloads; "off" removes
 * one. A setting for an external viewer applies to this page only. The window's name is used because two frames of a
 * window share even session storage.
 */
export function readPage({
  location,
  window,
}: {
  location: Pick<Location, "search">;
  window: Pick<Window, "name">;
}): PageSettings {
  const said = new URLSearchParams(location.search);
  const kept = new URLSearchParams(window.name.startsWith(MARK) ? window.name.slice(MARK.length) : "");
  for (const name of ["profile", "inspect"]) {
    const value = said.get(name);
    if (value === "off") kept.delete(name);
    else if (value !== null && NAME.test(value)) kept.set(name, value);
  }
  const asked = kept.get("inspect");
  // A link can also set a window's name.
  const inspect =
    asked !== null && (STAYS_HERE.includes(asked) || asked === said.get("inspect")) ? asked : null;
  if (inspect === null || !STAYS_HERE.includes(inspect)) kept.delete("inspect");
  if (kept.size > 0) window.name = MARK + kept;
  else if (window.name.startsWith(MARK)) window.name = "";
  const profile = kept.get("profile") ?? "";
  return { profile: NAME.test(profile) ? profile : "", inspect };
}

export function prefixOf(profile: string): string {
  return profile === "" ? "" : `parley@${profile}:`;
}

/** Returns `storage` with only the entries of the profile, under their names without prefix. */
export function storeOf(storage: Storage, profile: string): Storage {
  if (profile === "") return storage;
  const prefix = prefixOf(profile);
  const own = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  return {
    get length() {
      return own().length;
    },
    key: (index) => own()[index] ?? null,
    getItem: (key) => storage.getItem(prefix + key),
    setItem: (key, value) => storage.setItem(prefix + key, value),
    removeItem: (key) => storage.removeItem(prefix + key),
    clear() {
      for (const key of own()) storage.removeItem(prefix + key);
    },
  };
}
