/**
 * Several people in one browser: `?profile=name` keeps a page's belongings apart from those of other pages of the same
 * origin (11-03), and `?inspect` lets its charts be watched. Without them nothing is any different.
 */

/** Of what a profile's name may be: it becomes part of storage keys. */
const NAME = /^[\w-]{0,32}$/;
/** What `?inspect` may ask for that stays in this browser; only that outlives the page. */
const STAYS_HERE: readonly string[] = ["", "texts"];
/** Before them in the window's name, which other pages may have used for something else. */
const MARK = "parley?";

export interface PageSettings {
  /** "" for the ordinary one. */
  profile: string;
  /** What `?inspect` asks for: "", "texts", or the name of a viewer elsewhere; null where it is not there. */
  inspect: string | null;
}

/**
 * The address says it at first; as the app goes from page to page the window's own name remembers it, over reloads,
 * too; "off" ends either. What would tell a viewer elsewhere is for this page alone. Two frames of one window share even its session storage.
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
  // A window's name may come from a link, too.
  const inspect =
    asked !== null && (STAYS_HERE.includes(asked) || asked === said.get("inspect")) ? asked : null;
  if (inspect === null || !STAYS_HERE.includes(inspect)) kept.delete("inspect");
  if (kept.size > 0) window.name = MARK + kept;
  else if (window.name.startsWith(MARK)) window.name = "";
  const profile = kept.get("profile") ?? "";
  return { profile: NAME.test(profile) ? profile : "", inspect };
}

/** What stands before everything `profile` keeps. */
export function prefixOf(profile: string): string {
  return profile === "" ? "" : `parley@${profile}:`;
}

/** `storage` as the profile sees it: its own entries, under their ordinary names. */
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
